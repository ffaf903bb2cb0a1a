/// Where names were met first: a dictionary that compares the names of a few one by one, as a model has few fields,
/// and hashing a name costs more than looking at all of them.
struct NameIndexes {
  private static let fewest = 16

  private struct Entry {
    /// How long the name is, and some of its bytes: nearly always enough to tell it from another. Zero where it is not
    /// ASCII, as texts that are equal need not be of the same bytes then.
    let mark: Int
    let name: String
    let index: Int
  }

  private var entries: [Entry] = []
  /// All of them, where there are many.
  private var table: [String: Int] = [:]

  init(capacity: Int = 0) { entries.reserveCapacity(min(capacity, Self.fewest)) }

  /// The index under `name`.
  subscript(name: String) -> Int? { table.isEmpty ? index(of: name, Self.mark(name)) : table[name] }

  /// Puts an index under a name that has none, or says which one it has.
  mutating func take(_ name: String, _ index: Int) -> Int? {
    let mark = Self.mark(name)
    if let first = table.isEmpty ? self.index(of: name, mark) : table[name] { return first }
    if table.isEmpty, entries.count < Self.fewest {
      entries.append(Entry(mark: mark, name: name, index: index))
    } else {
      if table.isEmpty { table = Dictionary(entries.map { ($0.name, $0.index) }) { first, _ in first } }
      table[name] = index
    }
    return nil
  }

  private func index(of name: String, _ mark: Int) -> Int? {
    for place in entries.indices {
      let other = entries[place].mark
      if other == mark || other == 0 || mark == 0, entries[place].name == name { return entries[place].index }
    }
    return nil
  }

  private static func mark(_ name: String) -> Int {
    name.utf8.withContiguousStorageIfAvailable { bytes in
      guard let last = bytes.last, bytes.allSatisfy({ $0 < 0x80 }) else { return 0 }
      return bytes.count << 16 | Int(last) << 8 | Int(bytes[bytes.count / 2])
    } ?? 0
  }
}

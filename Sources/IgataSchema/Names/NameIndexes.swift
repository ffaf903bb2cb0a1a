/// A dictionary from names to the indexes of their first occurrences. A few names are compared one by one, because a
/// model has few fields, and hashing a name takes longer than comparing all of them.
struct NameIndexes {
  private static let fewest = 16

  private struct Entry {
    /// The length of the name and some of its bytes, nearly always enough to distinguish it from another one. Zero if
    /// the name isn't ASCII, because equal strings can then have different bytes.
    let mark: Int
    let name: String
    let index: Int
  }

  private var entries: [Entry] = []
  /// All entries, if there are many.
  private var table: [String: Int] = [:]

  init(capacity: Int = 0) { entries.reserveCapacity(min(capacity, Self.fewest)) }

  /// The index under `name`.
  subscript(name: String) -> Int? { table.isEmpty ? index(of: name, Self.mark(name)) : table[name] }

  /// Sets the index for a name that has none, or returns its existing index.
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
    for position in entries.indices {
      let other = entries[position].mark
      if other == mark || other == 0 || mark == 0, entries[position].name == name { return entries[position].index }
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

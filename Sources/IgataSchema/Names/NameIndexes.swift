/// Where names were met first: a dictionary that compares the names of a few one by one, as a model has few fields,
/// and hashing a name costs more than looking at all of them.
struct NameIndexes {
  private static let fewest = 16

  private var names: [String] = []
  private var indexes: [Int] = []
  /// All of them, where there are many.
  private var table: [String: Int] = [:]

  init(capacity: Int = 0) {
    names.reserveCapacity(min(capacity, Self.fewest))
    indexes.reserveCapacity(min(capacity, Self.fewest))
  }

  /// The index under `name`.
  subscript(name: String) -> Int? {
    if !table.isEmpty { return table[name] }
    for place in names.indices where names[place] == name { return indexes[place] }
    return nil
  }

  /// Puts an index under a name that has none, or says which one it has.
  mutating func take(_ name: String, _ index: Int) -> Int? {
    if let first = self[name] { return first }
    if table.isEmpty, names.count < Self.fewest {
      names.append(name)
      indexes.append(index)
    } else {
      if table.isEmpty { table = Dictionary(uniqueKeysWithValues: zip(names, indexes)) }
      table[name] = index
    }
    return nil
  }
}

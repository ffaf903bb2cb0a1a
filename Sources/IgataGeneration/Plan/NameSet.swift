/// A set of names that says fast of most names that it does not have them: nearly all look-ups are of that kind, and
/// hashing a name costs more than all else that is done with it.
struct NameSet: Sendable {
  /// Made once: an empty literal makes its tables wherever it stands.
  static let empty: NameSet = []

  /// How many names with the same first byte are looked through one by one.
  private static let fewest = 12

  /// The names in the order of their first bytes.
  private let names: [String]
  /// For each first byte where its names begin in `names`.
  private let starts: [Int]
  /// For each first byte a bit for each length, modulo 64, of the names that begin with it.
  private let lengths: [UInt64]
  /// All of them, where many begin alike.
  private let many: Set<String>

  init(_ names: some Sequence<String>) {
    var rows = [[String]](repeating: [], count: 256)
    var lengths = [UInt64](repeating: 0, count: 256)
    for name in names {
      let (row, bit) = Self.key(name)
      rows[row].append(name)
      lengths[row] |= bit
    }
    var starts = [0]
    for row in rows { starts.append(starts[starts.count - 1] + row.count) }
    self.names = Array(rows.joined())
    self.starts = starts
    self.lengths = lengths
    many = rows.contains { $0.count > Self.fewest } ? Set(self.names) : []
  }

  @inline(__always)
  func contains(_ name: String) -> Bool {
    let (row, bit) = Self.key(name)
    return lengths[row] & bit != 0 && isAmong(starts[row]..<starts[row + 1], name)
  }

  private func isAmong(_ range: Range<Int>, _ name: String) -> Bool {
    if range.count > Self.fewest { return many.contains(name) }
    for index in range where names[index] == name { return true }
    return false
  }

  @inline(__always)
  private static func key(_ name: String) -> (row: Int, bit: UInt64) {
    let key = name.utf8.withContiguousStorageIfAvailable { bytes -> (row: Int, bit: UInt64) in
      (Int(bytes.first ?? 0), 1 << UInt64(truncatingIfNeeded: bytes.count & 63))
    }
    return key ?? (Int(name.utf8.first ?? 0), 1 << UInt64(truncatingIfNeeded: name.utf8.count & 63))
  }
}

extension NameSet: ExpressibleByArrayLiteral {
  init(arrayLiteral names: String...) { self.init(names) }
}

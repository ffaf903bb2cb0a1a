/// A set of names that rejects most other names quickly. Nearly all lookups fail, and hashing a name would be the most
/// expensive part of them.
struct NameSet: Sendable {
  /// A constant, because an empty literal would create its tables on each use.
  static let empty: NameSet = []

  /// The maximum number of names with the same first byte that are searched linearly.
  private static let fewest = 12

  /// The names, sorted by first byte.
  private let names: [String]
  /// For each first byte, the index of its first name in `names`.
  private let starts: [Int]
  /// For each first byte, a bit set of the lengths, modulo 64, of the names that begin with it.
  private let lengths: [UInt64]
  /// All names, if too many have the same first byte.
  private let many: Set<String>

  init(_ names: some Sequence<String>) {
    let all = Array(names)
    var starts = [Int](repeating: 0, count: 257)
    var lengths = [UInt64](repeating: 0, count: 256)
    for name in all {
      let (row, bit) = Self.key(name)
      starts[row + 1] += 1
      lengths[row] |= bit
    }
    let hasManyAlike = starts.contains { $0 > Self.fewest }
    for row in lengths.indices { starts[row + 1] += starts[row] }
    var ordered = all
    var next = starts
    for name in all {
      let row = Self.key(name).row
      ordered[next[row]] = name
      next[row] += 1
    }
    self.names = ordered
    self.starts = starts
    self.lengths = lengths
    many = hasManyAlike ? Set(all) : []
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

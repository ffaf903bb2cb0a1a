/// A set of unique names, each identified by its index.
///
/// A custom hash table, because most names are looked up repeatedly as bytes of a template, and that requires no
/// string.
struct InternedNames: Sendable {
  private(set) var all: [String] = []
  /// A table with open addressing: in each bucket an index into `all`, or -1. Its size is a power of two, and it is at
  /// most half full.
  private var buckets: [Int32] = []

  /// Creates a set of names whose indices are their positions in `names`.
  init(_ names: [String] = []) {
    for name in names { _ = intern(name) }
  }

  func index(of name: String) -> Int? {
    guard !buckets.isEmpty else { return nil }
    let index = buckets[bucket(of: name.utf8)]
    return index >= 0 ? Int(index) : nil
  }

  mutating func intern(_ name: String) -> Int { intern(name.utf8) }

  /// The index of the name with the given bytes.
  mutating func intern(_ bytes: some Collection<UInt8>) -> Int {
    if all.count * 2 >= buckets.count { grow() }
    let bucket = bucket(of: bytes)
    if buckets[bucket] >= 0 { return Int(buckets[bucket]) }
    buckets[bucket] = Int32(truncatingIfNeeded: all.count)
    all.append(String(decoding: bytes, as: UTF8.self))
    return all.count - 1
  }

  /// Adds the names of `other`, and returns the index of each of them here.
  mutating func merge(_ other: InternedNames) -> [Int] { other.all.map { intern($0) } }

  /// The bucket that holds the name, or in which it belongs.
  private func bucket(of bytes: some Collection<UInt8>) -> Int {
    let mask = buckets.count - 1
    var bucket = Self.hash(bytes) & mask
    while buckets[bucket] >= 0, !Self.spell(bytes, all[Int(buckets[bucket])]) { bucket = (bucket + 1) & mask }
    return bucket
  }

  private static func spell(_ bytes: some Collection<UInt8>, _ name: String) -> Bool {
    let answer = bytes.withContiguousStorageIfAvailable { bytes in
      name.utf8.withContiguousStorageIfAvailable { name in
        name.count == bytes.count && name.indices.allSatisfy { name[$0] == bytes[$0] }
      }
    }
    return (answer ?? nil) ?? name.utf8.elementsEqual(bytes)
  }

  private static func hash(_ bytes: some Collection<UInt8>) -> Int {
    // Each index into a slice would be checked.
    bytes.withContiguousStorageIfAvailable { hash(each: $0) } ?? hash(each: bytes)
  }

  private static func hash(each bytes: some Collection<UInt8>) -> Int {
    var hash: UInt = 0x811C_9DC5
    for byte in bytes { hash = (hash ^ UInt(byte)) &* 0x0100_0193 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 15) & 0x7FFF_FFFF)
  }

  private mutating func grow() {
    buckets = Array(repeating: -1, count: max(buckets.count * 2, 32))
    for (index, name) in all.enumerated() {
      let bucket = bucket(of: name.utf8)
      buckets[bucket] = Int32(truncatingIfNeeded: index)
    }
  }
}

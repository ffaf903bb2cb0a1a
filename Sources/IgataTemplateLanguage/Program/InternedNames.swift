/// Names, each kept once, and known by their index.
///
/// A table of its own, as most names are met as bytes of a template, and met again: those cost no string.
struct InternedNames: Sendable {
  private(set) var all: [String] = []
  /// Open addressing: for each place an index into `all`, or -1. A power of two, never more than half full.
  private var places: [Int32] = []

  /// The names in their order, each known by its index.
  init(_ names: [String] = []) {
    for name in names { _ = intern(name) }
  }

  func index(of name: String) -> Int? {
    guard !places.isEmpty else { return nil }
    let index = places[place(of: name.utf8)]
    return index >= 0 ? Int(index) : nil
  }

  mutating func intern(_ name: String) -> Int { intern(name.utf8) }

  /// The index of the name that `bytes` spell.
  mutating func intern(_ bytes: some Collection<UInt8>) -> Int {
    if all.count * 2 >= places.count { grow() }
    let place = place(of: bytes)
    if places[place] >= 0 { return Int(places[place]) }
    places[place] = Int32(truncatingIfNeeded: all.count)
    all.append(String(decoding: bytes, as: UTF8.self))
    return all.count - 1
  }

  /// Takes over the names of `other`, and says which index each of them has here.
  mutating func merge(_ other: InternedNames) -> [Int] { other.all.map { intern($0) } }

  /// Where the name is, or belongs.
  private func place(of bytes: some Collection<UInt8>) -> Int {
    let mask = places.count - 1
    var place = Self.hash(bytes) & mask
    while places[place] >= 0, !Self.spell(bytes, all[Int(places[place])]) { place = (place + 1) & mask }
    return place
  }

  private static func spell(_ bytes: some Collection<UInt8>, _ name: String) -> Bool {
    let answer = bytes.withContiguousStorageIfAvailable { bytes in
      name.utf8.withContiguousStorageIfAvailable { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }
    return (answer ?? nil) ?? name.utf8.elementsEqual(bytes)
  }

  private static func hash(_ bytes: some Collection<UInt8>) -> Int {
    var hash: UInt = 0x811C_9DC5
    for byte in bytes { hash = (hash ^ UInt(byte)) &* 0x0100_0193 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 15) & 0x7FFF_FFFF)
  }

  private mutating func grow() {
    places = Array(repeating: -1, count: max(places.count * 2, 32))
    for (index, name) in all.enumerated() {
      let place = place(of: name.utf8)
      places[place] = Int32(truncatingIfNeeded: index)
    }
  }
}

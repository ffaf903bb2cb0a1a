/// A set of names that says fast of most names that it does not have them: nearly all look-ups are of that kind, and
/// hashing a name costs more than all else that is done with it.
struct NameSet: Sendable {
  private let names: Set<String>
  /// For each first byte a bit for each length, modulo 64, of the names that begin with it.
  private let lengths: [UInt64]

  init(_ names: some Sequence<String>) {
    self.names = Set(names)
    var lengths = [UInt64](repeating: 0, count: 256)
    for name in self.names { lengths[Self.row(name)] |= Self.bit(name) }
    self.lengths = lengths
  }

  func contains(_ name: String) -> Bool {
    lengths[Self.row(name)] & Self.bit(name) != 0 && names.contains(name)
  }

  private static func row(_ name: String) -> Int { Int(name.utf8.first ?? 0) }

  private static func bit(_ name: String) -> UInt64 { 1 << UInt64(truncatingIfNeeded: name.utf8.count & 63) }
}

extension NameSet: ExpressibleByArrayLiteral {
  init(arrayLiteral names: String...) { self.init(names) }
}

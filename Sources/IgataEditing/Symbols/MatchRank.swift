/// How well a name matches letters that were typed, a smaller number being better; `nil` if it doesn't contain them in
/// their order.
///
/// A name that is equal comes first, then those that start with the letters, then those that contain them, and the
/// shorter of two before the longer one.
///
/// - Parameter letters: Folded letters.
func matchRank(of name: some RandomAccessCollection<UInt8>, _ letters: [UInt8]) -> Int? {
  var remaining = letters[...]
  for byte in name where byte.folded == remaining.first { remaining.removeFirst() }
  guard remaining.isEmpty else { return nil }
  let group =
    if name.lazy.map(\.folded).starts(with: letters) {
      name.count == letters.count ? 0 : 1
    } else {
      contains(name, letters) ? 2 : 3
    }
  return group << 16 + min(name.count, 0xFFFF)
}

private func contains(_ name: some RandomAccessCollection<UInt8>, _ letters: [UInt8]) -> Bool {
  guard name.count >= letters.count else { return false }
  return (0...name.count - letters.count).contains {
    name.dropFirst($0).prefix(letters.count).lazy.map(\.folded).elementsEqual(letters)
  }
}

extension UInt8 {
  /// An ASCII letter in lower case, and any other byte itself.
  var folded: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// The encoding of a text that isn't UTF-8, if it can be detected by its byte-order mark or by the zero bytes of ASCII
/// letters; otherwise `nil`.
func foreignEncoding(of bytes: [UInt8]) -> String? {
  let marks: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xFE, 0x00, 0x00], "UTF-32"), ([0x00, 0x00, 0xFE, 0xFF], "UTF-32"), ([0xFF, 0xFE], "UTF-16"),
    ([0xFE, 0xFF], "UTF-16"),
  ]
  if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) { return mark.name }
  // A schema begins with a keyword or a comment, and so with ASCII characters.
  let head = bytes.prefix(16)
  guard head.count >= 8 else { return nil }
  func alternates(zerosAt parity: Int) -> Bool {
    head.enumerated().allSatisfy { ($0.element == 0) == ($0.offset % 2 == parity) }
  }
  return alternates(zerosAt: 0) || alternates(zerosAt: 1) ? "UTF-16" : nil
}

/// The bytes of a text that is built piece by piece.
public struct TextBuffer: Sendable {
  /// The bytes that have been written.
  public private(set) var bytes: [UInt8] = []

  /// An empty buffer.
  public init() {}

  /// The number of bytes that have been written.
  public var count: Int { bytes.count }

  /// The bytes that have been written, as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends bytes.
  public mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends a part of an array, without retaining the array for it.
  @inline(__always)
  public mutating func append(_ part: ArraySlice<UInt8>) {
    part.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) } ?? appendEachByte(of: part)
  }

  /// Appends a text.
  public mutating func append(_ text: String) {
    text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) } ?? appendEachByte(of: text.utf8)
  }

  /// Appends bytes without contiguous storage, of which each is a call.
  ///
  /// This is a function of its own, because the common case would otherwise retain the bytes for it.
  @inline(never)
  private mutating func appendEachByte(of more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends a string literal.
  public mutating func append(literal text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a number in decimal digits.
  public mutating func append(_ number: Int) {
    // Diagrams consist of small numbers, for which a string each would take longer.
    guard (-9_999...9_999).contains(number) else { return append(String(number)) }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = abs(number)
    var unit = magnitude < 10 ? 1 : magnitude < 100 ? 10 : magnitude < 1_000 ? 100 : 1_000
    while unit > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(magnitude / unit % 10))
      unit /= 10
    }
  }

  /// Exchanges the bytes, and the memory that is reserved for more of them, with those of an array.
  mutating func swapBytes(with other: inout [UInt8]) { swap(&bytes, &other) }

  /// Removes what was written after the first `count` bytes, and returns it.
  public mutating func cut(to count: Int) -> [UInt8] {
    guard count >= 0, count < bytes.count else { return [] }
    let rest = Array(bytes[count...])
    bytes.removeSubrange(count...)
    return rest
  }

  /// The number of characters from `start` on, as a person counts them.
  public func characters(from start: Int) -> Int {
    guard start >= 0, start < count else { return 0 }
    let part = bytes[start...]
    // Only text that isn't ASCII has to be split into characters.
    return part.allSatisfy { $0 < 0x80 } ? part.count : String(decoding: part, as: UTF8.self).count
  }
}

// MARK: - HTML

extension TextBuffer {
  /// Appends bytes, and escapes characters with a meaning in HTML.
  mutating func append(escaped more: some Collection<UInt8>) {
    let isDone: Void? = more.withContiguousStorageIfAvailable { appendRuns(of: $0) }
    if isDone == nil { appendRuns(of: Array(more)) }
  }

  /// Appends the bytes between those that are escaped in one piece each.
  private mutating func appendRuns(of more: some RandomAccessCollection<UInt8>) {
    var start = more.startIndex
    var index = start
    while index < more.endIndex {
      let byte = more[index]
      let next = more.index(after: index)
      // Most bytes are letters.
      guard byte < 0x40 || byte == 0xBE || byte == 0xBF else {
        index = next
        continue
      }
      if let entity = Self.entity(of: byte) {
        bytes.append(contentsOf: more[start..<index])
        append(entity)
        start = next
      } else if byte >= 0xBE, more[start..<next].suffix(3).elementsEqual([0xEF, 0xBF, byte]) {
        // XML can't represent U+FFFE and U+FFFF, not even as character references.
        bytes.append(contentsOf: more[start..<next].dropLast(3))
        append(Self.replacement)
        start = next
      }
      index = next
    }
    bytes.append(contentsOf: more[start...])
  }

  private static func entity(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    case 0x09, 0x0A, 0x0D: nil
    case ..<0x20: replacement
    default: nil
    }
  }

  /// The replacement for characters that XML can't represent.
  private static let replacement = "\u{FFFD}"
}

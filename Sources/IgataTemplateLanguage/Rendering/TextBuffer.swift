#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The bytes of a rendering, in room that is kept for the next one.
///
/// `@unchecked Sendable`: it is not copyable, and nothing else has a pointer to its bytes.
public struct TextBuffer: ~Copyable, @unchecked Sendable {
  /// Nothing until something is written, and of the C library: it moves much of a large file to more room without
  /// touching it.
  @usableFromInline private(set) var bytes: UnsafeMutablePointer<UInt8>?
  @usableFromInline private(set) var capacity = 0
  private let limit: Int
  /// How many bytes there are.
  @inlinable public var count: Int { length }
  @usableFromInline var length = 0
  /// Whether more was appended than the limit allows: what is too much is left out.
  @usableFromInline private(set) var isOverfull = false

  /// An empty buffer.
  public init() { self.init(limit: RenderLimits().output) }

  /// - Parameter limit: How many bytes may be printed.
  init(limit: Int) { self.limit = limit }

  deinit { free(bytes) }

  /// What has been printed; valid until the next change.
  var contents: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

  /// What has been written, as a string.
  public var text: String { String(decoding: contents, as: UTF8.self) }

  mutating func removeAll() {
    length = 0
    isOverfull = false
  }

  /// Appends bytes, which are not the buffer's own.
  @inlinable
  @inline(__always)
  public mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    if more.count > capacity &- length {
      grow(by: more.count)
      if isOverfull { return }
    }
    guard let bytes else { return }
    Self.copy(start, to: bytes + length, count: more.count)
    length &+= more.count
  }

  /// Appends a part of the arena of literal text.
  @inline(__always)
  mutating func append(_ arena: UnsafeBufferPointer<UInt8>, _ part: Stretch) {
    append(UnsafeBufferPointer(rebasing: arena[part.offset..<part.end]))
  }

  /// Most pieces are shorter than a call of the C library's copier is worth.
  @inlinable
  @inline(__always)
  static func copy(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    let (source, end) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
    switch count {
    case 17...32:
      let head = source.loadUnaligned(as: SIMD16<UInt8>.self)
      let tail = (source + count - 16).loadUnaligned(as: SIMD16<UInt8>.self)
      end.storeBytes(of: head, as: SIMD16<UInt8>.self)
      (end + count - 16).storeBytes(of: tail, as: SIMD16<UInt8>.self)
    case 8...16:
      let (head, tail) = (source.loadUnaligned(as: UInt64.self), (source + count - 8).loadUnaligned(as: UInt64.self))
      end.storeBytes(of: head, as: UInt64.self)
      (end + count - 8).storeBytes(of: tail, as: UInt64.self)
    case 4..<8:
      let (head, tail) = (source.loadUnaligned(as: UInt32.self), (source + count - 4).loadUnaligned(as: UInt32.self))
      end.storeBytes(of: head, as: UInt32.self)
      (end + count - 4).storeBytes(of: tail, as: UInt32.self)
    case 1..<4:
      let (head, middle) = (source.load(as: UInt8.self), (source + count / 2).load(as: UInt8.self))
      let tail = (source + count - 1).load(as: UInt8.self)
      end.storeBytes(of: head, as: UInt8.self)
      (end + count / 2).storeBytes(of: middle, as: UInt8.self)
      (end + count - 1).storeBytes(of: tail, as: UInt8.self)
    default: end.copyMemory(from: source, byteCount: count)
    }
  }

  /// Appends a text.
  public mutating func append(_ text: String) {
    // With the rare case apart, nothing counts references to the text.
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil { append(scattered: text, escapes: false) }
  }

  /// Appends a text whose bytes do not lie in one piece.
  @inline(never)
  private mutating func append(scattered text: String, escapes: Bool) {
    Array(text.utf8).withUnsafeBufferPointer { append($0, escapes: escapes) }
  }

  /// Appends a text that is spelled out in the program: there is nothing to count references to.
  @inlinable
  @inline(__always)
  public mutating func append(literal text: StaticString) {
    if text.hasPointerRepresentation {
      append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    } else {
      text.withUTF8Buffer { append($0) }
    }
  }

  /// Appends a number in decimal digits.
  public mutating func append(_ number: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      var rest = number.magnitude
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      append(UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  @inline(__always)
  mutating func append(_ text: String, escapes: Bool) {
    if text.utf8.withContiguousStorageIfAvailable({ append($0, escapes: escapes) }) == nil {
      append(scattered: text, escapes: escapes)
    }
  }

  /// Appends `bytes`, with the five characters that mean something in HTML spelled out if it `escapes`.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, escapes: Bool) {
    if escapes { appendEscaped(bytes) } else { append(bytes) }
  }

  private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = bytes.startIndex
    for (index, byte) in bytes.enumerated() {
      guard let entity = Self.entity(of: byte) else {
        if byte >= 0xBE, Self.isNoncharacter(bytes[start...index].suffix(3)) {
          append(UnsafeBufferPointer(rebasing: bytes[start..<index - 2]))
          append(Self.replacement)
          start = index + 1
        }
        continue
      }
      append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      append(entity)
      start = index + 1
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
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

  /// What stands for characters that XML can't hold, not even by their numbers.
  private static let replacement = "\u{FFFD}"

  /// Whether these are the bytes of U+FFFE or U+FFFF.
  private static func isNoncharacter(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    bytes.elementsEqual([0xEF, 0xBF, 0xBE]) || bytes.elementsEqual([0xEF, 0xBF, 0xBF])
  }

  // MARK: What has been written

  /// Takes away what was written behind the first `count` bytes, and gives it back.
  public mutating func cut(to count: Int) -> [UInt8] {
    let end = self.count
    guard count >= 0, count < end else { return [] }
    length = count
    return Array(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: bytes, count: end)[count...]))
  }

  /// How many characters a person sees from `start` on: what is ASCII need not be cut into them.
  public func characters(from start: Int) -> Int {
    guard start >= 0, start < count else { return 0 }
    let part = contents[start...]
    return part.allSatisfy { $0 < 0x80 } ? part.count : String(decoding: part, as: UTF8.self).count
  }

  @usableFromInline
  @inline(never)
  mutating func grow(by more: Int) {
    guard !isOverfull, more <= limit - count else {
      isOverfull = true
      return
    }
    let larger = max(capacity * 2, count + more, 1 << 8)
    guard let moved = realloc(bytes, larger) else {
      isOverfull = true
      return
    }
    bytes = moved.assumingMemoryBound(to: UInt8.self)
    capacity = larger
  }
}

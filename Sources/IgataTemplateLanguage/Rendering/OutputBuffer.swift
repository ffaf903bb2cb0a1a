/// The bytes of a rendering, in room that is kept for the next one.
struct OutputBuffer: ~Copyable {
  private static let initialCapacity = 1 << 12

  private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.initialCapacity)
  private var capacity = Self.initialCapacity
  private let limit: Int
  private(set) var count = 0
  /// Whether more was appended than the limit allows: what is too much is left out.
  private(set) var isOverfull = false

  /// - Parameter limit: How many bytes may be printed.
  init(limit: Int) { self.limit = limit }

  deinit { bytes.deallocate() }

  /// What has been printed; valid until the next change.
  var contents: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

  mutating func removeAll() {
    count = 0
    isOverfull = false
  }

  @inline(__always)
  mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    guard let start = more.baseAddress else { return }
    if more.count > capacity - count {
      grow(by: more.count)
      if isOverfull { return }
    }
    (bytes + count).update(from: start, count: more.count)
    count += more.count
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ number: Int) {
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
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append($0, escapes: escapes) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { append($0, escapes: escapes) } }
  }

  /// Appends `bytes`, with the four characters that mean something in HTML spelled out if it `escapes`.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, escapes: Bool) {
    if escapes { appendEscaped(bytes) } else { append(bytes) }
  }

  private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = bytes.startIndex
    for (index, byte) in bytes.enumerated() {
      guard let entity = Self.entity(of: byte) else { continue }
      append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
      append(entity)
      start = index + 1
    }
    append(UnsafeBufferPointer(rebasing: bytes[start...]))
  }

  private static func entity(of byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    guard !isOverfull, more <= limit - count else {
      isOverfull = true
      return
    }
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = moved
    capacity = larger
  }
}

#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

/// The parameters of one statement, in the binary format.
struct Parameters {
  private(set) var types: [ServerType] = []
  private(set) var bytes: [UInt8] = []
  /// Where each value stands in ``bytes``; nothing for null.
  private(set) var ranges: [Range<Int>?] = []

  init() {}

  var count: Int { ranges.count }

  /// Adds a value, and returns its number, which counts from 1.
  @discardableResult
  mutating func append(_ value: StoredValue, _ type: ServerType) throws(UnsendableValue) -> Int {
    types.append(type)
    if case .null = value {
      ranges.append(nil)
      return count
    }
    let start = bytes.count
    try value.appendServerBytes(type, to: &bytes)
    ranges.append(start..<bytes.count)
    return count
  }

  /// Calls `body` with the pointers, the lengths and the formats as the library takes them.
  func withPointers<Result>(
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      // An empty value is told from null by its address.
      let empty = UnsafeRawPointer(bitPattern: 1)
      let pointers = ranges.map { range -> UnsafePointer<CChar>? in
        guard let range else { return nil }
        return (bytes.baseAddress.map { $0 + range.lowerBound } ?? empty)?.assumingMemoryBound(to: CChar.self)
      }
      let lengths = ranges.map { Int32(truncatingIfNeeded: $0?.count ?? 0) }
      return body(pointers, lengths, [Int32](repeating: 1, count: ranges.count))
    }
  }
}

#endif

#if PostgreSQL
@_spi(Backend) internal import IgataRuntime

/// The parameters of one statement, in the binary format.
struct Parameters {
  private(set) var types: [ServerType] = []
  private(set) var bytes: [UInt8] = []
  /// The range of each value in ``bytes``; `nil` for null.
  private(set) var ranges: [Range<Int>?] = []

  init() {}

  var count: Int { ranges.count }

  /// Adds a value and returns its number, starting at 1.
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

  /// Calls `body` with the pointers, lengths and formats for libpq.
  func withPointers<Result>(
    _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      // A null pointer is a null, so an empty value needs another address.
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

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

  /// Calls `body` with the values for libpq.
  func withFields(_ body: (Fields) throws(ServerFailure) -> Void) throws(ServerFailure) {
    try bytes.withUnsafeBytes { bytes in
      var fields = Fields(count: count)
      // A null pointer is a null, so an empty value needs another address.
      let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
      for case (let index, let range?) in ranges.enumerated() {
        fields.values[index] = start.map { $0 + range.lowerBound }?.assumingMemoryBound(to: CChar.self)
        fields.lengths[index] = Int32(truncatingIfNeeded: range.count)
      }
      return Result { () throws(ServerFailure) in try body(fields) }
    }.get()
  }
}

/// The values of the parameters of one statement in the binary format, for libpq. They are valid in the call to which
/// they are passed.
struct Fields {
  /// `nil` for null.
  var values: [UnsafePointer<CChar>?]
  var lengths: [Int32]
  let formats: [Int32]

  /// Nulls.
  init(count: Int) {
    values = Array(repeating: nil, count: count)
    lengths = Array(repeating: 0, count: count)
    formats = Array(repeating: 1, count: count)
  }
}

#endif

/// Keys of the same number of columns. Their values are one array, as a load of related rows may look for 100,000 keys.
@_spi(Backend) public struct KeyList: Hashable, Sendable {
  /// The number of columns of each key, at least 1.
  public let width: Int
  /// The values of the keys, one key after the other.
  public let values: [StoredValue]

  /// Keys whose values follow each other. Values after the last whole key are ignored.
  public init(width: Int, values: [StoredValue]) {
    self.width = Swift.max(width, 1)
    self.values = values
  }

  /// The keys; `nil` if they don't all have `width` columns.
  public init?(width: Int, _ keys: [[StoredValue]]) {
    guard width > 0, keys.allSatisfy({ $0.count == width }) else { return nil }
    self.init(width: width, values: width == 1 ? keys.map { $0[0] } : keys.flatMap(\.self))
  }
}

@_spi(Backend) extension KeyList: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of keys.
  public var endIndex: Int { values.count / width }

  /// The values of a key, of which there are ``width``.
  public subscript(index: Int) -> [StoredValue] { Array(values[index * width..<(index + 1) * width]) }
}

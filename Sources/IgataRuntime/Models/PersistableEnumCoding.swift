extension PersistableEnum {
  public init(_unknown rawValue: RawValue, isFault: inout Bool) {
    isFault = true
    // An enum with raw values has at least one case, as Swift requires it.
    self = Self.allCases[Self.allCases.startIndex]
  }

  @inlinable
  public init(row: inout RowReader, at column: Int) {
    let rawValue = RawValue(row: &row, at: column)
    if let known = Self(rawValue: rawValue) {
      self = known
    } else {
      var isFault = false
      self.init(_unknown: rawValue, isFault: &isFault)
      if isFault { row.fail(column, .unknownCase(rawValue._faultText)) }
    }
  }

  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { rawValue.write(to: &row, at: column) }

  public var _storedValue: StoredValue { rawValue._storedValue }
}

extension String: PersistableRawValue {
  public var _faultText: String { "'\(self)'" }
}

extension Int16: PersistableRawValue {
  public var _faultText: String { description }
}

extension Int32: PersistableRawValue {
  public var _faultText: String { description }
}

extension Int64: PersistableRawValue {
  public var _faultText: String { description }
}

extension Int: PersistableRawValue {
  public var _faultText: String { description }
}

extension PersistableEnum {
  /// If no case has the raw value, this is a fault, and the case is a placeholder.
  @inlinable
  public init(row: inout RowReader, at column: Int) {
    let rawValue = RawValue(row: &row, at: column)
    if let known = Self(rawValue: rawValue) {
      self = known
    } else {
      row.fail(column, .unknownCase(rawValue._faultText))
      // An enum without cases in `allCases` has a case for every raw value.
      self = Self.allCases[Self.allCases.startIndex]
    }
  }

  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { rawValue.write(to: &row, at: column) }
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

extension PersistableEnum {
  /// If no case has the raw value, this is a fault, and the case is a placeholder.
  @inlinable
  public init(row: inout RowReader, at column: Int) {
    let rawValue = RawValue(row: &row, at: column)
    if let known = Self(rawValue: rawValue) {
      self = known
    } else {
      row.fail(column, .unknownCase(rawValue._storedValue.rawValueText))
      // An enum without cases in `allCases` has a case for every raw value.
      self = Self.allCases[Self.allCases.startIndex]
    }
  }

  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { rawValue.write(to: &row, at: column) }
}

extension StoredValue {
  /// The raw value of an enum, as a message shows it.
  @usableFromInline var rawValueText: String {
    switch self {
    case .text(let text): "'\(text)'"
    case .integer(let number): "\(number)"
    default: kindName
    }
  }
}

extension String: PersistableRawValue {}
extension Int16: PersistableRawValue {}
extension Int32: PersistableRawValue {}
extension Int64: PersistableRawValue {}
extension Int: PersistableRawValue {}

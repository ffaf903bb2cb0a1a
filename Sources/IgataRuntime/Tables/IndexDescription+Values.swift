public import IgataTables

extension IndexFunction {
  /// The function's result for a value of a column.
  @_spi(Backend) public func result(of value: StoredValue) -> StoredValue {
    switch self {
    case .lower:
      guard case .text(let text) = value else { return value }
      return .text(text.lowercasedASCII)
    }
  }
}

extension IndexDescription {
  /// The values of a row that the index contains.
  @_spi(Backend) public func values(of row: [StoredValue]) -> [StoredValue] {
    parts.map { part in part.function?.result(of: row[part.column]) ?? row[part.column] }
  }
}

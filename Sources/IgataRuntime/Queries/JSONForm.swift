package import IgataTables

/// What a value in JSON is read as.
@_spi(Backend) public enum JSONForm: Int, Hashable, Sendable, CaseIterable {
  case json, string, int64, double, decimal, bool

  /// The type of the values.
  package var type: ColumnType {
    switch self {
    case .json: .scalar(.json)
    case .string: .scalar(.string)
    case .int64: .scalar(.int64)
    case .double: .scalar(.double)
    case .decimal: .scalar(.decimal())
    case .bool: .scalar(.bool)
    }
  }

  /// The value; null if it doesn't have this form.
  package func value(_ json: JSON?) -> StoredValue {
    switch (self, json) {
    case (.json, let json?): .json(json)
    case (.string, .string(let text)?): .text(text)
    case (.int64, .number(let number)?): number.int64.map { .integer($0) } ?? .null
    case (.double, .number(let number)?): .real(number.double)
    case (.decimal, .number(let number)?): number.decimal.map { .decimal($0) } ?? .null
    case (.bool, .bool(let value)?): .bool(value)
    default: .null
    }
  }
}

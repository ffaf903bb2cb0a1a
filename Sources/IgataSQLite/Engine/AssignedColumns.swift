#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime

internal import IgataTables
#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The table whose rows an update changes, so that ``SQLFunction/assigned`` checks the values that are calculated.
final class AssignedColumns {
  private var table: TableDescription?
  /// The rule that the last value violated.
  private(set) var broken: StoreError?

  /// The following values are those of columns of a table.
  func begin(_ table: TableDescription) {
    self.table = table
    broken = nil
  }

  /// Returns the value as it is stored in a column; `nil` if it can't be stored there.
  func stored(_ value: StoredValue, in column: Int) -> StoredValue? {
    guard let table, table.columns.indices.contains(column),
      let fitted = table.columns[column].fitted(value)
    else { return nil }
    guard let rule = table.columns[column].rule(brokenBy: fitted) else { return fitted }
    broken = .checkFailed(model: table.model, field: table.field(at: column), rule: rule)
    return nil
  }

  /// Whether values that are calculated for a column have to be checked, because the table itself doesn't check them,
  /// or reports a number that is out of range as a value that violates a rule.
  static func areChecked(_ column: ColumnDescription) -> Bool {
    switch column.type {
    case .scalar(.int16), .scalar(.int32), .scalar(.float), .integerEnum: true
    case .scalar(.decimal(let precision, _)): precision != nil || column.constraints != .none
    default: false
    }
  }
}

#endif

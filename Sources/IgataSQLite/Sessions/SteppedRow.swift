#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

internal import IgataTables
#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The current row of a statement.
struct SteppedRow: AggregateRow {
  let statement: OpaquePointer

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, number(column)) == SQLITE_NULL }

  func integer(_ column: Int) -> Int64? { sqlite3_column_int64(statement, number(column)) }

  func text(_ column: Int) -> String? { sqlite3_column_text(statement, number(column)).map { String(cString: $0) } }

  func value(_ column: Int, _ type: ColumnType) -> StoredValue? { StoredValue(statement, number(column), type) }

  private func number(_ column: Int) -> Int32 { Int32(truncatingIfNeeded: column) }
}

#endif

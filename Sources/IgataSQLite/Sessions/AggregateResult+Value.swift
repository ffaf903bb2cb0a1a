#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension AggregateResult {
  /// The value in the row of results. Null where there was nothing to reduce.
  func value(_ statement: OpaquePointer, _ table: TableDescription) throws(StoreError) -> StoredValue {
    let column = Int32(truncatingIfNeeded: column)
    guard form == .count || sqlite3_column_type(statement, column) != SQLITE_NULL else { return .null }
    switch form {
    case .count:
      return .integer(sqlite3_column_int64(statement, column))
    case .value(let type):
      if let value = StoredValue(statement, column, type) { return value }
      throw .corrupted(
        model: table.model, row: nil, column: nil, problem: "\(text(table)) holds what is not of its type")
    case .halves:
      if let sum = Int64(exactly: sum(statement, column)) { return .integer(sum) }
    case .averageOfHalves:
      let count = sqlite3_column_int64(statement, column + 2)
      if let average = ExactSum.average(of: sum(statement, column), count) { return average }
    case .sumText, .averageOfSumText, .reals: break
    }
    throw .overflow(expression: "the sum of \(text(table))")
  }

  private func sum(_ statement: OpaquePointer, _ column: Int32) -> Int128 {
    Int128(sqlite3_column_int64(statement, column)) << 32 + Int128(sqlite3_column_int64(statement, column + 1))
  }

  private func text(_ table: TableDescription) -> String { expression.map { table.text(of: $0) } ?? table.model }
}

#endif

#if SQLite || canImport(SQLite3)
internal import Foundation
internal import IgataRuntime

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension AggregateResult {
  /// The aggregate's value in the row of results. Null where there was nothing to reduce.
  func value(
    _ statement: OpaquePointer, _ aggregate: Aggregate, _ table: TableDescription
  ) throws(StoreError) -> StoredValue {
    let column = Int32(truncatingIfNeeded: column)
    guard form == .count || sqlite3_column_type(statement, column) != SQLITE_NULL else { return .null }
    switch form {
    case .count:
      return .integer(sqlite3_column_int64(statement, column))
    case .value(let type):
      guard let value = StoredValue(statement, column, type) else { throw corrupted(table) }
      return value
    case .halves:
      let upper = Int128(sqlite3_column_int64(statement, column))
      let sum = (upper << 32) + Int128(sqlite3_column_int64(statement, column + 1))
      guard let sum = Int64(exactly: sum) else { throw .overflow(expression: "sum of \(table.text(of: aggregate))") }
      guard isAverage else { return .integer(sum) }
      return .real(Double(sum) / sqlite3_column_double(statement, column + 2))
    case .real:
      let sum = sqlite3_column_double(statement, column)
      return .real(isAverage ? sum / sqlite3_column_double(statement, column + 1) : sum)
    case .decimal:
      guard case .decimal(let sum)? = StoredValue(statement, column, .decimal()) else { throw corrupted(table) }
      return .decimal(isAverage ? sum / Decimal(sqlite3_column_int64(statement, column + 1)) : sum)
    }
  }

  private func corrupted(_ table: TableDescription) -> StoreError {
    .corrupted(model: table.model, row: nil, column: nil, problem: "a value is not of its column's type")
  }
}

extension TableDescription {
  /// What is reduced, in the names of the schema.
  fileprivate func text(of aggregate: Aggregate) -> String {
    switch aggregate {
    case .count: model
    case .sum(let expression), .minimum(let expression), .maximum(let expression), .average(let expression):
      text(of: expression)
    }
  }

  private func text(of expression: QueryExpression) -> String {
    switch expression {
    case .value: return "…"
    case .column(let path, let column): return "\(model).\(table(along: path)?.field(at: column) ?? "?")"
    case .arithmetic(_, let left, let right): return "\(text(of: left)), \(text(of: right))"
    }
  }
}

#endif

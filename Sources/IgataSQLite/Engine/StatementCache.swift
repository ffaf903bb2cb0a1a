#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The prepared statements of a connection, each prepared when it is first needed.
final class StatementCache {
  /// The maximum number of statements. When it is reached, all are dropped and prepared again when needed.
  private static let most = 1000

  private let database: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var tables: [ObjectIdentifier: TableStatements] = [:]
  private var lastTable: TableStatements?

  init(_ database: OpaquePointer) { self.database = database }

  /// The statement for a text.
  subscript(sql: String) -> Statement {
    get throws(EngineFailure) {
      if let known = statements[sql] { return known }
      let statement = try Statement(sql, on: database)
      if statements.count >= Self.most { removeAll() }
      statements[sql] = statement
      return statement
    }
  }

  /// The statements of a table, which are found without their text.
  subscript(table: TableDescription) -> TableStatements {
    if let lastTable, lastTable.text.table === table { return lastTable }
    if tables.count >= Self.most { removeAll() }
    let statements = tables[ObjectIdentifier(table)] ?? TableStatements(table)
    tables[ObjectIdentifier(table)] = statements
    lastTable = statements
    return statements
  }

  private func removeAll() {
    statements.removeAll()
    tables.removeAll()
    lastTable = nil
  }
}

#endif

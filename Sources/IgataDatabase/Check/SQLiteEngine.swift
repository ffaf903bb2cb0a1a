#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
@_spi(Backend) internal import IgataSQLite
internal import IgataTables

/// SQLite, in memory where no other process opens the database.
struct SQLiteEngine: CheckEngine {
  var dialect: any QueryDialect { SQLiteDialect() }
  var label: String { "" }

  func migrations(_ versions: [SchemaVersion]) -> SchemaMigrations { SchemaMigrations(models: [], sqlite: versions) }

  func emptyBackend() throws -> any InspectableBackend { try SQLiteBackend.inMemory() }

  func scratchDatabase() -> any ScratchDatabase { ScratchFile() }

  func stored(_ expression: String, in column: ColumnDescription) -> String { "(\(expression))" }

  func counterQuery(of table: TableDescription) -> String? { nil }

  func isConstraint(_ reason: String) -> Bool { reason.contains("constraint failed") }

  func text(ofKey value: StoredValue) -> String? { value.text }

  var namedRows: Int { 3 }
}

#endif

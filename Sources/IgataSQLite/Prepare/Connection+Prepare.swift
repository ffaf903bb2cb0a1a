#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension Connection: PreparedDatabase {
  var dialect: SQLiteDialect { SQLiteDialect() }

  var tables: PreparedTables { statements.known }

  /// Text is compared byte by byte, which is the order of code points only in UTF-8.
  func checkEncoding() throws(StoreError) {
    guard let encoding = try rows("PRAGMA encoding").first?[0], encoding != "UTF-8" else { return }
    throw StoreError.schemaMismatch(
      table: "sqlite_schema", column: nil, problem: "the database's text is in \(encoding)",
      help: "copy it into a database in UTF-8")
  }

  /// A table that was created by the same statements that would create it now is not compared.
  func catalog(of tables: [TableDescription]) throws(StoreError) -> (catalog: Catalog, compared: [TableDescription]) {
    try mapped { () throws(EngineFailure) in
      var catalog = try Catalog(self)
      let changed = tables.filter { !catalog.isUnchanged($0) }
      try catalog.readObjects(of: PreparePlan.names(of: changed))
      return (catalog, changed)
    }
  }

  /// The catalog with a description of all of these tables that exist.
  func catalog(describing tables: [TableDescription]) throws(StoreError) -> Catalog {
    try mapped { () throws(EngineFailure) in
      var catalog = try Catalog(self)
      try catalog.readObjects(of: PreparePlan.names(of: tables))
      return catalog
    }
  }

  func statements(creating tables: [TableDescription]) -> [String] {
    tables.flatMap { $0.definition(in: dialect).statements }
  }

  func rows(_ sql: String) throws(StoreError) -> [[String?]] {
    try mapped { () throws(EngineFailure) in try texts(sql) }
  }

  func run(_ statements: [String]) throws(StoreError) {
    try mapped { () throws(EngineFailure) in
      for sql in statements { try runOnce(sql) }
    }
  }
}

#endif

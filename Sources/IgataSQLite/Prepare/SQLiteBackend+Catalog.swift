#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
internal import IgataTables

@_spi(Backend) extension SQLiteBackend {
  public var catalogDialect: any CatalogDialect { SQLiteDialect() }

  public func foundDatabase() async throws(StoreError) -> FoundDatabase {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    return try connection.foundDatabase()
  }

  public func texts(_ sql: String) async throws(StoreError) -> [[String?]] {
    let connection = try await readers.acquire()
    defer { readers.release(connection) }
    return try connection.interruption.limiting(to: Self.mostSteps) { () throws(StoreError) in
      try connection.rows(sql)
    }
  }

  /// How many instructions of SQLite's virtual machine a query that describes a table may take, which takes seconds. A
  /// view may have rows without an end.
  private static let mostSteps = 500_000_000
}

extension Connection {
  fileprivate func foundDatabase() throws(StoreError) -> FoundDatabase {
    try mapped { () throws(EngineFailure) in
      var catalog = try Catalog(self)
      try catalog.readAll()
      var database = FoundDatabase()
      database.objects = catalog.objects
      database.records = catalog.records
      let statements = try texts(
        """
        SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
        AND tbl_name NOT LIKE 'igata\\_%' ESCAPE '\\' ORDER BY tbl_name, type DESC, name
        """)
      database.definitions = statements.compactMap { $0[0] }
      return database
    }
  }
}

#endif

#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
internal import IgataTables

@_spi(Backend) extension PostgreSQLBackend {
  public var catalogDialect: any CatalogDialect { PostgreSQLDialect() }

  /// The tables and views of the schema in which tables are created, without the partitions of a table.
  public func foundDatabase() async throws(StoreError) -> FoundDatabase {
    try await migrationConnection.inTransaction(isKept: false) { session throws(StoreError) in
      let names = try await session.texts(
        """
        SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
        """, []
      ).map { $0[0] }.filter { !RecordedTables.recordNames.contains($0) }
      let catalog = try await Catalog(session, names)
      var database = FoundDatabase()
      database.objects = catalog.objects
      database.records = catalog.records
      return database
    }
  }

  public func texts(_ sql: String) async throws(StoreError) -> [[String?]] {
    try await migrationConnection.inTransaction(isKept: false) { session throws(StoreError) in
      try await session.rows(sql)
    }
  }
}

#endif

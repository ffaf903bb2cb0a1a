#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension PostgreSQLBackend {
  /// The indexes and constraints of the schema in which tables are created that the server doesn't rely on, since it
  /// has not checked every row; empty if there are none.
  ///
  /// Damaged files are a matter of the server: `pg_amcheck` finds them.
  ///
  /// - Parameter depth: Both are the same, since the server checks foreign keys itself.
  /// - Throws: ``/IgataRuntime/StoreError/unreachable(reason:)`` if the server can't be reached.
  public func verify(_ depth: VerificationDepth = .quick) async throws(StoreError) -> [DatabaseProblem] {
    try await migrationConnection.inTransaction(isKept: false) { session throws(StoreError) in
      let indexes = try await session.texts(
        """
        SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND NOT i.indisvalid ORDER BY 1
        """, [])
      let constraints = try await session.texts(
        """
        SELECT f.conname::text FROM pg_constraint f JOIN pg_namespace n ON n.oid = f.connamespace
        WHERE n.nspname = current_schema() AND NOT f.convalidated ORDER BY 1
        """, [])
      return indexes.map { .invalidIndex(name: $0[0]) } + constraints.map { .unvalidatedConstraint(name: $0[0]) }
    }
  }

  /// Has the server count how the values of the prepared tables are distributed, by which it plans queries (`ANALYZE`).
  ///
  /// The server does this itself after many changes. It is worth a call after an import.
  ///
  /// - Throws: ``/IgataRuntime/StoreError/unreachable(reason:)`` if the server can't be reached.
  public func optimize() async throws(StoreError) {
    let connection = migrationConnection
    for table in tables.all {
      try await connection.inTransaction { session throws(StoreError) in
        _ = try await session.texts("ANALYZE \(session.dialect.identifier(table.name))", [])
      }
    }
  }

  /// A server is backed up by its own tools.
  @available(*, unavailable, message: "use pg_dump, or pg_basebackup for the whole server")
  public func backUp(
    to path: String, progress: (BackupProgress) -> Void = { _ in }
  ) async throws(StoreError) {}
}

#endif

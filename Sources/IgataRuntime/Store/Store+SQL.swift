internal import IgataTables

extension Store {
  /// Runs a statement in SQL, and returns how many rows it inserted, updated and deleted itself, without those of
  /// triggers and delete rules; 0 for a statement of another kind.
  ///
  /// ```swift
  /// let count = try await store.execute("UPDATE accounts SET name = trim(name) WHERE owner_id = \(account.ownerID)")
  /// ```
  ///
  /// It runs in the store's transaction, or else in one of its own, and rows that it returns are discarded. Observers
  /// are notified of the tables that it changed.
  ///
  /// Only the database checks the statement: it doesn't increment versions, set dates of the last change, or delete
  /// the wrappers of deleted rows. <doc:WritingSQL> has the details.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` if the backend runs no SQL, if the database doesn't
  /// accept the statement, and for a statement that would end the transaction or change the connection. Use
  /// ``transaction(fileID:line:_:)`` instead of `BEGIN`, `COMMIT`, `ROLLBACK` and `SAVEPOINT`.
  @discardableResult
  public func execute(_ sql: SQL) async throws(StoreError) -> Int {
    try await perform(.write, atomic: true) { (session) throws(StoreError) in try await session.execute(sql).count }
  }

  /// Runs a statement in SQL outside of a transaction, for what can't be run in one, and returns how many rows it
  /// inserted, updated and deleted itself; 0 for a statement of another kind.
  ///
  /// ```swift
  /// try await store.executeAlone("CREATE INDEX CONCURRENTLY entry_note_idx ON \(Entry.self) (note)")
  /// ```
  ///
  /// On PostgreSQL, that is `VACUUM`, `REINDEX CONCURRENTLY`, or a `CALL` of a procedure that commits, among others.
  /// The statement has a connection of its own, whose timeout is that of the options. On SQLite, it is `VACUUM`, and
  /// the pragmas `optimize`, `incremental_vacuum` and `wal_checkpoint`; others that write wait for it.
  ///
  /// If it fails, what it has done by then may stay, such as an invalid index: `verify(_:)` of the backend finds it.
  /// Observers are notified that any row may have changed, also if it fails.
  ///
  /// Throws ``StoreError/misuse(reason:)`` in the closure of a transaction or an observation, and if the store is
  /// scoped. Throws
  /// ``StoreError/unsupportedQuery(expression:reason:)`` if the backend runs no SQL or has several backends, if the
  /// database doesn't accept the statement, and for a statement that ``execute(_:)`` refuses, such as `BEGIN` and
  /// `SET`, which would have no effect on the next statement. Throws ``StoreError/readOnly(reason:)`` if the database
  /// was opened read-only, and ``StoreError/locked(reason:)`` if another process locks it for too long.
  @discardableResult
  public func executeAlone(_ sql: SQL) async throws(StoreError) -> Int {
    if scope != nil {
      throw .misuse(reason: "executeAlone was called in a transaction: call it before, or use 'execute'")
    }
    if backend.sessionScope != nil {
      throw .misuse(
        reason: "executeAlone was called with a scoped store, whose settings hold in transactions: use 'execute', or "
          + "the store that this was made of")
    }
    do throws(StoreError) {
      let count = try await perform(.alone) { (session) throws(StoreError) in try await session.execute(sql).count }
      backend.identity.hub.publish(.unknown(.executedSQL, tables: nil))
      return count
    } catch {
      // Otherwise it was not begun.
      if error.mayHaveChangedRows { backend.identity.hub.publish(.unknown(.executedSQL, tables: nil)) }
      throw error
    }
  }

  /// The models in the rows that a query in SQL returns, in its order, each with its required relations, its wrappers
  /// and its lists.
  ///
  /// ```swift
  /// let accounts = try await store.fetch(
  ///   Account.self, sql: "SELECT * FROM \(Account.self) WHERE length(name) > \(10) ORDER BY name")
  /// ```
  ///
  /// The columns of the result are matched by name. Throws ``StoreError/schemaMismatch(_:)``, with all differences, if
  /// one of the model's columns is missing or occurs twice, or if there are others. Throws
  /// ``StoreError/unsupportedQuery(expression:reason:)`` if the SQL isn't one query that only reads; ``execute(_:)``
  /// runs other statements.
  nonisolated(nonsending)
    public func fetch<Model: PersistableModel>(
      _ model: Model.Type, sql: SQL
    ) async throws(StoreError) -> [Model]
  {
    let identity = backend.identity
    return try await perform(.read) { (session) throws(StoreError) in
      let context = LoadContext(identity)
      let models: [Model] = try await context.collect(
        Model.table, from: session, loadsLists: .all, IncludedRelations()
      ) { (consume) throws(StoreError) in
        var columns: [Int] = []
        try await session.read(sql) { (names) throws(StoreError) in
          columns = try Model.table.columns(named: names)
          return Model.table.result(of: columns)
        } _: { (row) throws(StoreError) in
          row = row.mapping(columns)
          try consume(&row)
        }
      }
      try await context.finish(from: session) { $0.error }
      return models
    }
  }

  /// The values in the only column that a query in SQL returns, in its order.
  ///
  /// ```swift
  /// let names = try await store.select(sql: "SELECT DISTINCT name FROM accounts", as: String.self)
  /// ```
  ///
  /// The function for several columns has the details.
  nonisolated(nonsending)
    public func select<Value: Storable>(
      sql: SQL, as type: Value.Type
    ) async throws(StoreError) -> [Value]
  {
    try await select(sql, ResultRow<Value>())
  }

  /// The values in the columns that a query in SQL returns, row by row, in its order.
  ///
  /// ```swift
  /// let rows = try await store.select(
  ///   sql: "SELECT owner_id, count(*) FROM accounts GROUP BY owner_id HAVING count(*) > \(2)", as: (UUID, Int).self)
  /// for (owner, count) in rows { print(owner, count) }
  /// ```
  ///
  /// A column is read like one of a model: an amount is the integer that stores it. Throws
  /// ``StoreError/conversion(_:)``, with the column's name, for a value of another type and for a null whose type isn't
  /// optional, and ``StoreError/misuse(reason:)`` for another number of columns. Throws
  /// ``StoreError/unsupportedQuery(expression:reason:)`` if the SQL isn't one query that only reads; ``execute(_:)``
  /// runs other statements.
  nonisolated(nonsending)
    public func select<each Value: Storable>(
      sql: SQL, as types: (repeat each Value).Type
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    try await select(sql, ResultRow<repeat each Value>())
  }

  nonisolated(nonsending)
    private func select<each Value: Storable>(
      _ sql: SQL, _ result: ResultRow<repeat each Value>
    ) async throws(StoreError) -> [(repeat each Value)]
  {
    try await perform(.read) { (session) throws(StoreError) in
      var names: [String] = []
      var found: [(repeat each Value)] = []
      try await session.read(sql) { (columns) throws(StoreError) in
        names = columns
        return try result.table(columns)
      } _: { (row) throws(StoreError) in
        try result.collect(&row, names, into: &found)
      }
      return found
    }
  }
}

extension StoreError {
  /// Whether a statement that has ended with this error may have changed rows that nothing rolled back.
  fileprivate var mayHaveChangedRows: Bool {
    switch self {
    case .unsupportedQuery, .misuse, .readOnly, .accessDenied: false
    default: true
    }
  }
}

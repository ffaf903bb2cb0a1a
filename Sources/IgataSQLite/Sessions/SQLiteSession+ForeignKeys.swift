#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

// SQLite reports that a foreign key failed, but not which one. These methods find it after the error.

extension EngineFailure {
  /// A delete rule that restricts fails with the code of a trigger.
  var isForeignKey: Bool {
    code == ConstraintCode.foreignKey
      || (code == ConstraintCode.trigger && message == "FOREIGN KEY constraint failed")
  }

  /// Cascades of more than a thousand levels exceed SQLite's limit.
  var isRecursion: Bool { message == "too many levels of trigger recursion" }
}

extension SQLiteSession {
  /// Writes the row again without checking foreign keys, checks which of them fail, and rolls back. The values of the
  /// row are still bound to the statement.
  func brokenRelation(of statement: Statement, _ table: TableDescription) -> StoreError? {
    afterRunning(statement) {
      let broken = brokenRelations(of: table)
      let strict = broken.filter { table.relations[$0].deleteRule?.keepsTarget == true }
      return (strict.min() ?? broken.min()).map { .foreignKey(model: table.model, field: table.relations[$0].name) }
    }
  }

  /// As ``brokenRelation(of:_:)``, for a statement that may change any table.
  func brokenRelation(of statement: Statement) -> StoreError? { afterRunning(statement) { brokenRelation() } }

  /// What `find` finds after the statement was run without checking foreign keys; `nil` if it can't be run.
  private func afterRunning(_ statement: Statement, _ find: () -> StoreError?) -> StoreError? {
    guard (try? connection.run("SAVEPOINT probe")) != nil else { return nil }
    connection.setForeignKeysDeferred(true)
    defer {
      try? connection.run("ROLLBACK TO probe")
      try? connection.run("RELEASE probe")
      connection.setForeignKeysDeferred(false)
    }
    let isRun = connection.use(bound: statement) { (try? $0.stepToEnd()) != nil }
    return isRun ? find() : nil
  }

  /// Whether a row with the key of the row that could not be inserted exists. SQLite checks the newest unique index
  /// first, but a row that violates several is reported by its key. The values of the row are still bound to the
  /// statement.
  func isKeyTaken(by statement: Statement, _ table: TableDescription) -> Bool {
    guard let text = sqlite3_expanded_sql(statement.handle) else { return false }
    let insertion = String(cString: text)
    sqlite3_free(text)
    guard (try? connection.run("SAVEPOINT probe")) != nil else { return false }
    defer {
      try? connection.run("ROLLBACK TO probe")
      try? connection.run("RELEASE probe")
    }
    let key = connection.dialect.identifiers(table.primaryKey.map { table.columns[$0].name })
    // If the key exists, nothing is done; any other conflict fails.
    let addition = " ON CONFLICT (\(key)) DO NOTHING"
    let query = try? Statement(insertion + addition, on: connection.database, reportedAs: statement.sql + addition)
    guard let query, (try? connection.run(query)) != nil else { return false }
    return connection.changedRowCount == 0
  }

  /// The error of a relation, of any table, whose target is missing; `nil` if there is none.
  func brokenRelation() -> StoreError? {
    for name in Set((try? connection.texts("PRAGMA foreign_key_check"))?.compactMap { $0[0] } ?? []).sorted() {
      guard let table = tables[name], let relation = brokenRelations(of: table).min() else { continue }
      return .foreignKey(model: table.model, field: table.relations[relation].name)
    }
    return nil
  }

  private func brokenRelations(of table: TableDescription) -> [Int] {
    let check = "PRAGMA foreign_key_check(\(connection.dialect.identifier(table.name)))"
    let numbers = Set((try? connection.texts(check))?.compactMap { $0[3] } ?? [])
    let keys = (try? connection.foreignKeys(of: table.name)) ?? []
    let broken = keys.filter { numbers.contains($0.number) }.map { $0.columns.map(connection.dialect.canonicalName) }
    return table.relations.indices.filter { index in
      let columns = table.relations[index].columns.map { connection.dialect.canonicalName(table.columns[$0].name) }
      return !columns.isEmpty && broken.contains(columns)
    }
  }
}

extension Connection {
  /// The pragma takes effect when it is prepared, so that the statement can't be cached.
  fileprivate func setForeignKeysDeferred(_ isDeferred: Bool) {
    _ = try? texts("PRAGMA defer_foreign_keys = \(isDeferred ? "ON" : "OFF")")
  }
}

#endif

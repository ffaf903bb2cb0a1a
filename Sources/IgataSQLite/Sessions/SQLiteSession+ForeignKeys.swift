#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

// SQLite says that a foreign key was broken, and not which one. These ask for it, after the failure.

extension EngineFailure {
  /// A delete rule that restricts fails as a trigger would.
  var isForeignKey: Bool {
    code == ConstraintCode.foreignKey
      || (code == ConstraintCode.trigger && message == "FOREIGN KEY constraint failed")
  }

  /// Delete rules that lead from row to row more than a thousand times are too much for SQLite.
  var isRecursion: Bool { message == "too many levels of trigger recursion" }
}

extension SQLiteSession {
  /// Writes the row again with its foreign keys unchecked, asks which of them lead nowhere, and undoes it. What the row
  /// was made of is still bound to the statement.
  func brokenRelation(of statement: OpaquePointer, _ table: TableDescription) -> StoreError? {
    guard (try? connection.run("SAVEPOINT probe")) != nil else { return nil }
    connection.setForeignKeysDeferred(true)
    defer {
      try? connection.run("ROLLBACK TO probe")
      try? connection.run("RELEASE probe")
      connection.setForeignKeysDeferred(false)
    }
    guard sqlite3_step(statement) == SQLITE_DONE else { return nil }
    sqlite3_reset(statement)
    let broken = brokenRelations(of: table)
    let strict = broken.filter { table.relations[$0].deleteRule != .noAction }
    return (strict.min() ?? broken.min()).map { .foreignKey(model: table.model, field: table.relations[$0].name) }
  }

  /// Whether a row has the key of the row that could not be inserted. SQLite looks at the newest unique index first, and
  /// a row that repeats more than one is told by its key. What the row was made of is still bound to the statement.
  func isKeyTaken(by statement: OpaquePointer, _ table: TableDescription) -> Bool {
    guard let text = sqlite3_expanded_sql(statement) else { return false }
    let insertion = String(cString: text)
    sqlite3_free(text)
    guard (try? connection.run("SAVEPOINT probe")) != nil else { return false }
    defer {
      try? connection.run("ROLLBACK TO probe")
      try? connection.run("RELEASE probe")
    }
    let key = table.primaryKey.map { table.columns[$0].name }.quotedNames
    // Of a key that is there, nothing is done; any other conflict fails.
    let database = connection.database
    let probe = try? Statement("\(insertion) ON CONFLICT (\(key)) DO NOTHING", on: database)
    return (try? probe?.run(on: database)) != nil && sqlite3_changes(database) == 0
  }

  /// A relation that leads nowhere, in all tables.
  func brokenRelation() -> StoreError? {
    for name in Set((try? connection.texts("PRAGMA foreign_key_check"))?.compactMap { $0[0] } ?? []).sorted() {
      guard let table = tables[name], let relation = brokenRelations(of: table).min() else { continue }
      return .foreignKey(model: table.model, field: table.relations[relation].name)
    }
    return nil
  }

  private func brokenRelations(of table: TableDescription) -> [Int] {
    let check = "PRAGMA foreign_key_check(\(table.name.quotedName))"
    let numbers = Set((try? connection.texts(check))?.compactMap { $0[3] } ?? [])
    let keys = (try? connection.foreignKeys(of: table.name)) ?? []
    let broken = keys.filter { numbers.contains($0.number) }.map { $0.columns.map(SQLiteRules.key) }
    return table.relations.indices.filter { index in
      let columns = table.relations[index].columns.map { SQLiteRules.key(table.columns[$0].name) }
      return !columns.isEmpty && broken.contains(columns)
    }
  }
}

extension Connection {
  /// The pragma takes effect while it is prepared, so that a prepared one can't be kept.
  fileprivate func setForeignKeysDeferred(_ isDeferred: Bool) {
    _ = try? texts("PRAGMA defer_foreign_keys = \(isDeferred ? "ON" : "OFF")")
  }
}

#endif

import IgataTables

extension SQLiteScript {
  /// The script as a text for the `sqlite3` program, which does the same with it as a store.
  ///
  /// Lines that begin with `-- igata:` say how a store runs what follows.
  public var text: String {
    guard !steps.isEmpty || !indexes.isEmpty else { return "" }
    var lines: [String] = []
    if !steps.isEmpty {
      lines += ["PRAGMA foreign_keys = OFF;", "BEGIN IMMEDIATE;"]
      if steps.contains(where: \.isStop) { lines.append("CREATE TEMP TABLE \"igata_stop\" (\"rows\" CHECK (\"rows\" = 0));") }
      lines += steps.flatMap(\.lines)
      if steps.contains(where: \.isStop) { lines.append("DROP TABLE temp.\"igata_stop\";") }
      lines += checkedTables.map { "PRAGMA foreign_key_check(\(SQLiteDialect().identifier($0)));" }
      lines += ["COMMIT;", "PRAGMA foreign_keys = ON;"]
    }
    return (lines + indexes.map(\.sql)).joined(separator: "\n") + "\n"
  }
}

extension SQLiteScript.Step {
  fileprivate var isStop: Bool { if case .stop = self { true } else { false } }

  fileprivate var lines: [String] {
    switch self {
    case .statement(let sql, _): [sql]
    case .stop(let stop): stop.lines
    case .rebuild(let rebuild): rebuild.lines
    }
  }
}

extension SQLiteScript.Stop {
  fileprivate var lines: [String] {
    let table = SQLiteDialect().identifier(table)
    return [
      "-- igata: stop \(reason)",
      "INSERT INTO temp.\"igata_stop\" SELECT count(*) FROM \(table) WHERE \(condition);",
    ]
  }
}

extension SQLiteScript.Rebuild {
  /// The statement that copies all rows.
  public var copy: String {
    let dialect = SQLiteDialect()
    return """
      INSERT INTO \(dialect.identifier(temporaryName)) (\(dialect.identifiers(columns.map(\.name))))
      SELECT \(columns.map(\.expression).joined(separator: ", "))
      FROM \(dialect.identifier(table));
      """
  }

  /// The statements that put the new table in the place of the old one.
  public var swap: [String] {
    let dialect = SQLiteDialect()
    let (old, new) = (dialect.identifier(table), dialect.identifier(temporaryName))
    let counter = keepsCounter ? [
      "DELETE FROM \"sqlite_sequence\" WHERE \"name\" = \(dialect.literal(temporaryName));",
      """
      INSERT INTO "sqlite_sequence" ("name", "seq") SELECT \(dialect.literal(temporaryName)), "sqlite_sequence"."seq" \
      FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" = \(dialect.literal(table));
      """,
    ] : []
    return counter + [
      "DROP TABLE \(old);", "PRAGMA legacy_alter_table = ON;", "ALTER TABLE \(new) RENAME TO \(old);",
      "PRAGMA legacy_alter_table = OFF;",
    ]
  }

  fileprivate var lines: [String] {
    let dialect = SQLiteDialect()
    return ["-- igata: rebuild \(dialect.identifier(table)) by \(dialect.identifiers(key))", create, copy] + swap
  }
}

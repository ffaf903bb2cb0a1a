import IgataTables

extension SQLiteScript {
  /// The script as a text for the program `sqlite3`. It begins with `.bail on`, as that program would otherwise go on
  /// after an error, and drop a table whose rows it couldn't copy; a program that doesn't know this refuses the script.
  public var text: String { steps.isEmpty && indexes.isEmpty ? "" : ".bail on\n" + sql }

  /// The statements. Lines that begin with `-- igata:` say what a store does about the statements that follow.
  public var sql: String {
    let dialect = SQLiteDialect()
    let checked = checkedTables
    var lines: [String] = []
    if !steps.isEmpty {
      lines += ["PRAGMA foreign_keys = OFF;", "BEGIN IMMEDIATE;"]
      let hasStops = !checked.isEmpty || steps.contains(where: \.isStop)
      if hasStops { lines += ["CREATE TEMP TABLE \"igata_stop\" (\"rows\" INTEGER CHECK (\"rows\" <= 0));"] }
      if !checked.isEmpty { lines += ["CREATE TEMP TABLE \"igata_broken\" (\"table\" TEXT, \"rows\" INTEGER);"] }
      // The first steps change names that other tables get.
      let first = steps.firstIndex { !$0.isStatement } ?? steps.endIndex
      lines += steps[..<first].flatMap(\.lines)
      // Rows whose foreign keys were broken before don't stop the version.
      lines += checked.map { old, new in
        """
        INSERT INTO temp."igata_broken" SELECT \(dialect.literal(new)), count(*) \
        FROM pragma_foreign_key_check(\(dialect.literal(old)));
        """
      }
      lines += steps[first...].flatMap(\.lines)
      lines += checked.map { _, new in
        """
        INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" \
        WHERE "igata_broken"."table" = \(dialect.literal(new))) FROM pragma_foreign_key_check(\(dialect.literal(new)));
        """
      }
      if !checked.isEmpty { lines += ["DROP TABLE temp.\"igata_broken\";"] }
      if hasStops { lines += ["DROP TABLE temp.\"igata_stop\";"] }
      lines += ["COMMIT;", "PRAGMA foreign_keys = ON;"]
    }
    return (lines + indexes).joined(separator: "\n") + "\n"
  }
}

extension SQLiteScript.Step {
  fileprivate var isStop: Bool { if case .stop = self { true } else { false } }

  fileprivate var isStatement: Bool { if case .statement = self { true } else { false } }

  fileprivate var lines: [String] {
    switch self {
    case .statement(let sql): [sql]
    case .stop(let stop): stop.lines
    case .rebuild(let rebuild): rebuild.lines
    case .swap(let swap): swap.lines
    }
  }
}

extension SQLiteScript.Stop {
  fileprivate var lines: [String] {
    let dialect = SQLiteDialect()
    let table = dialect.identifier(table)
    return [
      "-- igata: stop \(table) by \(dialect.identifiers(key)): \(reason)",
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

  fileprivate var lines: [String] {
    let dialect = SQLiteDialect()
    var directive = "-- igata: rebuild \(dialect.identifier(table)) by \(dialect.identifiers(key))"
    directive += " from \(dialect.identifiers(oldColumns))"
    if !oldIndexes.isEmpty { directive += " with \(dialect.identifiers(oldIndexes))" }
    return [directive, create, copy]
  }
}

extension SQLiteScript.Swap {
  /// The statements that put the new table in the place of the old one.
  public var statements: [String] {
    let dialect = SQLiteDialect()
    let (old, new) = (dialect.identifier(table), dialect.identifier(temporaryName))
    let (before, after) = (dialect.literal(table), dialect.literal(temporaryName))
    let counter = keepsCounter ? [
      """
      INSERT INTO "sqlite_sequence" ("name", "seq") SELECT \(after), max("sqlite_sequence"."seq") \
      FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" IN (\(before), \(after)) HAVING count(*) > 0;
      """,
      """
      DELETE FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" = \(after) AND "sqlite_sequence"."rowid" < \
      (SELECT max("s"."rowid") FROM "sqlite_sequence" AS "s" WHERE "s"."name" = \(after));
      """,
    ] : []
    return counter + [
      "DROP TABLE \(old);", "PRAGMA legacy_alter_table = ON;", "ALTER TABLE \(new) RENAME TO \(old);",
      "PRAGMA legacy_alter_table = OFF;",
    ]
  }

  fileprivate var lines: [String] { ["-- igata: swap \(SQLiteDialect().identifier(table))"] + statements }
}

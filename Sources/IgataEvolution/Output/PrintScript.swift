import IgataTables

extension SQLiteScript {
  /// The script as a text for the program `sqlite3`. It begins with `.bail on`, as that program would otherwise go on
  /// after an error, and drop a table whose rows it couldn't copy; a program that doesn't know this refuses the script.
  public var text: String { steps.isEmpty && indexes.isEmpty ? "" : ".bail on\n" + sql }

  /// The statements. Lines that begin with `-- igata:` say how a store runs what follows.
  public var sql: String {
    let dialect = SQLiteDialect()
    var lines: [String] = []
    if !steps.isEmpty {
      let renames = steps.prefix(while: \.isRename)
      lines += ["PRAGMA foreign_keys = OFF;", "BEGIN IMMEDIATE;"] + renames.flatMap(\.lines)
      let hasStops = !checkedTables.isEmpty || steps.contains(where: \.isStop)
      if hasStops { lines += ["CREATE TEMP TABLE \"igata_stop\" (\"rows\" INTEGER CHECK (\"rows\" <= 0));"] }
      if !checkedTables.isEmpty { lines += ["CREATE TEMP TABLE \"igata_broken\" (\"table\" TEXT, \"rows\" INTEGER);"] }
      // Rows whose foreign keys were broken before don't stop the version.
      lines += checkedTables.map {
        """
        INSERT INTO temp."igata_broken" SELECT \(dialect.literal($0)), count(*) \
        FROM pragma_foreign_key_check(\(dialect.literal($0)));
        """
      }
      lines += steps.dropFirst(renames.count).flatMap(\.lines)
      lines += checkedTables.map {
        """
        INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" \
        WHERE "igata_broken"."table" = \(dialect.literal($0))) FROM pragma_foreign_key_check(\(dialect.literal($0)));
        """
      }
      if !checkedTables.isEmpty { lines += ["DROP TABLE temp.\"igata_broken\";"] }
      if hasStops { lines += ["DROP TABLE temp.\"igata_stop\";"] }
      lines += ["COMMIT;", "PRAGMA foreign_keys = ON;"]
    }
    return (lines + indexes.map(\.sql)).joined(separator: "\n") + "\n"
  }
}

extension SQLiteScript.Step {
  fileprivate var isStop: Bool { if case .stop = self { true } else { false } }
  fileprivate var isRename: Bool { if case .rename = self { true } else { false } }

  fileprivate var lines: [String] {
    switch self {
    case .statement(let sql, _), .rename(let sql, _): [sql]
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

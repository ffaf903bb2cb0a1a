import IgataTables

extension PostgreSQLScript {
  /// The script as a text for the program `psql`, which would otherwise go on after an error.
  public var text: String { isEmpty ? "" : "\\set ON_ERROR_STOP on\n" + sql }

  /// The statements. Lines that begin with `-- igata:` say how a store runs the statements that follow.
  public var sql: String {
    let dialect = PostgreSQLDialect()
    var lines: [String] = []
    if !steps.isEmpty || !own.isEmpty {
      lines.append("BEGIN;")
      if computesValues {
        // Texts of dates without a zone, the digits of numbers, and checks at the end of the transaction, which would
        // keep a table from being altered after an UPDATE.
        lines += [
          "SET LOCAL TimeZone = 'UTC';", "SET LOCAL extra_float_digits = 1;", "SET CONSTRAINTS ALL IMMEDIATE;",
        ]
      }
      lines += lockedTables.map { "LOCK TABLE \(dialect.identifier($0)) IN ACCESS EXCLUSIVE MODE;" }
      lines += referencedTables.map { "LOCK TABLE \(dialect.identifier($0)) IN SHARE ROW EXCLUSIVE MODE;" }
      lines += OwnSQL.lines(of: own.before, .before) + steps.flatMap(\.lines) + OwnSQL.lines(of: own.after, .after)
      lines += validations + OwnSQL.lines(of: own.objects, .objects)
      lines.append("COMMIT;")
    }
    for index in indexes { lines += ["-- igata: alone \(dialect.identifier(index.name))", index.statement] }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension PostgreSQLScript.Step {
  fileprivate var lines: [String] {
    switch self {
    case .statement(let sql): [sql]
    case .stop(let stop): stop.postgreSQLLines
    }
  }
}

extension PostgreSQLScript.Stop {
  /// The directive, and a statement that fails with the key of a row, without its sensitive parts.
  fileprivate var postgreSQLLines: [String] {
    let dialect = PostgreSQLDialect()
    let name = dialect.identifier(table)
    let keys = key.map { hiddenKey.contains($0) ? "'…'" : "\(name).\(dialect.identifier($0))" }
      .joined(separator: ", ")
    let (row, end) = (dialect.literal("table '\(table)', row "), dialect.literal(": \(reason)"))
    return [
      "-- igata: stop \(name) by \(dialect.identifiers(key)): \(reason)",
      """
      DO $igata$ DECLARE "igata_key" text;
      BEGIN
        SELECT concat_ws(', ', \(keys)) INTO "igata_key" FROM \(name) WHERE \(condition) LIMIT 1;
        IF FOUND THEN RAISE EXCEPTION USING MESSAGE = \(row) || "igata_key" || \(end); END IF;
      END $igata$;
      """,
    ]
  }
}

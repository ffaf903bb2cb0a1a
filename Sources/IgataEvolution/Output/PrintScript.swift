import IgataTables

extension SQLiteScript {
  /// The script as a text for the program `sqlite3`. It begins with `.bail on`, as that program would otherwise go on
  /// after an error, and drop a table whose rows it couldn't copy; a program that doesn't know this refuses the script.
  public var text: String { isEmpty ? "" : ".bail on\n" + sql }

  /// The statements. Lines that begin with `-- igata:` say what a store does about the statements that follow.
  public var sql: String { sql(opening: [], closing: []) }

  /// The statements.
  ///
  /// - Parameters:
  ///   - opening: Statements at the beginning of the transaction, which can use `igata_stop`.
  ///   - closing: Statements at the end of it.
  func sql(opening: [String], closing: [String]) -> String {
    let dialect = SQLiteDialect()
    let checked = checkedTables
    var lines = functions.map(\.directive)
    if !steps.isEmpty || !own.isEmpty || !opening.isEmpty || !closing.isEmpty {
      lines += ["PRAGMA foreign_keys = OFF;", "BEGIN IMMEDIATE;"]
      let checksAll = !own.isEmpty
      let checks = checksAll || !checked.isEmpty
      let hasStops = !opening.isEmpty || checks || steps.contains(where: \.isStop)
      if hasStops { lines += ["CREATE TEMP TABLE \"igata_stop\" (\"rows\" INTEGER CHECK (\"rows\" <= 0));"] }
      if checks { lines += ["CREATE TEMP TABLE \"igata_broken\" (\"table\" TEXT, \"rows\" INTEGER);"] }
      lines += opening
      if checksAll { lines.append(Self.countingBroken(Self.brokenRows)) }
      lines += OwnSQL.lines(of: own.before, .before)
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
      let checksReferrers = !checksAll && !checked.isEmpty
      if checksReferrers { lines.append(Self.countingBroken(Self.brokenReferrers(of: checked.map(\.old)))) }
      lines += steps[first...].flatMap(\.lines) + OwnSQL.lines(of: own.after, .after)
      lines += OwnSQL.lines(of: own.objects, .objects)
      lines += checked.map { _, new in
        """
        INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" \
        WHERE "igata_broken"."table" = \(dialect.literal(new))) FROM pragma_foreign_key_check(\(dialect.literal(new)));
        """
      }
      if checksReferrers { lines.append(Self.comparingBroken(Self.brokenReferrers(of: checked.map(\.new)))) }
      if checksAll { lines.append(Self.comparingBroken(Self.brokenRows)) }
      if checks { lines += ["DROP TABLE temp.\"igata_broken\";"] }
      if hasStops { lines += ["DROP TABLE temp.\"igata_stop\";"] }
      lines += closing + ["COMMIT;", "PRAGMA foreign_keys = ON;"]
    }
    return (lines + indexes).joined(separator: "\n") + "\n"
  }
}

extension SQLiteScript {
  /// The rows of all tables that refer to missing rows.
  fileprivate static let brokenRows = "pragma_foreign_key_check"

  /// The rows of other tables that refer to missing rows of these.
  fileprivate static func brokenReferrers(of tables: [String]) -> String {
    let names = tables.map(SQLiteDialect().literal).joined(separator: ", ")
    return """
      (SELECT DISTINCT "t"."name" FROM sqlite_schema AS "t", pragma_foreign_key_list("t"."name") AS "k" \
      WHERE "k"."table" COLLATE NOCASE IN (\(names)) AND "t"."name" COLLATE NOCASE NOT IN (\(names))) AS "t", \
      pragma_foreign_key_check("t"."name") AS "b" WHERE "b"."parent" COLLATE NOCASE IN (\(names))
      """
  }

  /// Counts rows under the empty name, which no table has.
  fileprivate static func countingBroken(_ rows: String) -> String {
    "INSERT INTO temp.\"igata_broken\" SELECT '', count(*) FROM \(rows);"
  }

  /// Stops if there are more of them.
  fileprivate static func comparingBroken(_ rows: String) -> String {
    """
    INSERT INTO temp."igata_stop" SELECT count(*) - (SELECT "igata_broken"."rows" FROM temp."igata_broken" \
    WHERE "igata_broken"."table" = '') FROM \(rows);
    """
  }
}

extension SwiftFunction {
  /// The line that declares the function to a store.
  fileprivate var directive: String { "-- igata: function \(SQLiteDialect().identifier(name)) \(types)" }
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
    return [
      "-- igata: stop \(dialect.identifier(table)) by \(dialect.identifiers(key)): \(reason)",
      "\(Self.counting(table))\(condition);",
    ]
  }

  /// The statement that counts the rows, up to the condition.
  static func counting(_ table: String) -> String {
    "INSERT INTO temp.\"igata_stop\" SELECT count(*) FROM \(SQLiteDialect().identifier(table)) WHERE "
  }
}

extension SQLiteScript.Rebuild {
  fileprivate var lines: [String] {
    let dialect = SQLiteDialect()
    func key(_ names: [String]) -> String { names.isEmpty ? "" : " by \(dialect.identifiers(names))" }
    var directive = "-- igata: rebuild \(dialect.identifier(table))\(key(oldKey))"
    directive += " into \(dialect.identifier(temporaryName))\(key(newKey)) from \(dialect.identifiers(oldColumns))"
    if !oldIndexes.isEmpty { directive += " with \(dialect.identifiers(oldIndexes))" }
    return [directive, create, copy]
  }
}

extension SQLiteScript.Swap {
  fileprivate var lines: [String] {
    let dialect = SQLiteDialect()
    return ["-- igata: swap \(dialect.identifier(table)) for \(dialect.identifier(temporaryName))"] + statements
      + ["-- igata: end"]
  }
}

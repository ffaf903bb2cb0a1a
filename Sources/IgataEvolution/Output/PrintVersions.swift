import IgataTables

extension RunnableVersion {
  /// The script as a text for the program `sqlite3` or `psql`, with the record of the version that a store writes. It
  /// stops unless the database is at the version before.
  ///
  /// - Parameter previous: The version before; `nil` for the first one, which creates the tables.
  public func text(after previous: RunnableVersion?) -> String {
    switch script {
    case .sqlite(let script): text(script, after: previous)
    case .postgresql(let script): text(script, after: previous)
    }
  }

  private func text(_ script: SQLiteScript, after previous: RunnableVersion?) -> String {
    let dialect = SQLiteDialect()
    var opening: [String] = []
    if let previous {
      opening = [
        "-- Stops unless the database is at version \(previous.number).",
        """
        INSERT INTO temp."igata_stop" SELECT (\(Self.currentSum)) IS NOT '\(previous.sum.text)';
        """,
      ]
    }
    let (begin, done) = (record(.indexing, dialect), record(.done, dialect))
    let isDone = script.indexes.isEmpty
    return ".bail on\n\(title)\n" + script.sql(opening: opening, closing: isDone ? done : begin)
      + (isDone ? "" : done.dropFirst().joined(separator: "\n") + "\n")
  }

  private func text(_ script: PostgreSQLStatements, after previous: RunnableVersion?) -> String {
    let dialect = PostgreSQLDialect()
    // psql would report that tables of the records are there already.
    var lines = ["\\set ON_ERROR_STOP on", title, "BEGIN;", "SET LOCAL client_min_messages = warning;"]
    if let previous {
      lines.append(
        """
        DO $igata$ BEGIN
          IF (\(Self.currentSum)) IS DISTINCT FROM '\(previous.sum.text)' THEN
            RAISE EXCEPTION 'the database is not at version \(previous.number)';
          END IF;
        END $igata$;
        """)
    }
    let isDone = script.indexes.isEmpty
    lines += script.transaction + record(isDone ? .done : .indexing, dialect) + ["COMMIT;"]
    if !isDone { lines += script.indexes.map(\.statement) + record(.done, dialect).dropFirst() }
    return lines.joined(separator: "\n") + "\n"
  }

  private var title: String { "-- Version \(number) '\(name)'" }

  /// A query for the sum of the version that a database is at.
  private static let currentSum = """
    SELECT CASE "state" WHEN 'indexing' THEN '' ELSE "sum" END FROM "igata_versions" WHERE "state" <> 'begun' \
    ORDER BY "number" DESC LIMIT 1
    """

  /// The statements that create the table of the records, and record the version.
  private func record(_ state: RecordedVersion.State, _ dialect: any SQLDialect) -> [String] {
    RecordedVersion.statements(
      writing: number, name, sum: sum.text, state, compatibleFrom: compatibleFrom, program: "igata migrate sql",
      in: dialect)
  }

  /// The functions that the script calls and that only igata has.
  public var ownFunctions: [String] {
    guard case .sqlite(let script) = script else { return [] }
    let bytes = Array(script.sql.utf8)
    let words = sqlTokens(bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    return Set(zip(words, words.dropFirst()).filter { $0.hasPrefix("igata_") && $1 == "(" }.map(\.0)).sorted()
  }
}

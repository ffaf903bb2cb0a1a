import IgataTables

extension RunnableVersion {
  /// The script as a text for the program `sqlite3`, with the record of the version that a store writes. It stops
  /// unless the database is at the version before.
  ///
  /// - Parameter previous: The version before; `nil` for the first one, which creates the tables.
  public func text(after previous: RunnableVersion?) -> String {
    var opening: [String] = []
    if let previous {
      opening = [
        "-- Stops unless the database is at version \(previous.number).",
        """
        INSERT INTO temp."igata_stop" SELECT (SELECT CASE "state" WHEN 'indexing' THEN '' ELSE "sum" END \
        FROM "igata_versions" WHERE "state" <> 'begun' ORDER BY "number" DESC LIMIT 1) IS NOT '\(previous.sum.text)';
        """,
      ]
    }
    let (begin, done) = (record(.indexing), record(.done))
    let isDone = script.indexes.isEmpty
    return ".bail on\n-- Version \(number) '\(name)'\n" + script.sql(opening: opening, closing: isDone ? done : begin)
      + (isDone ? "" : done.dropFirst().joined(separator: "\n") + "\n")
  }

  /// The statements that create the table of the records, and record the version.
  private func record(_ state: RecordedVersion.State) -> [String] {
    let now = "CAST(strftime('%s', 'now') AS INTEGER) * 1000000"
    return RecordedVersion.statements(
      writing: number, name, sum: sum.text, state, compatibleFrom: compatibleFrom, program: "igata migrate sql",
      began: now, ended: state == .done ? now : nil)
  }

  /// The functions that the script calls and that only igata has.
  public var ownFunctions: [String] {
    let bytes = Array(script.sql.utf8)
    let words = sqlTokens(bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    return Set(zip(words, words.dropFirst()).filter { $0.hasPrefix("igata_") && $1 == "(" }.map(\.0)).sorted()
  }
}

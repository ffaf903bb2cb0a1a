#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// Copies the rows of a table that is created again.
///
/// A small table is copied in the transaction of its version. A large one is copied before, in portions, each in a
/// transaction of its own that also records the last key, so that a killed program continues there. Meanwhile, triggers
/// note the keys of the rows that are written to the old table; these are copied once more at the end.
extension VersionRun {
  // MARK: In the transaction of the version

  func copy(
    _ rebuild: TableRebuild, _ meter: inout ProgressMeter, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) {
    try checkColumns(of: rebuild)
    try run("DROP TABLE IF EXISTS \(quoted(rebuild.temporaryName))")
    try run(rebuild.create)
    guard !rebuild.key.isEmpty else {
      try copyAll(of: rebuild)
      meter.add(try count("SELECT count(*) FROM \(quoted(rebuild.table))"))
      return
    }
    var lastKey: String?
    var isDone = false
    while !isDone {
      guard !Task.isCancelled else { throw .cancelled }
      (lastKey, isDone) = try copyRows(of: rebuild, after: lastKey, &meter)
      await progress(meter.progress)
    }
  }

  /// A column that no version of the schema has would be lost.
  private func checkColumns(of rebuild: TableRebuild) throws(StoreError) {
    let name = connection.dialect.literal(rebuild.table)
    let found = try connection.rows("SELECT name FROM pragma_table_xinfo(\(name))").compactMap { $0[0] }
    let known = Set(rebuild.columns.map(connection.dialect.canonicalName))
    guard let unknown = found.first(where: { !known.contains(connection.dialect.canonicalName($0)) }) else { return }
    throw failure(
      "table '\(rebuild.table)' has a column '\(unknown)' that no version of the schema has, and whose values would be "
        + "lost: add it to the schema or, if it is a generated column, drop it before; nothing was changed")
  }

  /// Copies all rows into an empty table.
  private func copyAll(of rebuild: TableRebuild) throws(StoreError) {
    try run(rebuild.copy) { error in refusal(of: rebuild, after: nil, error) }
  }

  /// Copies the rows after a key.
  ///
  /// - Returns: The last key that was copied, and whether that was the last row.
  private func copyRows(
    of rebuild: TableRebuild, after lastKey: String?, _ meter: inout ProgressMeter
  ) throws(StoreError) -> (lastKey: String?, isDone: Bool) {
    let columns = columns(rebuild.key, of: rebuild.table)
    let key = columns.count == 1 ? columns[0] : "(\(columns.joined(separator: ", ")))"
    func value(_ list: String) -> String { columns.count == 1 ? list : "(\(list))" }
    let lower = lastKey.map { "\(key) > \(value($0))" }
    let end = try connection.rows(
      """
      SELECT \(literals(of: columns)) FROM \(quoted(rebuild.table)) \
      \(lower.map { "WHERE \($0) " } ?? "")ORDER BY \(columns.joined(separator: ", ")) LIMIT 1 OFFSET \(batchSize - 1)
      """
    ).first?[0]
    let bounds = [lower, end.map { "\(key) <= \(value($0))" }].compactMap(\.self)
    let copy = rebuild.copy.dropLast() + (bounds.isEmpty ? "" : " WHERE \(bounds.joined(separator: " AND "))")
    try run(String(copy)) { error in refusal(of: rebuild, after: lastKey, error) }
    meter.add(connection.changedRowCount)
    return (end ?? lastKey, end == nil)
  }

  // MARK: Before the transaction of the version

  /// The steps that copy large tables, if nothing comes before them that changes anything.
  private func largeRebuilds() throws(StoreError) -> [(step: Int, rebuild: TableRebuild)] {
    var result: [(step: Int, rebuild: TableRebuild)] = []
    for (index, step) in version.steps.enumerated() {
      switch step {
      case .stop: continue
      case .rebuild(let rebuild):
        guard !rebuild.key.isEmpty else { continue }
        let rows = "SELECT count(*) FROM (SELECT 1 FROM \(quoted(rebuild.table)) LIMIT \(batchSize + 1))"
        if try count(rows) > batchSize { result.append((index, rebuild)) }
      case .statement, .own, .object, .swap, .index, .concurrentIndex: return result
      }
    }
    return result
  }

  /// Begins to copy large tables, or continues what a killed program began.
  ///
  /// - Returns: Whether there is anything to copy.
  func beginCopying() throws(StoreError) -> Bool {
    let records = try connection.versionRecords()
    guard let current = records.current, current.number < version.number else { return false }
    if let begun = records.begun {
      if begun.number == version.number, begun.sum == version.sum { return true }
      try removeCopies()
    }
    let large = try largeRebuilds()
    guard let first = large.first else { return false }
    for case .stop(let table, let key, let condition, let reason) in version.steps {
      try stop(table, key, condition, reason)
    }
    for (_, rebuild) in large { try checkColumns(of: rebuild) }
    var record = VersionRecord(version, .begun)
    record.statement = first.step
    try connection.run(record.statements(in: connection.dialect))
    return true
  }

  /// Copies some rows.
  ///
  /// - Returns: Whether there is more to copy.
  func copyPortion(_ meter: inout ProgressMeter) throws(StoreError) -> Bool {
    guard var record = try connection.versionRecords().begun, record.number == version.number,
      let step = record.statement
    else { return false }
    guard version.steps.indices.contains(step), case .rebuild(let rebuild) = version.steps[step] else { return false }
    if try !exists(rebuild.temporaryName) {
      try run(rebuild.create)
      for sql in noting(rebuild) { try run(sql) }
    }
    let (lastKey, isDone) = try copyRows(of: rebuild, after: record.lastKey, &meter)
    record.lastKey = isDone ? nil : lastKey
    if isDone { record.statement = try largeRebuilds().first { $0.step > step }?.step ?? version.steps.count }
    try connection.run(record.statements(in: connection.dialect))
    return record.statement != version.steps.count
  }

  private func exists(_ table: String) throws(StoreError) -> Bool {
    let name = connection.dialect.literal(table)
    return try count("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = \(name)") > 0
  }

  // MARK: Rows that are written meanwhile

  private static let notePrefix = "igata_note_"

  private func noteTable(_ rebuild: TableRebuild) -> String { Self.notePrefix + rebuild.temporaryName }

  /// The table and the triggers that note the keys of the rows that are written to an old table.
  private func noting(_ rebuild: TableRebuild) -> [String] {
    let notes = quoted(noteTable(rebuild))
    let columns = rebuild.key.indices.map { quoted("key\($0 + 1)") }.joined(separator: ", ")
    func note(_ row: String) -> String {
      let values = rebuild.key.map { "\(row).\(quoted($0))" }.joined(separator: ", ")
      return "INSERT OR IGNORE INTO \(notes) VALUES (\(values));"
    }
    func trigger(_ event: String, _ rows: [String]) -> String {
      let name = quoted("\(noteTable(rebuild))_\(event)")
      let notes = rows.map(note).joined(separator: " ")
      return "CREATE TRIGGER \(name) AFTER \(event) ON \(quoted(rebuild.table)) BEGIN \(notes) END"
    }
    return [
      "CREATE TABLE \(notes) (\(columns), PRIMARY KEY (\(columns))) WITHOUT ROWID",
      trigger("INSERT", ["NEW"]), trigger("UPDATE", ["OLD", "NEW"]), trigger("DELETE", ["OLD"]),
    ]
  }

  func isCopied(_ rebuild: TableRebuild) throws(StoreError) -> Bool { try exists(noteTable(rebuild)) }

  /// Copies the noted rows again.
  func catchUp(_ rebuild: TableRebuild) throws(StoreError) {
    let (notes, new) = (quoted(noteTable(rebuild)), quoted(rebuild.temporaryName))
    func isNoted(_ table: String, _ key: [String]) -> String {
      let columns = key.map { "\(table).\(quoted($0))" }.joined(separator: ", ")
      let list = key.indices.map { quoted("key\($0 + 1)") }.joined(separator: ", ")
      return "(\(columns)) IN (SELECT \(list) FROM \(notes))"
    }
    try run("DELETE FROM \(new) WHERE \(isNoted(new, rebuild.newKey))")
    try run(rebuild.copy.dropLast() + " WHERE \(isNoted(quoted(rebuild.table), rebuild.key))") { error in
      refusal(of: rebuild, after: nil, error)
    }
    // `REPLACE` deletes rows without running triggers.
    let (found, expected) = (
      try count("SELECT count(*) FROM \(new)"), try count("SELECT count(*) FROM \(quoted(rebuild.table))")
    )
    if found != expected {
      try run("DELETE FROM \(new)")
      try copyAll(of: rebuild)
    }
    for event in ["INSERT", "UPDATE", "DELETE"] {
      try run("DROP TRIGGER IF EXISTS \(quoted("\(noteTable(rebuild))_\(event)"))")
    }
    try run("DROP TABLE \(notes)")
  }

  /// Removes what was copied for a version that this program doesn't have.
  private func removeCopies() throws(StoreError) {
    let names = try connection.rows(
      """
      SELECT type, name FROM sqlite_schema WHERE name LIKE 'igata\\_note\\_%' ESCAPE '\\' AND type <> 'index' \
      OR name LIKE 'igata\\_new\\_%' ESCAPE '\\' AND type = 'table' ORDER BY type DESC
      """)
    for row in names {
      guard let type = row[0], let name = row[1] else { continue }
      try run("DROP \(type) IF EXISTS \(quoted(name))")
    }
    try connection.removeBegunVersion()
  }
}

#endif

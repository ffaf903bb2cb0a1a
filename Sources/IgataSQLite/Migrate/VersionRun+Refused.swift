#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The rows that a constraint refuses, for the message.
///
/// They are looked for after a statement has failed, as SQLite reports only the columns. So a version that doesn't stop
/// reads no row for that. Nothing is restored, as the transaction is rolled back.
extension VersionRun {
  // MARK: Indexes

  /// What the message has about a statement that a constraint refused.
  func refusal(of sql: String, _ error: EngineFailure) -> String {
    // A failed search leaves the message without rows.
    guard sql.hasPrefix(Self.createUniqueIndex), let rows = try? rowsOutside(index: sql) else {
      return error.plainMessage(tables)
    }
    return "\(rows): \(error.refusal(tables))"
  }

  private static let createUniqueIndex = "CREATE UNIQUE INDEX "

  /// The table and the rows that have the same values as others, by a copy of the table that has the index.
  private func rowsOutside(index sql: String) throws(StoreError) -> String? {
    try connection.run(["CREATE INDEX " + sql.dropFirst(Self.createUniqueIndex.count)])
    let indexed = "SELECT tbl_name FROM sqlite_schema WHERE type = 'index' ORDER BY rowid DESC LIMIT 1"
    guard let table = try connection.rows(indexed).first?[0] else { return nil }
    let (key, name) = (try key(of: table), quoted(table))
    try connection.run([
      "CREATE TEMP TABLE \(name) AS SELECT * FROM main.\(name) WHERE 0",
      // The statement finds the temporary table first.
      sql, "INSERT OR IGNORE INTO temp.\(name) SELECT * FROM main.\(name)",
    ])
    let columns = columns(key, of: table).joined(separator: ", ")
    return try rows(of: table, key, "(\(columns)) NOT IN (SELECT \(columns) FROM temp.\(name))")
  }

  /// The columns of the key of a table.
  private func key(of table: String) throws(StoreError) -> [String] {
    let name = connection.dialect.literal(table)
    return try connection.rows("SELECT name FROM pragma_table_info(\(name)) WHERE pk > 0 ORDER BY pk").compactMap {
      $0[0]
    }
  }

  // MARK: Foreign keys

  /// The rows of a table that refer to rows of another one that don't exist, for the message.
  func danglingRows(of table: String, referringTo target: String) throws(StoreError) -> String? {
    let (name, parent) = (connection.dialect.literal(table), connection.dialect.literal(target))
    let broken = try connection.rows(
      "SELECT fkid FROM pragma_foreign_key_check(\(name)) WHERE parent = \(parent) LIMIT 1"
    ).first?[0]
    guard let broken else { return nil }
    let parts = try connection.rows(
      "SELECT \"from\", \"to\" FROM pragma_foreign_key_list(\(name)) WHERE id = \(broken) ORDER BY seq")
    let own = parts.compactMap { $0[0] }
    let named = parts.compactMap { $0[1] }
    let others = named.isEmpty ? try key(of: target) : named
    let pairs = zip(columns(own, of: table), others.map { "igata_target.\(quoted($0))" })
    let isSame = pairs.map { "\($1) = \($0)" }.joined(separator: " AND ")
    let conditions =
      columns(own, of: table).map { "\($0) IS NOT NULL" }
      + ["NOT EXISTS (SELECT 1 FROM main.\(quoted(target)) AS igata_target WHERE \(isSame))"]
    let rows = try rows(of: table, try key(of: table), conditions.joined(separator: " AND "))
    return rows.map { "\($0): \(Self.list(own)) refers to a row of '\(target)' that doesn't exist" }
  }

  /// The names of columns in a message.
  static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: " and ") }

  // MARK: Copies

  /// What the message has about the copy of a table that a constraint refused.
  ///
  /// - Parameters:
  ///   - lastKey: The key after which rows were copied; `nil` to look among all rows.
  ///   - error: The reason.
  func refusal(of rebuild: TableRebuild, after lastKey: String?, _ error: EngineFailure) -> String {
    if lastKey == nil { try? connection.run(["DELETE FROM \(quoted(rebuild.temporaryName))"]) }
    guard let row = try? firstRefused(by: rebuild, after: lastKey) else { return error.plainMessage(tables) }
    return "table '\(rebuild.table)', row \(row): \(error.refusal(tables))"
  }

  /// The key of the first row, in the order of the keys, that can't be copied after those before it, as a message shows
  /// it.
  private func firstRefused(by rebuild: TableRebuild, after lastKey: String?) throws(StoreError) -> String? {
    let names = try key(of: rebuild.table)
    let columns = columns(names, of: rebuild.table)
    let lower = lastKey.map { "\(tuple(columns)) > (\($0))" }
    let source = "FROM \(quoted(rebuild.table)) WHERE \(lower ?? "true")"
    func rowKey(at index: Int, _ values: String) throws(StoreError) -> String? {
      try connection.rows(
        "SELECT \(values) \(source) ORDER BY \(columns.joined(separator: ", ")) LIMIT 1 OFFSET \(index)"
      ).first?[0]
    }
    var candidates = 0..<(try count("SELECT count(*) \(source)"))
    while candidates.count > 1 {
      let middle = candidates.lowerBound + (candidates.count - 1) / 2
      guard let last = try rowKey(at: middle, literals(of: columns)) else { return nil }
      let condition = [lower, "\(tuple(columns)) <= (\(last))"].compactMap(\.self).joined(separator: " AND ")
      if try canCopy(rebuild, condition) {
        candidates = middle + 1..<candidates.upperBound
      } else {
        candidates = candidates.lowerBound..<middle + 1
      }
    }
    return try rowKey(at: candidates.lowerBound, shownKey(names, of: rebuild.table))
  }

  private func tuple(_ columns: [String]) -> String { "(\(columns.joined(separator: ", ")))" }

  private func canCopy(_ rebuild: TableRebuild, _ condition: String) throws(StoreError) -> Bool {
    try connection.run(["SAVEPOINT igata_copy"])
    let result = Result { () throws(StoreError) in
      try connection.run([rebuild.copy.dropLast() + " WHERE \(condition)"])
    }
    try connection.run(["ROLLBACK TO igata_copy", "RELEASE igata_copy"])
    return (try? result.get()) != nil
  }
}

extension EngineFailure {
  /// What may be shown of the engine's message, without the names that tables have while a version runs.
  ///
  /// - Parameter tables: The tables of the program.
  func plainMessage(_ tables: [TableDescription]) -> String { reason(tables).replacing("igata_new_", with: "") }

  /// What a row has that a constraint refuses, which is no value.
  fileprivate func refusal(_ tables: [TableDescription]) -> String {
    let message = plainMessage(tables)
    guard let subject = message.firstRange(of: "failed: ").map({ String(message[$0.upperBound...]) }) else {
      return message
    }
    switch code {
    case ConstraintCode.unique, ConstraintCode.primaryKey, ConstraintCode.rowNumber:
      if subject.hasPrefix("index ") { return "another row has the same values in the \(subject)" }
      let columns = subject.split(separator: ", ").map { String($0.drop { $0 != "." }.dropFirst()) }
      return "another row has the same \(VersionRun.list(columns))"
    case ConstraintCode.check: return "the check '\(subject)' is violated"
    default: return message
    }
  }
}

#endif

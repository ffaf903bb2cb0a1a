internal import IgataEvolution
@_spi(Backend) internal import IgataRuntime
internal import IgataSamples
internal import IgataTables

/// A database in which versions are carried out.
struct CheckDatabase: Sendable {
  let backend: any InspectableBackend
  let engine: any CheckEngine
  let versions: [CheckedVersion]

  // MARK: Versions

  /// Creates the tables of a version in an empty database.
  func create(_ version: CheckedVersion) async throws(StoreError) { _ = try await open(as: version) }

  /// Brings the database to a version.
  func migrate(to version: CheckedVersion, batchSize: Int = 3) async throws(StoreError) {
    // With a version after the last one, nothing that the script has left out is added by `prepare`.
    let number = versions.count + 1
    let last = SchemaVersion(number, "none", sum: "", compatibleFrom: number)
    _ = try await backend.migrate(
      MigrationRequest(
        tables: version.tables, engine.migrations(versions.map(\.version) + [last]),
        options: MigrationOptions(batchSize: batchSize, target: version.number), goesForward: true)
    ) { _ in }
  }

  /// Opens the database as a program of a version does.
  func open(as version: CheckedVersion) async throws(StoreError) -> MigrationOutcome {
    let known = versions.prefix(version.number).map(\.version)
    return try await backend.migrate(
      MigrationRequest(
        tables: version.tables, engine.migrations(known), options: MigrationOptions(),
        goesForward: true)
    ) { _ in }.outcome
  }

  /// The number of the version that the database is at; `nil` if it isn't known.
  func number() async throws(StoreError) -> Int? {
    switch try await backend.status(of: versions.map(\.version)).position {
    case .recorded(let record): record.number
    case .fitting(let number): number
    case .empty, .unknown, .ambiguous: nil
    }
  }

  // MARK: Rows

  func rows(of version: CheckedVersion) async throws(StoreError) -> StoredRows {
    try await backend.inSession(.read) { (session) throws(StoreError) in
      var rows = StoredRows()
      for table in version.tables { rows[table.name] = try await session.rows(of: table) }
      return rows
    }
  }

  /// Inserts rows, each after those that it refers to.
  func insert(_ rows: StoredRows, besides existing: StoredRows, of version: CheckedVersion) async throws(StoreError) {
    let order = rows.insertionOrder(in: version.tables, besides: existing)
    try await backend.inSession(.write) { (session) throws(StoreError) in
      for (table, row) in order { try await session.write(.insert, [row], table) }
    }
  }

  /// Deletes rows, each before those that it refers to.
  func delete(_ locations: Set<RowLocation>, of rows: StoredRows, _ version: CheckedVersion) async throws(StoreError) {
    var deleted = StoredRows()
    var kept = StoredRows()
    for table in version.tables {
      for (index, row) in rows[table.name].enumerated() {
        if locations.contains(RowLocation(table: table.name, index: index)) {
          deleted[table.name].append(row)
        } else {
          kept[table.name].append(row)
        }
      }
    }
    let order = deleted.insertionOrder(in: version.tables, besides: kept)
    try await backend.inSession(.write) { (session) throws(StoreError) in
      for (table, row) in order.reversed() {
        _ = try await session.delete(RowQuery(table, where: table.isKey(table.key(of: row))))
      }
    }
  }

  // MARK: Expressions

  /// Evaluates an expression over each row of a table.
  ///
  /// - Returns: The values by the rows' keys.
  func values(
    of expression: RowExpression, in table: TableDescription
  ) async throws(StoreError) -> [[StoredValue]: StoredValue] {
    let dialect = engine.dialect
    let text = expression.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .column(let column): dialect.qualified(column, of: table.table)
      case .null: "NULL"
      }
    }.joined()
    let key = table.primaryKey.map { dialect.qualified($0, of: table.table) }
    var column = expression.column
    column.name = "value"
    column.isNullable = true
    let result = TableDescription(
      model: table.model, name: table.name, columns: table.primaryKey.map { table.columns[$0] } + [column],
      primaryKey: [])
    let value = engine.stored(text, in: column)
    let sql = "SELECT \((key + [value]).joined(separator: ", ")) FROM \(dialect.identifier(table.name))"
    let rows = try await rows(SQL(stringLiteral: sql), as: result)
    return Dictionary(rows.map { (Array($0.dropLast()), $0[key.count]) }) { _, last in last }
  }

  /// The last number that the database has made for the key of a table; `nil` if that is the greatest key that the
  /// table ever had.
  func counter(of table: TableDescription) async throws(StoreError) -> Int64? {
    guard let query = engine.counterQuery(of: table) else { return nil }
    let column = ColumnDescription("counter", [], .scalar(.int64))
    let result = TableDescription(model: table.model, name: table.name, columns: [column], primaryKey: [])
    let rows = try await rows(SQL(stringLiteral: query), as: result)
    return if case .integer(let number)? = rows.first?.first { number } else { nil }
  }

  private func rows(_ sql: SQL, as table: TableDescription) async throws(StoreError) -> [[StoredValue]] {
    try await backend.inSession(.read) { (session) throws(StoreError) in try await session.rows(sql, as: table) }
  }
}

extension TableDescription {
  /// The condition for the row with a key.
  func isKey(_ values: [StoredValue]) -> Condition {
    zip(primaryKey, values).map { column, value in
      Condition.comparison(.column(RelationPath(), column), .equal, .value(value))
    }.reduce(.always) { .and($0, $1) }
  }
}

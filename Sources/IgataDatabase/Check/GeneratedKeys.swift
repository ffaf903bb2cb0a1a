@_spi(Backend) internal import IgataRuntime
internal import IgataSamples

/// The keys that a database makes. To see the next one, a row to which no other refers is deleted, inserted without its
/// key, and put back.
struct GeneratedKeys {
  private let database: CheckDatabase
  private let rows: StoredRows
  private let tables: [TableDescription]
  private let identifiers: RowIdentifiers
  private let referenced: Set<RowReference>

  /// - Parameter rows: All rows of the database.
  init(_ version: CheckedVersion, _ database: CheckDatabase, _ rows: StoredRows) {
    self.database = database
    self.rows = rows
    tables = version.tables.filter { $0.generatedKeyColumn != nil }
    identifiers = RowIdentifiers(version.tables)
    referenced = Set(version.tables.flatMap { table in rows[table.name].flatMap { table.references(of: $0) } })
  }

  /// Lets the database make a key in each table. Tables all of whose rows are referred to are left out.
  func made() async throws(StoreError) -> [(table: TableDescription, key: Int64)] {
    var made: [(table: TableDescription, key: Int64)] = []
    for table in tables {
      // A store makes a key for a row that has none.
      if let key = try await use(0, in: table) { made.append((table, key)) }
    }
    return made
  }

  /// Uses keys, so that the database makes others.
  ///
  /// - Parameter keys: The keys by the names of their tables.
  func use(_ keys: [String: Int64]) async throws(StoreError) {
    for table in tables {
      guard let key = keys[table.name], let column = table.generatedKeyColumn,
        !rows[table.name].contains(where: { $0[column] == .integer(key) })
      else { continue }
      _ = try await use(key, in: table)
    }
  }

  /// - Returns: The key that the row had.
  private func use(_ key: Int64, in table: TableDescription) async throws(StoreError) -> Int64? {
    guard let column = table.generatedKeyColumn, let row = freeRow(of: table) else { return nil }
    var copy = row
    copy[column] = .integer(key)
    let others = Set(rows[table.name]).subtracting([row]).map { $0[column] }
    return try await database.backend.inSession(.write) { (session) throws(StoreError) in
      _ = try await session.delete(RowQuery(table, where: table.isKey([row[column]])))
      try await session.write(.insert, [copy], table)
      let found = try await session.keys(RowQuery(table)).map { $0[0] }
      guard let made = Set(found).subtracting(others).first else { return nil }
      _ = try await session.delete(RowQuery(table, where: table.isKey([made])))
      try await session.write(.insert, [row], table)
      return if case .integer(let number) = made { number } else { nil }
    }
  }

  private func freeRow(of table: TableDescription) -> [StoredValue]? {
    rows[table.name].last { row in
      identifiers.identifiers(of: row, of: table).allSatisfy { !referenced.contains($0) }
    }
  }
}

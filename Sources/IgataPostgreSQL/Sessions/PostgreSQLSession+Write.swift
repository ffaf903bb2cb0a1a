#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension PostgreSQLSession {
  /// From how many rows on `COPY` is worth its round trips.
  static let leastForCopy = 64
  /// From how many rows on it is worth a table in between.
  static let leastForStage = 512
  /// How many rows are sent before their answers are read.
  private static let mostInFlight = 4096

  /// Sends what was gathered. Returns how many rows were written before one was missing.
  func send(_ buffer: RowBuffer, _ write: RowWrite) async throws(StoreError) -> Int {
    guard buffer.count > 0 else { return 0 }
    if buffer.greatestGivenKey > 0 { try await countKeys(upTo: buffer.greatestGivenKey, write.table) }
    switch write.kind {
    case .insert where buffer.count >= Self.leastForCopy:
      try await copy(buffer, write, by: .direct)
      return buffer.count
    case .save where buffer.count >= Self.leastForStage && write.table.versionColumn == nil:
      try await copy(buffer, write, by: .staged)
      return buffer.count
    case .insert, .update, .save:
      return try await sendRowByRow(buffer, write)
    }
  }

  private func sendRowByRow(_ buffer: RowBuffer, _ write: RowWrite) async throws(StoreError) -> Int {
    let types = write.table.columns.map(\.type.serverType)
    let sql = tables.statement(for: write).sql
    var first = 0
    while first < buffer.count {
      let rows = first..<min(first + Self.mostInFlight, buffer.count)
      let changed = try await mapped(write.table) { () async throws(ServerFailure) in
        try await self.connection.run(sql, types, buffer, rows, after: self.takeBeginning())
      }
      if let unchanged = changed.firstIndex(of: 0), mayMiss(write) {
        let row = first + unchanged
        if write.table.versionColumn != nil, try await isThere(row, buffer, write) {
          throw .staleVersion(
            model: write.table.model, key: write.table.keyText(try keyValues(row, buffer, write.table)))
        }
        return row
      }
      first = rows.upperBound
    }
    return buffer.count
  }

  /// Whether a row that changes nothing means something.
  private func mayMiss(_ write: RowWrite) -> Bool { write.kind == .update || write.table.versionColumn != nil }

  private func isThere(_ row: Int, _ buffer: RowBuffer, _ write: RowWrite) async throws(StoreError) -> Bool {
    if write.kind == .save { return true }
    let parameters = try Parameters(try keyValues(row, buffer, write.table), of: write.table)
    return try await run([.statement(tables.statement(for: write).presence, parameters)], write.table).last?.rowCount ?? 0 > 0
  }

  private func keyValues(
    _ row: Int, _ buffer: RowBuffer, _ table: TableDescription
  ) throws(StoreError) -> [StoredValue] {
    let fields = buffer.values(of: row, table.columns.map(\.type))
    return table.primaryKey.map { fields[$0] }
  }

  // MARK: Keys

  /// Keys for all rows that may need one; nothing where keys are not made.
  func reserveKeys(_ write: RowWrite) async throws(StoreError) -> [Int64]? {
    guard write.kind != .update, let column = write.table.generatedKeyColumn else { return nil }
    let sequence = sequence(of: column, write.table)
    var parameters = Parameters()
    try parameters.add(.integer(Int64(write.count)), .int64, write.table)
    let sql = "SELECT nextval(\(sequence)) FROM generate_series(1, $1)"
    guard let result = try await run([.statement(sql, parameters)], write.table).last else { return [] }
    return (0..<result.rowCount).compactMap { Int64(serverBytes: result.bytes($0, 0), .int64) }
  }

  /// Keeps keys that were given from being made later.
  func countKeys(upTo key: Int64, _ table: TableDescription) async throws(StoreError) {
    guard let column = table.generatedKeyColumn else { return }
    let sequence = sequence(of: column, table)
    var parameters = Parameters()
    try parameters.add(.integer(key), .int64, table)
    // Two that do this at the same time must not set the counter back.
    let lock = "SELECT pg_advisory_xact_lock(\(sequence)::regclass::oid::bigint)"
    let sql = "SELECT setval(\(sequence), $1) WHERE nextval(\(sequence)) < $1"
    _ = try await run([.command(lock), .statement(sql, parameters)], table)
  }

  private func sequence(of column: Int, _ table: TableDescription) -> String {
    "pg_get_serial_sequence(\(table.name.quotedServerName.quotedText), \(table.columns[column].name.serverName.quotedText))"
  }
}

extension Parameters {
  mutating func add(_ value: StoredValue, _ type: ServerType, _ table: TableDescription) throws(StoreError) {
    do {
      try append(value, type)
    } catch {
      throw .unstorable(model: table.model, field: "", reason: error.reason)
    }
  }

  /// The values of a key.
  init(_ key: [StoredValue], of table: TableDescription) throws(StoreError) {
    self.init()
    for (column, value) in zip(table.primaryKey, key) {
      try add(value, table.columns[column].type.serverType, table)
    }
  }
}

#endif

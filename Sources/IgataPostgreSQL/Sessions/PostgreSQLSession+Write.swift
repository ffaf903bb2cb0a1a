#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension PostgreSQLSession {
  /// The number of rows from which `COPY` is worth its round trips.
  static let minimumCopyCount = 64
  /// The number of rows from which it is worth a temporary table.
  static let minimumStageCount = 512
  /// How many rows are sent before their answers are read.
  private static let maximumInFlightCount = 4096

  /// Sends the rows of the buffer. Returns how many were written before one was missing.
  func send(_ buffer: RowBuffer, _ write: RowWrite) async throws(StoreError) -> Int {
    guard buffer.count > 0 else { return 0 }
    if buffer.greatestGivenKey > 0 { try await advanceKeys(to: buffer.greatestGivenKey, write.table) }
    switch write.kind {
    case .insert where buffer.count >= Self.minimumCopyCount && canCopyIntoTable(write):
      return try await copy(buffer, write, into: .table)
    // One statement would check keys after all of its rows, where other databases check each row.
    case .save
    where buffer.count >= Self.minimumStageCount && write.table.versionColumn == nil
      && !refersAhead(buffer, write.table),
      .insert where buffer.count >= Self.minimumStageCount,
      .insertMissing where buffer.count >= Self.minimumStageCount:
      return try await copy(buffer, write, into: .stage)
    case .insert, .update, .save, .insertMissing:
      return try await sendRowByRow(buffer, write)
    }
  }

  /// Whether a row refers by its key to one that is written after it, which must be there already.
  private func refersAhead(_ buffer: RowBuffer, _ table: TableDescription) -> Bool {
    if table.relationsToItself.isEmpty { return false }
    let types = table.columns.map(\.type)
    let targets = table.references(among: (0..<buffer.count).map { buffer.values(of: $0, types) })
    return targets.indices.contains { index in targets[index].contains { $0 > index } }
  }

  private func sendRowByRow(_ buffer: RowBuffer, _ write: RowWrite) async throws(StoreError) -> Int {
    let types = write.table.columns.map(\.type.serverType)
    let sql = tables.statement(for: write).sql
    var (first, unchangedCount) = (0, 0)
    while first < buffer.count {
      let rows = first..<min(first + Self.maximumInFlightCount, buffer.count)
      let changed = try await begun(write.table) { beginning async throws(ServerFailure) in
        try await self.connection.run(sql, types, buffer, rows, after: beginning)
      }
      if reportsMissingRows(write), let unchanged = changed.firstIndex(of: 0) {
        let row = first + unchanged
        if write.table.versionColumn != nil, try await exists(row, buffer, write) {
          let key = try keyValues(row, buffer, write.table)
          throw .staleVersion(model: write.table.model, key: write.table.keyText(key))
        }
        return row
      }
      first = rows.upperBound
      if write.kind == .insertMissing { unchangedCount += changed.count { $0 == 0 } }
    }
    return buffer.count - unchangedCount
  }

  /// Whether a statement that changes no row is an error.
  private func reportsMissingRows(_ write: RowWrite) -> Bool {
    switch write.kind {
    case .update: true
    case .insert, .save: write.table.versionColumn != nil
    case .insertMissing: false
    }
  }

  private func exists(_ row: Int, _ buffer: RowBuffer, _ write: RowWrite) async throws(StoreError) -> Bool {
    if write.kind == .save { return true }
    let parameters = try Parameters(try keyValues(row, buffer, write.table), of: write.table)
    let result = try await run([.statement(tables.statement(for: write).presence, parameters)], write.table).last
    return result?.rowCount ?? 0 > 0
  }

  private func keyValues(
    _ row: Int, _ buffer: RowBuffer, _ table: TableDescription
  ) throws(StoreError) -> [StoredValue] {
    let fields = buffer.values(of: row, table.columns.map(\.type))
    return table.primaryKey.map { fields[$0] }
  }

  // MARK: Keys

  /// Keys for all rows that may need one; `nil` if the table's keys are not generated.
  func reserveKeys(_ write: RowWrite) async throws(StoreError) -> [Int64]? {
    guard write.kind != .update, let column = write.table.generatedKeyColumn else { return nil }
    let sequence = sequence(of: column, write.table)
    var parameters = Parameters()
    try parameters.add(.integer(Int64(write.count)), .int64, write.table)
    let next = tables.adapted[write.table][column]?.nextKey.map { "(\($0.next))::bigint" } ?? "nextval(\(sequence))"
    let sql = "SELECT \(next) FROM generate_series(1, $1)"
    guard let result = try await run([.statement(sql, parameters)], write.table).last else { return [] }
    return (0..<result.rowCount).compactMap { Int64(serverBytes: result.bytes($0, 0), .int64) }
  }

  /// Advances the sequence, so that it does not generate explicit keys again later.
  func advanceKeys(to key: Int64, _ table: TableDescription) async throws(StoreError) {
    guard let column = table.generatedKeyColumn else { return }
    let foreign = tables.adapted[table][column]?.nextKey
    // The keys of another program may be computed from those of a sequence.
    if let foreign, foreign.sequence == nil { return }
    let sequence = foreign?.sequence ?? sequence(of: column, table)
    var parameters = Parameters()
    try parameters.add(.integer(key), .int64, table)
    // Two transactions that do this at the same time must not set the sequence back.
    let lock = "SELECT pg_advisory_xact_lock(\(sequence)::regclass::oid::bigint)"
    let sql = "SELECT setval(\(sequence), $1) WHERE nextval(\(sequence)) < $1"
    _ = try await run([.command(lock), .statement(sql, parameters)], table)
  }

  private func sequence(of column: Int, _ table: TableDescription) -> String {
    "pg_get_serial_sequence(\(dialect.literal(dialect.identifier(table.name))), "
      + "\(dialect.literal(table.columns[column].name.serverName)))"
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

#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// Where rows go by `COPY`.
enum CopyWay {
  /// Into their table.
  case direct
  /// Into a table of the connection alone, from which one statement saves them.
  case staged
}

extension PostgreSQLSession {
  /// How rows that are produced in parts are copied; nothing where they are not.
  func wayOfParts(_ write: RowWrite) -> CopyWay? {
    guard write.comesInParts else { return nil }
    switch write.kind {
    case .insert: return write.count >= Self.leastForCopy ? CopyWay.direct : nil
    case .save: return write.count >= Self.leastForStage && write.table.versionColumn == nil ? .staged : nil
    case .update: return nil
    }
  }

  /// Sends each part of the rows as soon as it is full, so that the server works on one while the next is made, and
  /// however many there are, they take no more memory than a part.
  func copyInParts(
    _ write: RowWrite, _ keys: [Int64]?, by way: CopyWay,
    _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    let table = write.table
    let buffer = RowBuffer(table, keys: keys, inParts: true)
    try buffer.fill(table, produce)
    try await beginCopy(write, by: way)
    var count = 0
    do throws(StoreError) {
      while true {
        count += buffer.count
        // Whoever stands in between and knows nothing of parts gives all rows at once.
        let isLast = !buffer.isFull || count >= write.count
        let sent = try await mapped(table) { () async throws(ServerFailure) in
          try await self.connection.copy(buffer, all: isLast)
        }
        if isLast { break }
        if Task.isCancelled { throw StoreError.cancelled }
        buffer.removeRows(before: sent)
        try buffer.fill(table, from: count, produce)
      }
    } catch {
      if !connection.isLost { try? await connection.endCopy("the rows end here") }
      throw error
    }
    try await endCopy(write, by: way)
    if buffer.greatestGivenKey > 0 { try await countKeys(upTo: buffer.greatestGivenKey, table) }
    return count
  }

  /// Sends rows that were gathered.
  func copy(_ buffer: RowBuffer, _ write: RowWrite, by way: CopyWay) async throws(StoreError) {
    try await beginCopy(write, by: way)
    _ = try await mapped(write.table) { () async throws(ServerFailure) in try await self.connection.copy(buffer) }
    try await endCopy(write, by: way)
  }

  private func beginCopy(_ write: RowWrite, by way: CopyWay) async throws(StoreError) {
    let table = write.table
    let columns = table.columns.map { "\($0.name.quotedServerName) \($0.type.serverType.name)" }.joined(separator: ", ")
    if way == .staged {
      let create = "CREATE TEMP TABLE IF NOT EXISTS \(stageName(table)) (\(columns)) ON COMMIT DROP"
      _ = try await run([.command(create), .command("TRUNCATE pg_temp.\(stageName(table))")], table)
    }
    let statement = tables.statement(for: write)
    let sql = way == .staged ? statement.copy(into: "pg_temp.\(stageName(table))") : statement.copy()
    try await mapped(table) { () async throws(ServerFailure) in
      try await self.connection.beginCopy(sql, after: self.takeBeginning())
    }
  }

  private func endCopy(_ write: RowWrite, by way: CopyWay) async throws(StoreError) {
    let table = write.table
    try await mapped(table) { () async throws(ServerFailure) in try await self.connection.endCopy() }
    guard way == .staged else { return }
    let statement = tables.statement(for: write)
    let source = "pg_temp.\(stageName(table))"
    do throws(StoreError) {
      _ = try await runUndoably(.command(statement.sql(from: source)), table)
    } catch .conflict(reason: ServerFailure.doubledRow) {
      // A row that stands twice among them is what it is the last time.
      _ = try await run([.command(statement.sql(from: source, isDoubled: true))], table)
    }
  }

  private func stageName(_ table: TableDescription) -> String { "igata_\(table.name)".quotedServerName }
}

#endif

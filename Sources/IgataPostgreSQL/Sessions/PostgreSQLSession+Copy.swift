#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The table into which `COPY` writes rows.
enum CopyTarget {
  /// The rows' table.
  case table
  /// A temporary table, from which one statement saves them.
  case stage
}

extension PostgreSQLSession {
  /// Where to copy rows that are produced in parts; `nil` if they are not copied.
  func copyTarget(ofParts write: RowWrite) -> CopyTarget? {
    guard write.comesInParts else { return nil }
    switch write.kind {
    case .insert where !canCopyIntoTable(write): return write.count >= Self.minimumStageCount ? .stage : nil
    case .insert: return write.count >= Self.minimumCopyCount ? .table : nil
    // Whether rows refer to each other is known when there are all of them.
    case .save where !write.table.relationsToItself.isEmpty: return nil
    case .save: return write.count >= Self.minimumStageCount && write.table.versionColumn == nil ? .stage : nil
    case .insertMissing: return write.count >= Self.minimumStageCount ? .stage : nil
    case .update: return nil
    }
  }

  /// Whether rows that are inserted may be copied into their table: the server doesn't copy where a policy restricts
  /// the rows, which it may if the transaction has settings. A table of another program may have other types.
  func canCopyIntoTable(_ write: RowWrite) -> Bool {
    write.omitted.isEmpty && !isScoped && tables.adapted[write.table].values.allSatisfy(\.isStoredAlike)
  }

  /// Sends each part of the rows as soon as it is full. The server works on one while the next is produced, and only
  /// one part is in memory.
  func copyInParts(
    _ write: RowWrite, _ keys: [Int64]?, into target: CopyTarget,
    _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    let table = write.table
    let buffer = RowBuffer(table, keys: keys, inParts: true)
    try buffer.fill(table, produce)
    try await beginCopy(write, into: target)
    var count = 0
    do throws(StoreError) {
      while true {
        count += buffer.count
        // A wrapper of the session that does not produce rows in parts provides all of them at once.
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
      if !connection.isLost { try? await connection.endCopy("the rows are incomplete") }
      throw error
    }
    let inserted = try await endCopy(write, into: target)
    if buffer.greatestGivenKey > 0 { try await advanceKeys(to: buffer.greatestGivenKey, table) }
    return inserted ?? count
  }

  /// Sends all rows of the buffer. Returns how many were written.
  func copy(_ buffer: RowBuffer, _ write: RowWrite, into target: CopyTarget) async throws(StoreError) -> Int {
    try await beginCopy(write, into: target)
    _ = try await mapped(write.table) { () async throws(ServerFailure) in try await self.connection.copy(buffer) }
    return try await endCopy(write, into: target) ?? buffer.count
  }

  private func beginCopy(_ write: RowWrite, into target: CopyTarget) async throws(StoreError) {
    let table = write.table
    let columns = table.columns.map { "\(dialect.identifier($0.name)) \($0.type.serverType.name)" }
      .joined(separator: ", ")
    if target == .stage {
      let create = "CREATE TEMP TABLE IF NOT EXISTS \(stageName(table)) (\(columns)) ON COMMIT DROP"
      _ = try await run([.command(create), .command("TRUNCATE pg_temp.\(stageName(table))")], table)
    }
    let statement = tables.statement(for: write)
    let sql = target == .stage ? statement.copy(into: "pg_temp.\(stageName(table))") : statement.copy()
    try await mapped(table) { () async throws(ServerFailure) in
      try await self.connection.beginCopy(sql, after: self.takeBeginning())
    }
  }

  /// Returns how many rows were inserted, if some may have been left as they are.
  private func endCopy(_ write: RowWrite, into target: CopyTarget) async throws(StoreError) -> Int? {
    let table = write.table
    try await mapped(table) { () async throws(ServerFailure) in try await self.connection.endCopy() }
    guard target == .stage else { return nil }
    let statement = tables.statement(for: write)
    let source = "pg_temp.\(stageName(table))"
    do throws(StoreError) {
      let result = try await runUndoably(.command(statement.sql(from: source)), table)
      return write.kind == .insertMissing ? result?.changedCount : nil
    } catch .conflict(reason: ServerFailure.duplicateRow) {
      // If a key occurs twice, the last row counts.
      _ = try await run([.command(statement.sql(from: source, hasDuplicates: true))], table)
      return nil
    }
  }

  private func stageName(_ table: TableDescription) -> String { dialect.identifier("igata_\(table.name)") }
}

extension WriteStatement {
  /// The statement that writes the rows of another table.
  ///
  /// - Parameter hasDuplicates: Whether keys may occur more than once; the last row with a key counts.
  func sql(from stage: String, hasDuplicates: Bool = false) -> String {
    let distinction = hasDuplicates ? "DISTINCT ON (\(keyNames)) " : ""
    let order = hasDuplicates ? " ORDER BY \(keyNames), ctid DESC" : ""
    return "\(insertion) SELECT \(distinction)\(storedValues) FROM \(stage)\(order)"
      + (write.kind == .insert ? "" : dialect.conflictClause(of: self))
  }

  /// The `COPY` statement into the table, or into another one with the same columns.
  func copy(into stage: String? = nil) -> String {
    "COPY \(stage ?? tableName) (\(columnNames)) FROM STDIN (FORMAT binary)"
  }
}

#endif

@_spi(Backend) internal import IgataRuntime

extension DatabaseCopy {
  /// Writes the rows of a table that the target does not have yet.
  func copyRows(
    of table: CopiedTable, _ reading: any BackendSession, _ progress: inout CopyProgress
  ) async throws(DatabaseFault) {
    let subject = "table '\(table.name)'"
    let last = try await atTarget(subject) { (session) throws(StoreError) in try await session.lastKey(table.table) }
    var rows: [[StoredValue]] = []
    let batches = try await reader(of: table, after: last, reading)
    repeat {
      try await at(.source, table) { () async throws(StoreError) in rows = try await batches.next() }
      let written = rows.map { table.rowWithoutLinks($0) }
      let isLast = rows.count < batch
      progress = try await writing(.insert, written, table) { [progress] (session) throws(StoreError) in
        var progress = progress
        try await session.write(.insert, written, table)
        if isLast {
          var entry = progress[table]
          entry.isWritten = true
          try await progress.set(entry, of: table, session)
        }
        return progress
      }
      report(.wrote(table: table.name, rows: rows.count))
    } while rows.count == batch
  }

  /// Sets the relations to later rows, after all rows are written.
  func link(
    _ table: CopiedTable, _ reading: any BackendSession, _ progress: inout CopyProgress
  ) async throws(DatabaseFault) {
    var rows: [[StoredValue]] = []
    let batches = try await reader(of: table, offset: Int(progress[table].linked), reading)
    repeat {
      try await at(.source, table) { () async throws(StoreError) in rows = try await batches.next() }
      let linked = rows.filter(table.isLinked)
      let count = Int64(rows.count)
      progress = try await writing(.update, linked, table) { [progress] (session) throws(StoreError) in
        var progress = progress
        try await session.write(.update, linked, table)
        var entry = progress[table]
        entry.linked += count
        try await progress.set(entry, of: table, session)
        return progress
      }
      report(.linked(table: table.name, rows: linked.count))
    } while rows.count == batch
  }

  /// Runs `body`, which writes rows. If one of them is refused, the error has its key.
  private func writing(
    _ kind: RowWrite.Kind, _ rows: [[StoredValue]], _ table: CopiedTable,
    _ body: (any BackendSession) async throws(StoreError) -> CopyProgress
  ) async throws(DatabaseFault) -> CopyProgress {
    let subject = "table '\(table.name)'"
    do {
      return try await atTarget(subject, body)
    } catch {
      guard let (row, reason) = await refusedRow(kind, rows, table) else { throw error }
      let key = table.table.keyText(table.table.primaryKey.map { row[$0] })
      throw DatabaseFault(reason, .target, "\(subject), row '\(key)'")
    }
  }

  /// The first of some rows that can't be written after those before it, and why; `nil` if there is none, or something
  /// else fails. Nothing stays written.
  private func refusedRow(
    _ kind: RowWrite.Kind, _ rows: [[StoredValue]], _ table: CopiedTable
  ) async -> (row: [StoredValue], reason: StoreError)? {
    guard let session = try? await target.begin(.write) else { return nil }
    var refused: ([StoredValue], StoreError)?
    for row in rows where refused == nil {
      do throws(StoreError) {
        try await session.write(kind, [row], table)
      } catch {
        refused = (row, error)
      }
    }
    await session.rollback()
    if let refused { return refused.1.isOfRow ? refused : nil }
    return await danglingRow(rows, table)
  }

  /// The first of some rows that refers to a row which isn't there: foreign keys are checked at the end of a
  /// transaction, when it isn't known any more which row broke one.
  private func danglingRow(
    _ rows: [[StoredValue]], _ table: CopiedTable
  ) async -> (row: [StoredValue], reason: StoreError)? {
    guard let session = try? await target.begin(.read) else { return nil }
    var dangling: (index: Int, relation: RelationDescription)?
    for relation in table.table.relations where !relation.columns.isEmpty && relation.deleteRule != .unconstrained {
      let targetTable = relation.targetTable()
      var known: Set<[StoredValue]> = []
      // A row may refer to another one that is written with it.
      if targetTable === table.table { for row in rows { known.insert(relation.referencedColumns.map { row[$0] }) } }
      for (index, row) in rows.enumerated() where index < dangling?.index ?? .max {
        let key = relation.columns.map { row[$0] }
        if key.contains(.null) || known.contains(key) { continue }
        guard let isThere = try? await session.hasRow(targetTable, relation.referencedColumns, key) else { break }
        if isThere { known.insert(key) } else { dangling = (index, relation) }
      }
    }
    await session.rollback()
    return dangling.map { (rows[$0.index], .foreignKey(model: table.table.model, field: $0.relation.name)) }
  }

  /// Reads a table from both databases, and throws if it differs.
  func compare(_ table: CopiedTable, _ reading: any BackendSession) async throws(DatabaseFault) -> Int {
    let session: any BackendSession
    do {
      session = try await target.beginStreaming()
    } catch {
      throw DatabaseFault(error, .target, "table '\(table.name)'")
    }
    let expected: ColumnSums
    let found: ColumnSums
    do {
      expected = try await sums(of: table, .source, reading)
      found = try await sums(of: table, .target, session)
    } catch {
      await session.rollback()
      throw error
    }
    await session.rollback()
    guard expected == found else { throw difference(table, expected, found) }
    report(.compared(table: table.name, rows: found.count))
    return found.count
  }

  private func difference(_ table: CopiedTable, _ expected: ColumnSums, _ found: ColumnSums) -> DatabaseFault {
    let help =
      "something wrote to FROM or TO meanwhile; empty the tables of TO, drop its table igata_copy, and start again"
    guard expected.count == found.count else {
      return DatabaseFault(
        .both, "table '\(table.name)' has \(expected.count) rows in FROM and \(found.count) in TO", help: help)
    }
    let columns = table.table.columns.indices.filter { expected.columns[$0] != found.columns[$0] }
    let names = columns.map { "'\(table.table.columns[$0].name)'" }.joined(separator: ", ")
    return DatabaseFault(.both, "table '\(table.name)' differs in \(names)", help: help)
  }

  private func sums(
    of table: CopiedTable, _ side: DatabaseFault.Side, _ session: any BackendSession
  ) async throws(DatabaseFault) -> ColumnSums {
    var sums = ColumnSums(table.table)
    try await at(side, table) { () async throws(StoreError) in
      let batches =
        side == .source
        ? try await RowBatches(table.source, table.sourceColumns, size: batch, session)
        : try await RowBatches(table.table, size: batch, session)
      var isAtEnd = false
      while !isAtEnd {
        let rows = try await batches.next()
        for row in rows { sums.add(row, key: table.table.primaryKey) }
        isAtEnd = rows.count < batch
      }
    }
    return sums
  }

  private func reader(
    of table: CopiedTable, after key: [StoredValue]? = nil, offset: Int = 0, _ session: any BackendSession
  ) async throws(DatabaseFault) -> RowBatches {
    do {
      return try await RowBatches(
        table.source, table.sourceColumns, after: key, offset: offset, size: batch, session)
    } catch {
      throw DatabaseFault(error, .source, "table '\(table.name)'")
    }
  }
}

extension BackendSession {
  /// Writes rows without generating keys.
  fileprivate func write(
    _ kind: RowWrite.Kind, _ rows: [[StoredValue]], _ table: CopiedTable
  ) async throws(StoreError) {
    let others = rows.filter { !table.needsGivenKey($0) }
    if !others.isEmpty { try await write(kind, others, table.table) }
    let zeros = rows.filter(table.needsGivenKey)
    if let keyed = table.withGivenKeys, !zeros.isEmpty { try await write(kind, zeros, keyed) }
  }
}

extension CopiedTable {
  /// Whether a row refers to a row that is written later.
  func isLinked(_ row: [StoredValue]) -> Bool { laterColumns.contains { row[$0] != .null } }

  /// A row without its relations to later rows. Its version is one less, because the update that sets them adds one.
  func rowWithoutLinks(_ row: [StoredValue]) -> [StoredValue] {
    guard isLinked(row) else { return row }
    var row = row
    for column in laterColumns { row[column] = .null }
    if let version = table.versionColumn, case .integer(let number) = row[version] {
      row[version] = .integer(number == .min ? number : number - 1)
    }
    return row
  }
}

extension StoreError {
  /// Whether it is about values of a row.
  fileprivate var isOfRow: Bool {
    switch self {
    case .duplicateKey, .foreignKey, .checkFailed, .unstorable: true
    default: false
    }
  }
}

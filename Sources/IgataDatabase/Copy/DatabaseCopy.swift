@_spi(Backend) package import IgataRuntime
package import IgataTables

/// Copies all rows of a schema from one database to another.
///
/// The rows are read from one snapshot of the source and written in batches. Each batch is one transaction, which also
/// stores the progress of its table: an interrupted copy continues after the last batch. A relation to a row that is
/// written later, in a cycle of tables or within one table, is null at first and set by a second pass.
package struct DatabaseCopy: Sendable {
  let source: any Backend
  let target: any Backend
  let tables: [CopiedTable]
  let batch: Int
  private let schemaHash: String
  let report: @Sendable (CopyReport) -> Void

  /// - Parameters:
  ///   - batch: How many rows are written at once, at least 1.
  ///   - report: Called with each step.
  package init(
    from source: any Backend, to target: any Backend, _ tables: [ModelTable], batch: Int = 5000,
    report: @escaping @Sendable (CopyReport) -> Void = { _ in }
  ) {
    self.init(from: source, to: target, CopiedTable.all(tables), batch: batch, report: report)
  }

  init(
    from source: any Backend, to target: any Backend, _ tables: [CopiedTable], batch: Int,
    report: @escaping @Sendable (CopyReport) -> Void
  ) {
    self.source = source
    self.target = target
    self.tables = tables
    self.batch = max(1, batch)
    self.report = report
    schemaHash = Self.hash(tables.map(\.table.text) + tables.filter(\.source.isExternal).map(\.source.text))
  }

  /// Copies the rows that are not copied yet, and compares all rows. Returns how many rows there are.
  @discardableResult
  package func run() async throws(DatabaseFault) -> Int {
    let reading: any BackendSession
    do {
      // The forms of another program's values are those of its columns.
      let external = tables.map(\.source).filter(\.isExternal)
      if !external.isEmpty { try await source.prepare(external) }
      reading = try await source.beginStreaming()
    } catch {
      throw DatabaseFault(error, .source, "it can't be opened")
    }
    do {
      let rows = try await run(reading)
      await reading.rollback()
      return rows
    } catch {
      await reading.rollback()
      throw error
    }
  }

  private func run(_ reading: any BackendSession) async throws(DatabaseFault) -> Int {
    var total: Int64 = 0
    for table in tables {
      try await at(.source, table) { () async throws(StoreError) in total += try await reading.count(table.source) }
    }
    var progress = try await begin()
    report(.began(rows: total))
    for table in tables where !progress[table].isWritten { try await copyRows(of: table, reading, &progress) }
    for table in tables where !table.laterColumns.isEmpty && !progress[table].isDone {
      try await link(table, reading, &progress)
    }
    var rows = 0
    for table in tables { rows += try await compare(table, reading) }
    try await finish(&progress)
    return rows
  }

  // MARK: The beginning and the end

  private func begin() async throws(DatabaseFault) -> CopyProgress {
    do {
      try await target.prepare(tables.map(\.table) + [CopyProgress.table])
    } catch {
      throw DatabaseFault(error, .target, "its tables can't be used")
    }
    let (progress, filled) = try await atTarget("the table igata_copy") { (session) throws(StoreError) in
      var progress = try await CopyProgress(session)
      var filled: String?
      if progress.entries.isEmpty {
        for table in tables where try await session.count(table.table) > 0 { filled = table.name }
        if filled != nil { return (progress, filled) }
      }
      for table in tables where progress.entries[table.name] == nil {
        try await progress.set(CopyProgress.Entry(schema: schemaHash), of: table, session)
      }
      return (progress, filled)
    }
    if let filled {
      throw DatabaseFault(
        .target, "TO: table '\(filled)' already has rows, and there is no copy to continue",
        help: "use an empty database, or empty its tables")
    }
    if tables.contains(where: { progress[$0].schema != schemaHash }) {
      throw DatabaseFault(
        .target, "TO: a copy with another schema has begun there",
        help: "continue with the schema of that copy, or empty the tables and drop the table igata_copy")
    }
    return progress
  }

  private func finish(_ progress: inout CopyProgress) async throws(DatabaseFault) {
    progress = try await atTarget("the table igata_copy") { [progress] (session) throws(StoreError) in
      var progress = progress
      for table in tables where !progress[table].isDone {
        var entry = progress[table]
        entry.isDone = true
        try await progress.set(entry, of: table, session)
      }
      return progress
    }
  }

  private static func hash(_ texts: [String]) -> String {
    var hash = StableHash()
    hash.combine(texts.joined(separator: "\n").utf8)
    return String(hash.value, radix: 16)
  }

  // MARK: Sessions

  /// Runs `body` in a transaction of the target.
  func atTarget<Result: Sendable>(
    _ subject: String, _ body: (any BackendSession) async throws(StoreError) -> Result
  ) async throws(DatabaseFault) -> Result {
    do {
      return try await target.inSession(.write, body)
    } catch {
      throw DatabaseFault(error, .target, subject)
    }
  }

  /// Runs `body`, and names the side and the table in its error.
  func at(
    _ side: DatabaseFault.Side, _ table: CopiedTable, _ body: () async throws(StoreError) -> Void
  ) async throws(DatabaseFault) {
    do {
      try await body()
    } catch {
      throw DatabaseFault(error, side, "table '\(table.name)'")
    }
  }
}

@_spi(Backend) internal import IgataRuntime
internal import IgataSamples

/// Lets a program of an older version use a database of a newer one: it reads all rows, and inserts, changes and
/// deletes some. Nothing stays.
struct ProgramCheck {
  let state: ChainCheck.State
  let seed: UInt64

  func check(_ program: CheckedVersion) async throws {
    do {
      let structure = try await state.database.backend.structure()
      let outcome = try await state.database.open(as: program)
      guard outcome == .newer(state.version.number) else {
        throw difference(program, "opens it as \(outcome)")
      }
      if let change = try await state.database.backend.structure().firstDifference(from: structure) {
        throw difference(program, "changes the database when it opens it: \(change)")
      }
      try await use(program)
    } catch let error as StoreError {
      throw difference(program, "fails: \(error)")
    }
  }

  private func difference(_ program: CheckedVersion, _ message: String) -> CheckDifference {
    CheckDifference(state.version, "a program of version \(program.number) \(message)")
  }

  private func use(_ program: CheckedVersion) async throws {
    let existing = try await state.database.rows(of: program)
    var samples = TableSamples(
      of: program.tables, required: program.requiredColumns, count: 4, besides: existing, counters: state.counters,
      seed: seed, round: program.number)
    let order = samples.rows().insertionOrder(in: program.tables, besides: existing)
    let session = try await state.database.backend.begin(.write)
    do {
      for (table, row) in order { try await session.write(.insert, [row], table) }
      for (table, row) in order { try await change(row, of: table, session) }
      for (table, row) in order.reversed() {
        guard try await session.delete(RowQuery(table, where: table.isKey(table.key(of: row)))) == 1 else {
          throw StoreError.notFound(model: table.model, key: table.keyText(of: row))
        }
      }
    } catch {
      await session.rollback()
      throw error
    }
    await session.rollback()
  }

  /// Writes a row once more, with the next number of its version.
  private func change(
    _ row: [StoredValue], of table: TableDescription, _ session: any BackendSession
  ) async throws(StoreError) {
    guard !table.isList || table.columns.count > table.primaryKey.count else { return }
    var row = row
    if let version = table.versionColumn, case .integer(let number) = row[version] {
      guard number < .max else { return }
      row[version] = .integer(number + 1)
    }
    try await session.write(.update, [row], table)
  }
}

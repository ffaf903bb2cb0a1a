public import Foundation
@_spi(Backend) public import IgataRuntime
internal import IgataTables

/// Which rows a ``FallbackBackend`` keeps in its second backend when they are read from the first.
public enum KeptReads: Sendable {
  /// Those of every model.
  case all
  /// Those of every model but some, such as one with secrets. Rows that refer to rows of such a model are not kept
  /// either.
  case allBut([any PersistableModel.Type])
  /// None: the second backend has what was written while this backend was in use.
  case none

  func keeps(_ table: TableDescription) -> Bool {
    switch self {
    case .all: true
    case .allBut(let models): !models.contains { $0.table.name == table.name }
    case .none: false
    }
  }
}

/// Rows that the first backend returned, and the query that selected them.
struct KeptRead: Sendable {
  var query: RowQuery
  var rows: [[StoredValue]]

  /// Whether the rows are all for which the condition is true, so that any other such row is gone, or something has
  /// changed.
  var isComplete: Bool { !query.isLimited && query.partition.isEmpty }
}

/// The table in which the second backend has when rows of each table were last read from the first.
enum ReadTimes {
  static let table = TableDescription(
    model: "FallbackRead", name: "igata_fallback_read",
    columns: [
      ColumnDescription("table_name", ["tableName"], .string), ColumnDescription("read_at", ["readAt"], .date),
    ], primaryKey: [0])
}

// MARK: Keeping

extension FallbackBackend {
  /// When rows of a model were last read from the first backend and kept in the second; `nil` if none were. It says how
  /// old the rows are that are shown while the first backend can't be reached.
  public func lastRead<Model: PersistableModel>(of model: Model.Type) async throws(StoreError) -> Date? {
    if case .none = keptReads { return nil }
    if let time = readTime(of: Model.table.name) { return Date(microsecondsSince1970: time) }
    let rows = try await second.inSession(.singleRead) { (session) throws(StoreError) in
      try await session.values(of: [1], RowQuery(ReadTimes.table, keys: [[.text(Model.table.name)]]))
    }
    guard case .date(let microseconds)? = rows.first?.first else { return nil }
    return Date(microsecondsSince1970: microseconds)
  }

  /// Writes rows that the first backend returned to the second. What the second rejects is missing there, and nothing
  /// is kept if something was written since the rows were read, or is being written: the rows may be older than that.
  ///
  /// - Parameter writeCount: ``writeCount`` before the rows were read.
  func keep(_ reads: [KeptRead], since writeCount: Int) async {
    if reads.isEmpty { return }
    await keeping.lockIgnoringCancellation()
    defer { keeping.unlock() }
    guard writers.lockIfAvailable() else { return }
    defer { writers.unlock() }
    guard self.writeCount == writeCount, reachability.current == .reachable else { return }
    do throws(StoreError) {
      var rows = RowsByTable(reads)
      let gone = try await findGone(reads, updating: &rows)
      try await addTargets(to: &rows)
      let times = try await second.inSession(.write) { [rows] (session) throws(StoreError) in
        for (table, keys) in gone { try await session.deleteIfPossible(keys, of: table) }
        for table in rows.tablesInOrder { try await session.writeChanged(rows.sortedRows(of: table), of: table) }
        return try await writeTimes(of: reads.map(\.query.table), session)
      }
      setReadTimes(times)
    } catch {
      return
    }
  }

  /// Adds the rows that the rows refer to and the second backend doesn't have, with their lists, and removes rows whose
  /// targets can't be had.
  private func addTargets(to rows: inout RowsByTable) async throws(StoreError) {
    var pending = rows.tables
    var isIncomplete = false
    while let table = pending.popLast() {
      for relation in table.relations where !relation.columns.isEmpty {
        let target = relation.targetTable()
        let missing = try await missingTargets(of: relation, table, rows)
        if missing.isEmpty { continue }
        var found: [[StoredValue]] = []
        if keptReads.keeps(target) {
          found = try await first.inSession(.singleRead) { (session) throws(StoreError) in
            try await session.rows(target, where: relation.referencedColumns, missing)
          }
        }
        rows.add(found, of: target)
        if !found.isEmpty { pending += [target] + (try await addLists(of: found, target, to: &rows)) }
        let present = Set(found.map { row in relation.referencedColumns.map { row[$0] } })
        let absent = missing.subtracting(present)
        rows.removeRows(of: table, where: relation.columns, absent)
        if !absent.isEmpty { isIncomplete = true }
      }
    }
    // Rows that refer to those that were removed.
    while isIncomplete {
      isIncomplete = false
      for table in rows.tables {
        for relation in table.relations where !relation.columns.isEmpty {
          let missing = try await missingTargets(of: relation, table, rows)
          rows.removeRows(of: table, where: relation.columns, missing)
          if !missing.isEmpty { isIncomplete = true }
        }
      }
    }
  }

  /// Adds the rows of the ordered relations of some rows. Returns their tables.
  private func addLists(
    of owners: [[StoredValue]], _ table: TableDescription, to rows: inout RowsByTable
  ) async throws(StoreError) -> [TableDescription] {
    let keys = Set(owners.map { table.key(of: $0) })
    var added: [TableDescription] = []
    for relation in table.relations {
      guard case .ordered(let join) = relation.kind else { continue }
      let list = try self.table(join.table)
      guard keptReads.keeps(list), let owner = list.relations.first else { continue }
      let members = try await first.inSession(.singleRead) { (session) throws(StoreError) in
        try await session.rows(list, where: owner.columns, keys)
      }
      rows.add(members, of: list)
      added.append(list)
    }
    return added
  }

  /// The values of a foreign key for which there is neither a row to be written nor one in the second backend.
  private func missingTargets(
    of relation: RelationDescription, _ table: TableDescription, _ rows: RowsByTable
  ) async throws(StoreError) -> Set<[StoredValue]> {
    let (target, columns) = (relation.targetTable(), relation.referencedColumns)
    var wanted = Set(rows.rows(of: table).map { row in relation.columns.map { row[$0] } })
    wanted = wanted.filter { !$0.contains(.null) }
    wanted.subtract(rows.rows(of: target).map { row in columns.map { row[$0] } })
    if wanted.isEmpty { return [] }
    let known = try await second.inSession(.singleRead) { [wanted] (session) throws(StoreError) in
      try await session.rows(target, where: columns, wanted)
    }
    return wanted.subtracting(known.map { row in columns.map { row[$0] } })
  }

  /// The keys of rows in the second backend that a complete read should have had, and the first backend doesn't have.
  /// Rows that it has, but changed, are added to `rows`.
  private func findGone(
    _ reads: [KeptRead], updating rows: inout RowsByTable
  ) async throws(StoreError) -> [(TableDescription, [[StoredValue]])] {
    var gone: [(TableDescription, [[StoredValue]])] = []
    for read in reads where read.isComplete {
      let table = read.query.table
      var query = RowQuery(table)
      query.condition = read.query.condition
      let kept = try await second.inSession(.singleRead) { [query] (session) throws(StoreError) in
        try await session.keys(query)
      }
      let returned = Set(read.rows.map { table.key(of: $0) })
      let others = Set(kept).subtracting(returned)
      if others.isEmpty { continue }
      let changed = try await first.inSession(.singleRead) { (session) throws(StoreError) in
        try await session.rows(table, where: table.primaryKey, others)
      }
      rows.add(changed, of: table)
      let left = others.subtracting(changed.map { table.key(of: $0) })
      if !left.isEmpty { gone.append((table, Array(left))) }
    }
    return gone
  }

  /// Writes the time, at most once a second for each table, as it is shown to people. Returns what was written, in
  /// microseconds since 1970.
  private func writeTimes(
    of tables: [TableDescription], _ session: any BackendSession
  ) async throws(StoreError) -> [String: Int64] {
    guard let now = Date().microsecondsSince1970 else { return [:] }
    let due = Set(tables.map(\.name)).filter { now - (readTime(of: $0) ?? 0) >= 1_000_000 }
    if due.isEmpty { return [:] }
    try await session.apply(
      RowWrite(.save, ReadTimes.table, count: due.count), due.sorted().map { [.text($0), .date(microseconds: now)] })
    return Dictionary(uniqueKeysWithValues: due.map { ($0, now) })
  }
}

extension BackendSession {
  /// The rows whose columns have one of these values.
  fileprivate func rows(
    _ table: TableDescription, where columns: [Int], _ values: Set<[StoredValue]>
  ) async throws(StoreError) -> [[StoredValue]] {
    try await self.values(
      of: Array(table.columns.indices), RowQuery(table, where: .keyIsIn(columns: columns, Array(values))))
  }

  /// Writes the rows that differ from those that are there.
  fileprivate func writeChanged(_ rows: [[StoredValue]], of table: TableDescription) async throws(StoreError) {
    let keys = rows.map { table.key(of: $0) }
    let known = Set(try await values(of: Array(table.columns.indices), RowQuery(table, keys: keys)))
    let changed = rows.filter { !known.contains($0) }
    if changed.isEmpty { return }
    if let version = table.versionColumn {
      let knownKeys = Set(known.map { table.key(of: $0) })
      for row in changed {
        let key = table.key(of: row)
        // A row is only saved over its preceding version, and there may have been several in between.
        guard knownKeys.contains(key), case .integer(let number) = row[version], number > .min else { continue }
        let preceding = ColumnAssignment(version, .value(.integer(number - 1)))
        _ = try await update(RowQuery(table, keys: [key]), [preceding])
      }
    }
    try await apply(RowWrite(.save, table, count: changed.count), changed)
  }

  /// Deletes rows, unless other rows still need them.
  fileprivate func deleteIfPossible(_ keys: [[StoredValue]], of table: TableDescription) async throws(StoreError) {
    let savepoint = try await savepoint()
    do throws(StoreError) {
      _ = try await delete(RowQuery(table, keys: keys))
      try await release(savepoint)
    } catch {
      guard case .inUse = error else { throw error }
      try await rollBack(to: savepoint)
    }
  }
}

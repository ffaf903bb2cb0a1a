#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The rows that go when some are deleted, as the delete rules have it: those themselves and, level by level, those
/// that cascade.
///
/// SQLite follows the rules row by row. It gives up after a thousand levels, and refuses a row that is restricted by
/// one which goes in the same stroke. Where it does, the rows are looked up and deleted so that no rule has to be
/// followed.
struct CascadedRows {
  private struct Rows {
    var table: TableDescription
    var keys: [[StoredValue]] = []
    var known: Set<[StoredValue]> = []
  }

  private let connection: Connection
  private let tables: PreparedTables
  private var rows: [String: Rows] = [:]

  init(_ keys: [[StoredValue]], of table: TableDescription, _ connection: Connection, _ tables: PreparedTables)
    throws(EngineFailure)
  {
    self.connection = connection
    self.tables = tables
    var levels = [(table, add(keys, of: table))]
    while let (table, keys) = levels.popLast() {
      if keys.isEmpty { continue }
      for (owner, relation) in tables.relations(to: table) where relation.deleteRule == .cascade {
        levels.append((owner, add(try referring(owner, relation, to: keys), of: owner)))
      }
    }
  }

  /// Returns the keys that were not known before.
  private mutating func add(_ keys: [[StoredValue]], of table: TableDescription) -> [[StoredValue]] {
    var all = rows[table.name] ?? Rows(table: table)
    let new = keys.filter { all.known.insert($0).inserted }
    all.keys += new
    rows[table.name] = all
    return new
  }

  private func referring(
    _ owner: TableDescription, _ relation: RelationDescription, to keys: [[StoredValue]]
  ) throws(EngineFailure) -> [[StoredValue]] {
    let columns = relation.columns.map { owner.columns[$0].name }.quotedNames
    let key = owner.primaryKey.map { owner.columns[$0].name }.quotedNames
    return try connection.values(
      "SELECT \(key) FROM \(owner.name.quotedName) WHERE (\(columns)) IN \(list(relation.columns.count))",
      [.rows(keys)], owner.primaryKey.map { owner.columns[$0].type })
  }

  private func list(_ width: Int, _ parameter: Int = 1) -> String {
    "(SELECT \(SQLiteFunction.columnNames(width)) FROM \(SQLiteFunction.values)(?\(parameter)))"
  }

  /// A relation that restricts, of a row that stays.
  func restriction() throws(EngineFailure) -> StoreError? {
    for name in rows.keys.sorted() {
      guard let doomed = rows[name], !doomed.keys.isEmpty else { continue }
      for (owner, relation) in tables.relations(to: doomed.table) where relation.deleteRule == .restrict {
        let known = rows[owner.name]?.known ?? []
        let keys = try referring(owner, relation, to: doomed.keys)
        if keys.contains(where: { !known.contains($0) }) {
          return .foreignKey(model: owner.model, field: relation.name)
        }
      }
    }
    return nil
  }

  /// Makes all of them refer to one row of each table, deletes the others, to which nothing leads any more, and then
  /// those.
  func delete() throws(EngineFailure) {
    let all = rows.values.filter { !$0.keys.isEmpty }.sorted { $0.table.name < $1.table.name }
    for doomed in all { try redirect(doomed) }
    for doomed in all { try delete(Array(doomed.keys.dropFirst()), of: doomed.table) }
    var left = all
    while !left.isEmpty {
      var refused: [Rows] = []
      var failure: EngineFailure?
      for doomed in left {
        do {
          try delete([doomed.keys[0]], of: doomed.table)
        } catch {
          guard error.isForeignKey else { throw error }
          failure = error
          refused.append(doomed)
        }
      }
      if let failure, refused.count == left.count { throw failure }
      left = refused
    }
  }

  private func redirect(_ doomed: Rows) throws(EngineFailure) {
    let table = doomed.table
    for relation in table.relations where relation.deleteRule == .cascade || relation.deleteRule == .restrict {
      // A key can't be changed, and what it refers to is deleted after it.
      if relation.columns.contains(where: table.primaryKey.contains) { continue }
      guard let targets = rows[relation.targetTable().name]?.keys, let first = targets.first else { continue }
      let names = relation.columns.map { table.columns[$0].name }
      let assignments = names.enumerated().map { "\($1.quotedName) = ?\($0 + 3)" }.joined(separator: ", ")
      try connection.change(
        "UPDATE \(table.name.quotedName) SET \(assignments) WHERE \(keyCondition(table)) "
          + "AND (\(names.quotedNames)) IN \(list(names.count, 2))",
        [.rows(doomed.keys), .rows(targets)] + first.map { .value($0) })
    }
  }

  private func delete(_ keys: [[StoredValue]], of table: TableDescription) throws(EngineFailure) {
    if keys.isEmpty { return }
    try connection.change("DELETE FROM \(table.name.quotedName) WHERE \(keyCondition(table))", [.rows(keys)])
  }

  private func keyCondition(_ table: TableDescription) -> String {
    "(\(table.primaryKey.map { table.columns[$0].name }.quotedNames)) IN \(list(table.primaryKey.count))"
  }
}

#endif

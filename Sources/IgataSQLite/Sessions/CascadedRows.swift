#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The rows that are deleted together with some rows, by the delete rules: those rows themselves and, level by level,
/// the rows that refer to them by a relation that cascades.
///
/// SQLite applies the rules row by row. It fails after a thousand levels, and if a row is restricted by one that the
/// same deletion deletes later. Then the rows are looked up, and deleted in such a way that SQLite has no rule to
/// apply. Keys are in their stored form here.
struct CascadedRows {
  private struct Rows {
    var table: TableDescription
    var keys: [[StoredValue]] = []
    var known: Set<[StoredValue]> = []
  }

  private let connection: Connection
  private let tables: PreparedTables
  private var rows: [String: Rows] = [:]
  private var dialect: SQLiteDialect { connection.dialect }

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

  /// Adds keys, and returns those that are new.
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
    let columns = dialect.identifiers(relation.columns.map { owner.columns[$0].name })
    let key = dialect.identifiers(owner.primaryKey.map { owner.columns[$0].name })
    var values = list(keys.first?.count ?? 1)
    if relation.isLinked {
      let target = relation.targetTable()
      let referenced = dialect.identifiers(relation.referencedColumns.map { target.columns[$0].name })
      let primaryKey = dialect.identifiers(target.primaryKey.map { target.columns[$0].name })
      values = "(SELECT \(referenced) FROM \(dialect.identifier(target.name)) WHERE (\(primaryKey)) IN \(values))"
    }
    return try connection.values(
      "SELECT \(key) FROM \(dialect.identifier(owner.name)) WHERE (\(columns)) IN \(values)",
      [.rows(keyList(keys))], owner.storedKeyTypes(tables.adapted))
  }

  private func keyList(_ keys: [[StoredValue]]) -> KeyList {
    KeyList(width: keys.first?.count ?? 1, values: keys.flatMap(\.self))
  }

  private func list(_ width: Int, _ parameter: Int = 1) -> String {
    "(SELECT \(SQLiteFunction.columnNames(width)) FROM \(SQLiteFunction.values)(?\(parameter)))"
  }

  /// The error of a relation that restricts the deletion, of a row that is not deleted; `nil` if there is none.
  func restriction() throws(EngineFailure) -> StoreError? {
    for name in rows.keys.sorted() {
      guard let group = rows[name], !group.keys.isEmpty else { continue }
      for (owner, relation) in tables.relations(to: group.table) where relation.deleteRule == .restrict {
        let known = rows[owner.name]?.known ?? []
        let keys = try referring(owner, relation, to: group.keys)
        if keys.contains(where: { !known.contains($0) }) {
          return .foreignKey(model: owner.model, field: relation.name)
        }
      }
    }
    return nil
  }

  /// Changes the rows so that all of them refer to the first row of each table, deletes the others, to which no row
  /// refers any more, and then the first ones.
  func delete() throws(EngineFailure) {
    let all = rows.values.filter { !$0.keys.isEmpty }.sorted { $0.table.name < $1.table.name }
    for group in all { try redirect(group) }
    for group in all { try delete(Array(group.keys.dropFirst()), of: group.table) }
    var remaining = all
    while !remaining.isEmpty {
      var refused: [Rows] = []
      var failure: EngineFailure?
      for group in remaining {
        do {
          try delete([group.keys[0]], of: group.table)
        } catch {
          guard error.isForeignKey else { throw error }
          failure = error
          refused.append(group)
        }
      }
      if let failure, refused.count == remaining.count { throw failure }
      remaining = refused
    }
  }

  private func redirect(_ group: Rows) throws(EngineFailure) {
    let table = group.table
    for relation in table.relations where relation.deleteRule == .cascade || relation.deleteRule == .restrict {
      // A key, or another field, isn't changed; the row that it refers to is deleted after it.
      if relation.isLinked || relation.columns.contains(where: table.primaryKey.contains) { continue }
      guard let targets = rows[relation.targetTable().name]?.keys, let first = targets.first else { continue }
      let names = relation.columns.map { table.columns[$0].name }
      let assignments = names.enumerated().map { "\(dialect.identifier($1)) = ?\($0 + 3)" }.joined(separator: ", ")
      try connection.change(
        "UPDATE \(dialect.identifier(table.name)) SET \(assignments) WHERE \(keyCondition(table)) "
          + "AND (\(dialect.identifiers(names))) IN \(list(names.count, 2))",
        [.rows(keyList(group.keys)), .rows(keyList(targets))] + first.map { .value($0) })
    }
  }

  private func delete(_ keys: [[StoredValue]], of table: TableDescription) throws(EngineFailure) {
    if keys.isEmpty { return }
    try connection.change(
      "DELETE FROM \(dialect.identifier(table.name)) WHERE \(keyCondition(table))", [.rows(keyList(keys))])
  }

  private func keyCondition(_ table: TableDescription) -> String {
    "(\(dialect.identifiers(table.primaryKey.map { table.columns[$0].name }))) IN \(list(table.primaryKey.count))"
  }
}

#endif

/// The rows of observed models that a deletion deletes or changes through delete rules. They are found before it, as
/// they can't be queried after it.
struct DeleteSurvey {
  /// A foreign key from one table to another.
  private struct Edge {
    var owner: TableDescription
    var relation: RelationDescription
  }

  private struct Rows {
    var table: TableDescription
    var keys: [[StoredValue]] = []
    var known: Set<[StoredValue]> = []

    /// Returns the keys that were not known before.
    mutating func add(_ new: [[StoredValue]]) -> [[StoredValue]] {
      let added = new.filter { known.insert($0).inserted }
      keys += added
      return added
    }
  }

  private let table: TableDescription
  private let models: [String: any WatchedModel]
  /// The models of lists, by the names of the lists' tables.
  private var listOwners: [String: any WatchedModel] = [:]
  /// By the names of the tables that they point to.
  private var edges: [String: [Edge]] = [:]
  private var doomed: [String: Rows] = [:]
  private var changed: [String: Rows] = [:]

  init(_ watched: some Collection<any WatchedModel>, of table: TableDescription) {
    self.table = table
    models = Dictionary(watched.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    var known: Set<String> = []
    for model in models.values {
      for join in model.joinTables { listOwners[join.name] = model }
      for root in [model.table] + model.joinTables {
        for owner in root.tablesAlongRelations where known.insert(owner.name).inserted {
          for relation in owner.relations where !relation.columns.isEmpty {
            edges[relation.target().table.name, default: []].append(Edge(owner: owner, relation: relation))
          }
        }
      }
    }
  }

  /// Whether deleting from the table can affect an observed model at all. The rows of a list are deleted on their own
  /// when a model is saved, which is recorded there.
  var isNeeded: Bool {
    listOwners[table.name] == nil && (models[table.name] != nil || edges[table.name] != nil)
  }

  mutating func look(_ query: RowQuery, _ session: any BackendSession) async throws(StoreError) {
    var levels = [(table, add(try await session.keys(query), to: table))]
    while let (table, keys) = levels.popLast() {
      if keys.isEmpty { continue }
      if let owner = listOwners[table.name] { note(keys.map { Array($0.dropLast()) }, as: owner) }
      for edge in edges[table.name] ?? [] {
        let condition = Condition.keyIsIn(columns: edge.relation.columns, keys)
        switch edge.relation.deleteRule {
        case .cascade:
          let found = try await session.keys(RowQuery(edge.owner, where: condition))
          levels.append((edge.owner, add(found, to: edge.owner)))
        case .nullify:
          guard let model = models[edge.owner.name] else { continue }
          note(try await session.keys(RowQuery(edge.owner, where: condition)), as: model)
        case .restrict, .noAction, nil: continue
        }
      }
    }
  }

  private mutating func add(_ keys: [[StoredValue]], to table: TableDescription) -> [[StoredValue]] {
    doomed[table.name, default: Rows(table: table)].add(keys)
  }

  private mutating func note(_ keys: [[StoredValue]], as model: any WatchedModel) {
    _ = changed[model.table.name, default: Rows(table: model.table)].add(keys)
  }

  var deleted: [(model: any WatchedModel, keys: [[StoredValue]])] {
    models.values.compactMap { model in
      guard let rows = doomed[model.table.name], !rows.keys.isEmpty else { return nil }
      return (model, rows.keys)
    }
  }

  /// The rows that still exist but were changed.
  var updated: [(model: any WatchedModel, keys: [[StoredValue]])] {
    models.values.compactMap { model in
      let gone = doomed[model.table.name]?.known ?? []
      let keys = changed[model.table.name]?.keys.filter { !gone.contains($0) } ?? []
      return keys.isEmpty ? nil : (model, keys)
    }
  }
}

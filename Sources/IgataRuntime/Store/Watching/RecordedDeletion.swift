/// The rows of observed models that a deletion deletes, or changes through delete rules.
struct RecordedDeletion {
  private let models: [String: any WatchedModel]
  /// The models of lists, by the names of the lists' tables.
  private let listOwners: [String: any WatchedModel]
  private var survey: DeleteSurvey

  /// The rows of a list are deleted on their own when a model is saved, which is recorded there.
  init(from table: TableDescription, _ watched: some Collection<any WatchedModel>) {
    let models = Dictionary(watched.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    var listOwners: [String: any WatchedModel] = [:]
    for model in models.values {
      for join in model.joinTables { listOwners[join.name] = model }
      for root in [model.table] + model.joinTables { root.tablesAlongRelations.forEach { $0.registerRelations() } }
    }
    self.models = models
    self.listOwners = listOwners
    survey = DeleteSurvey(table) { [listOwners] other in
      let isWatched = models[other.name] != nil || listOwners[other.name] != nil
      return isWatched && listOwners[table.name] == nil ? .all : .none
    }
  }

  mutating func survey(_ query: RowQuery, _ session: any BackendSession) async throws(StoreError) {
    try await survey.look(query, session)
  }

  var deleted: [(model: any WatchedModel, keys: [[StoredValue]])] {
    survey.deleted.compactMap { rows in models[rows.table.name].map { ($0, rows.keys) } }
  }

  /// The rows that still exist, but whose columns or lists were changed.
  var changed: [(model: any WatchedModel, keys: [[StoredValue]])] {
    var changed: [String: [[StoredValue]]] = [:]
    for rows in survey.changed where models[rows.table.name] != nil { changed[rows.table.name] = rows.keys }
    for rows in survey.deleted {
      guard let owner = listOwners[rows.table.name]?.table, let width = rows.table.relations.first?.columns.count else {
        continue
      }
      changed[owner.name, default: []] += rows.keys.map { Array($0.prefix(width)) }
    }
    let gone = Dictionary(
      survey.deleted.map { rows in (rows.table.name, Set(rows.keys.map { ExactValues($0) })) },
      uniquingKeysWith: { first, _ in first })
    return changed.sorted { $0.key < $1.key }.compactMap { name, keys in
      var known = gone[name] ?? []
      let keys = keys.filter { known.insert(ExactValues($0)).inserted }
      return keys.isEmpty ? nil : models[name].map { ($0, keys) }
    }
  }
}

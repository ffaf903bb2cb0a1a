struct WatchedModelOf<Model: PersistableModel>: WatchedModel {
  var table: TableDescription { Model.table }

  var joinTables: [TableDescription] {
    table.relations.indices.compactMap { table.joinTable($0, owner: Model.self) }
  }

  func deleted(_ keys: [[StoredValue]]) -> any RowRecord {
    let ids = ValueRowCursor(keys).read { row in
      var ids: [Model.PrimaryKey] = []
      while row.next() { ids.append(Model.PrimaryKey(row: &row, at: 0)) }
      return ids
    }
    return RowRecords<Model>(changes: ids.map { .deleted($0) })
  }

  func updated(
    _ keys: [[StoredValue]], _ identity: StoreIdentity, _ session: any BackendSession
  ) async throws(StoreError) -> any RowRecord {
    let query = RowQuery(table, keys: keys)
    let models: [Model] = try await LoadContext(identity).load(query, from: session)
    return RowRecords<Model>(changes: models.map { .updated($0) })
  }
}

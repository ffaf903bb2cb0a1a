internal import Foundation

// Values that the database makes for the rows that it inserts, from defaults in SQL.

extension PersistableModel {
  /// The columns in which the model has no value, but for which the database can make one, and those that are only
  /// read.
  var omittedColumns: [Int] {
    let sink = NullSink(Self.table.databaseDefaults)
    var writer = RowWriter(sink)
    write(to: &writer)
    return Set(sink.found).union(Self.table.readOnlyColumns).sorted()
  }
}

extension BackendSession {
  /// Reads the values that the database made for models that have been written.
  func readDatabaseDefaults<Model: PersistableModel>(of models: inout [Model]) async throws(StoreError) {
    let stored: [StoredKey: Model] = try await storedModels(models.map { $0.primaryKey._keyValues })
    for index in models.indices {
      guard let model = stored[StoredKey(models[index].primaryKey)] else { continue }
      models[index]._assign(defaultsOf: model)
    }
  }

  /// The models with some keys as they are stored, without what they refer to.
  func storedModels<Model: PersistableModel>(_ keys: [[StoredValue]]) async throws(StoreError) -> [StoredKey: Model] {
    let table = Model.table
    var stored: [StoredKey: Model] = [:]
    try await read(RowQuery(table, keys: keys)) { (row) throws(StoreError) in
      while row.next() {
        let model = Model(row: &row)
        stored[StoredKey(model.primaryKey)] = model
      }
      try row.checkFault(table)
    }
    return stored
  }
}

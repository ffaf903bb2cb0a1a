internal import Foundation

// Values that the database makes for the rows that it inserts, from defaults in SQL.

extension PersistableModel {
  /// The columns in which the model has no value, but for which the database can make one.
  var omittedColumns: [Int] {
    let sink = NullSink(Self.table.databaseDefaults)
    var writer = RowWriter(sink)
    write(to: &writer)
    return sink.found
  }
}

extension BackendSession {
  /// Reads the values that the database made for models that have been written.
  func readDatabaseDefaults<Model: PersistableModel>(of models: inout [Model]) async throws(StoreError) {
    let table = Model.table
    let keys = models.map { $0.primaryKey._keyValues }
    var stored: [ExactKey<Model.PrimaryKey>: Model] = [:]
    let query = RowQuery(table, keys: keys)
    try await read(query) { (row) throws(StoreError) in
      while row.next() {
        let model = Model(row: &row)
        stored[ExactKey(model.primaryKey)] = model
      }
      try row.checkFault(table)
    }
    for index in models.indices {
      guard let model = stored[ExactKey(models[index].primaryKey)] else { continue }
      models[index]._assign(defaultsOf: model)
    }
  }
}

/// Finds the columns that are null in the row that a model writes.
private final class NullSink {
  private let columns: [Int]
  private(set) var found: [Int] = []

  /// - Parameter columns: The columns that are considered.
  init(_ columns: [Int]) { self.columns = columns }
}

extension NullSink: RowOutput {
  func null(_ column: Int) { if columns.contains(column) { found.append(column) } }
  func value(_ column: Int, _ value: StoredValue) { if value.isNull { null(column) } }
  func bool(_ column: Int, _ value: Bool) {}
  func real(_ column: Int, _ value: Double) {}
  func uuid(_ column: Int, _ value: UUID) {}
  func date(_ column: Int, _ microseconds: Int64) {}
  func integer(_ column: Int, _ value: Int64) {}
  func text(_ column: Int, _ value: String) -> Bool { true }
  func finish() -> WrittenRow { .written(key: nil) }
}

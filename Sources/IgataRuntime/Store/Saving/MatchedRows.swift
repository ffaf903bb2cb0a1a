internal import IgataTables

/// The rows that have the same values in a unique constraint as models that are saved.
struct MatchedRows {
  private let table: TableDescription
  /// The columns of the unique constraint.
  private let columns: [Int]
  /// The columns of a row that a model takes over: its key, its version, and the keys of its wrappers.
  private let kept: [Int]

  init(_ fields: FieldList, of table: TableDescription) throws(StoreError) {
    let columns = fields.columns
    let constraints = [table.primaryKey] + table.uniques.filter { $0.isComplete && $0.isOfValues }.map(\.columns)
    guard constraints.contains(where: { Set($0) == Set(columns) }) else {
      let names = columns.map { table.columns[$0].path.joined(separator: ".") }.joined(separator: ", ")
      throw .misuse(
        reason: "several rows of \(table.model) can have the same \(names): declare unique(\(names)) in the schema, or "
          + "match by fields that are unique")
    }
    let wrappers = table.relations.filter(\.isWrapper).flatMap(\.columns)
    self.table = table
    self.columns = columns
    kept = table.primaryKey + [table.versionColumn].compactMap(\.self) + wrappers
  }

  /// The models under the keys of the rows that match them.
  func models<Model: PersistableModel>(
    _ models: [Model], _ session: any BackendSession
  ) async throws(StoreError) -> [Model] {
    let parts = models.map { ModelParts($0) }
    let values = parts.map { parts in columns.map { parts.row[$0] } }
    var seen: Set<ExactValues> = []
    for (model, values) in zip(models, values) where !values.contains(.null) {
      if seen.insert(ExactValues(values)).inserted { continue }
      throw .conflictingChanges(model: table.model, key: table.keyText(model.keyValues))
    }
    if seen.isEmpty { return models }
    let query = RowQuery(table, where: .keyIsIn(columns: columns, seen.map(\.values)))
    var rows: [ExactValues: [StoredValue]] = [:]
    for row in try await session.values(of: columns + kept, query) {
      rows[ExactValues(row.prefix(columns.count))] = Array(row.dropFirst(columns.count))
    }
    return zip(zip(models, parts), values).map { pair, values in
      guard let row = rows[ExactValues(values)] else { return pair.0 }
      return model(pair.0, pair.1, in: row)
    }
  }

  /// The model with the key and the version of a row, and with its wrappers in the rows that belong to that one.
  private func model<Model: PersistableModel>(_ model: Model, _ parts: ModelParts, in row: [StoredValue]) -> Model {
    var (parts, stored) = (parts, parts.row)
    for (column, value) in zip(kept, row) { stored[column] = value }
    for column in table.primaryKey + [table.versionColumn].compactMap(\.self) { parts.row[column] = stored[column] }
    for (index, relation) in table.relations.enumerated() where relation.isWrapper {
      guard let target = parts.relations.targets[index] else { continue }
      var key = relation.columns.map { stored[$0] }
      if key.contains(.null) {
        guard let derived = table.derivedKey(of: relation, in: stored) else { continue }
        key = [derived]
      }
      parts.relations.set(index, to: target.moved(to: key))
    }
    return parts.model().model
  }
}

extension PersistableModel {
  fileprivate func moved(to key: [StoredValue]) -> any PersistableModel {
    ModelParts(self, key: key).model(Self.self).model
  }
}

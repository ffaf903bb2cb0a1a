extension TableDescription {
  /// The table that the path leads to from this one; nothing where the path takes a relation that is none to one row.
  public func table(along path: RelationPath) -> TableDescription? {
    var table = self
    for step in path.steps {
      guard table.relations.indices.contains(step), !table.relations[step].columns.isEmpty else { return nil }
      table = table.relations[step].target().table
    }
    return table
  }

  /// What a column reads as where the path leads to no row: the column's default where the relation that is missing
  /// is a wrapper, as its model is then read as if it had been made from its defaults; null where it is optional.
  ///
  /// `missing` is the index of the first step of the path that has no row. A default that no one value stands for (a
  /// new key, the time of day) is null.
  public func valueWhereMissing(_ path: RelationPath, _ column: Int, missing: Int = 0) -> StoredValue {
    var table = self
    for (index, step) in path.steps.enumerated() {
      guard table.relations.indices.contains(step) else { return .null }
      let relation = table.relations[step]
      if index >= missing {
        guard case .wrapper = relation.kind else { return .null }
      }
      table = relation.target().table
    }
    guard table.columns.indices.contains(column), case .value(let value) = table.columns[column].defaultValue else {
      return .null
    }
    return value
  }

  /// The name of a column's field in the schema's words: of the relation where the column is part of a foreign key.
  public func field(at column: Int) -> String {
    guard columns.indices.contains(column) else { return "" }
    if let relation = relations.first(where: { $0.columns.contains(column) }) { return relation.name }
    return columns[column].path.joined(separator: ".")
  }
}

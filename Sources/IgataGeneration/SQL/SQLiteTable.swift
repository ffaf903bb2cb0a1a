import IgataSchema

/// A table as SQLite takes it: its columns, the constraints behind them, and the indexes that follow it.
struct SQLiteTable {
  struct Index {
    let name: String
    let isUnique: Bool
    let table: String
    let columns: String
    let condition: String?
  }

  let documentation: [String]
  let name: String
  let columns: [SQLiteColumn]
  /// `PRIMARY KEY (…)`, `CONSTRAINT … UNIQUE (…)`, `FOREIGN KEY (…) REFERENCES …`
  let constraints: [String]
  let indexes: [Index]
  /// Whether the rows lie in the order of their keys; they do unless the key is one integer, which SQLite takes for
  /// the row's own number.
  var isOrderedByKey = true
}

/// A model's own table, or that of one of its ordered relations.
struct SQLiteTablePlace: Sendable {
  let model: Int
  var join: Int?
}

extension GenerationScope {
  func sqliteTable(at place: SQLiteTablePlace) -> SQLiteTable {
    let model = schema.models[place.model]
    guard let join = place.join else { return sqliteTable(of: model) }
    return sqliteTable(of: model.joinTables[join], owner: model)
  }

  private func sqliteTable(of model: Model) -> SQLiteTable {
    var constraints: [String] = []
    if !(model.primaryKey.count == 1 && isGeneratedKey(model.primaryKey[0], of: model)) {
      constraints.append("PRIMARY KEY (\(SQLText.identifiers(model.primaryKey.map { model.columns[$0].name })))")
    }
    let (plain, partial) = partition(model.uniques)
    for unique in plain {
      let columns = SQLText.identifiers(unique.parts.map { model.columns[$0.column].name })
      constraints.append("CONSTRAINT \(SQLText.identifier(unique.name)) UNIQUE (\(columns))")
    }
    for key in model.foreignKeys { constraints.append(foreignKey(key, of: model)) }
    let indexes =
      partial.map { index($0, isUnique: true, of: model) } + model.indexes.map { index($0, isUnique: false, of: model) }
      + foreignKeyIndexes(of: model)
    return SQLiteTable(
      documentation: model.origin.documentation, name: SQLText.identifier(model.table),
      columns: model.columns.indices.map {
        sqliteColumn($0, of: model, isLast: constraints.isEmpty && $0 == model.columns.count - 1)
      }, constraints: constraints, indexes: indexes,
      isOrderedByKey: !(model.primaryKey.count == 1 && sqliteType(model.columns[model.primaryKey[0]]) == "INTEGER"))
  }

  /// Unique constraints that a table can state, and those that only an index can: with a condition or an order.
  func partition(_ uniques: [Constraint]) -> (plain: [Constraint], partial: [Constraint]) {
    func isPlain(_ unique: Constraint) -> Bool {
      unique.condition == nil && !unique.parts.contains(where: \.isDescending)
    }
    return (uniques.filter(isPlain), uniques.filter { !isPlain($0) })
  }

  private func foreignKey(_ key: ForeignKey, of model: Model) -> String {
    let target = schema.models[key.target]
    let columns = SQLText.identifiers(key.columns.map { model.columns[$0].name })
    let targets = SQLText.identifiers(target.primaryKey.map { target.columns[$0].name })
    return "FOREIGN KEY (\(columns)) REFERENCES \(SQLText.identifier(target.table)) (\(targets)) ON DELETE "
      + deleteAction(key.deleteRule)
  }

  func deleteAction(_ rule: DeleteRule) -> String {
    switch rule {
    case .cascade: "CASCADE"
    case .restrict: "RESTRICT"
    case .nullify: "SET NULL"
    case .noAction: "NO ACTION DEFERRABLE INITIALLY DEFERRED"
    }
  }

  // MARK: Indexes

  private func index(_ constraint: Constraint, isUnique: Bool, of model: Model) -> SQLiteTable.Index {
    let columns = constraint.parts.map {
      SQLText.identifier(model.columns[$0.column].name) + ($0.isDescending ? " DESC" : "")
    }
    return SQLiteTable.Index(
      name: SQLText.identifier(constraint.name), isUnique: isUnique, table: SQLText.identifier(model.table),
      columns: columns.joined(separator: ", "), condition: constraint.condition)
  }

  /// The columns of each foreign key that no key, constraint or index begins with.
  func uncoveredForeignKeys(of model: Model) -> [[String]] {
    let complete = (model.uniques + model.indexes).filter { $0.condition == nil }
    var covered = [model.primaryKey] + complete.map { $0.parts.map(\.column) }
    var result: [[String]] = []
    for key in model.foreignKeys where !covered.contains(where: { $0.starts(with: key.columns) }) {
      covered.append(key.columns)
      result.append(key.columns.map { model.columns[$0].name })
    }
    return result
  }

  private func foreignKeyIndexes(of model: Model) -> [SQLiteTable.Index] {
    uncoveredForeignKeys(of: model).map { names in
      SQLiteTable.Index(
        name: SQLText.identifier("\(model.table)_\(names.joined(separator: "_"))_idx"), isUnique: false,
        table: SQLText.identifier(model.table), columns: SQLText.identifiers(names), condition: nil)
    }
  }

  // MARK: Join tables

  private func sqliteTable(of join: JoinTable, owner: Model) -> SQLiteTable {
    let target = schema.models[join.target]
    let field = owner.fields[join.field]
    let position = SQLiteColumn(join.positionColumn, "INTEGER", isRequired: true)
    let columns =
      joinColumns(join.ownerColumns, of: owner) + [position] + joinColumns(join.targetColumns, of: target)
    let constraints = [
      "PRIMARY KEY (\(SQLText.identifiers(join.ownerColumns + [join.positionColumn])))",
      joinKey(join.ownerColumns, to: owner), joinKey(join.targetColumns, to: target),
    ]
    let index = SQLiteTable.Index(
      name: SQLText.identifier("\(join.name)_\(join.targetColumns.joined(separator: "_"))_idx"), isUnique: false,
      table: SQLText.identifier(join.name), columns: SQLText.identifiers(join.targetColumns), condition: nil)
    return SQLiteTable(
      documentation: ["The \(field.name) of each \(owner.name), in order."], name: SQLText.identifier(join.name),
      columns: columns, constraints: constraints, indexes: [index])
  }

  private func joinColumns(_ names: [String], of model: Model) -> [SQLiteColumn] {
    zip(names, model.primaryKey).map { name, index in
      var key = model.columns[index]
      key.name = name
      return SQLiteColumn(name, sqliteType(key), isRequired: true, checks: representationChecks(key))
    }
  }

  private func joinKey(_ columns: [String], to model: Model) -> String {
    let targets = SQLText.identifiers(model.primaryKey.map { model.columns[$0].name })
    return "FOREIGN KEY (\(SQLText.identifiers(columns))) REFERENCES \(SQLText.identifier(model.table)) (\(targets)) "
      + "ON DELETE CASCADE"
  }
}

import IgataSchema

/// A table as PostgreSQL takes it: its columns, the constraints behind them, and what follows it.
struct PostgreSQLTable {
  struct Index {
    let name: String
    let isUnique: Bool
    let columns: String
    let condition: String?
  }

  let documentation: [String]
  let name: String
  let columns: [PostgreSQLColumn]
  /// `CONSTRAINT … PRIMARY KEY (…)`, `… UNIQUE (…)`, `… CHECK (…)`, `… FOREIGN KEY (…) REFERENCES …`
  let constraints: [String]
  let indexes: [Index]
  /// The foreign keys to tables that come later.
  var laterKeys: [String] = []
}

/// A foreign key, and whether it is added when all tables are there.
struct PostgreSQLForeignKey {
  let text: String
  let isLater: Bool
}

extension GenerationScope {
  /// The tables of some models, each with the tables of its ordered relations behind it.
  func postgreSQLTables(of models: [Int]) -> [PostgreSQLTable] {
    // What is in another file is created before this one is read, or after it by hand.
    var later = Set(models)
    var result: [PostgreSQLTable] = []
    for index in models {
      later.remove(index)
      result.append(postgreSQLTable(of: schema.models[index], later: later))
      for join in schema.models[index].joinTables {
        result.append(postgreSQLTable(of: join, owner: schema.models[index], later: later))
      }
    }
    return result
  }

  private func postgreSQLTable(of model: Model, later: Set<Int>) -> PostgreSQLTable {
    let foreignKeys = model.foreignKeys.map { key in
      let target = schema.models[key.target]
      let names = key.columns.map { model.columns[$0].name }
      return PostgreSQLForeignKey(
        text: foreignKey(
          model.table, names, from: names, to: target, target.primaryKey.map { target.columns[$0].name },
          key.deleteRule), isLater: later.contains(key.target))
    }
    return postgreSQLTable(of: model, key: model.primaryKey, foreignKeys)
  }

  /// - Parameter key: The columns of the primary key, which may be more than the schema's.
  func postgreSQLTable(of model: Model, key: [Int], _ foreignKeys: [PostgreSQLForeignKey]) -> PostgreSQLTable {
    let columns = model.columns.indices.map { postgreSQLColumn($0, of: model) }
    let names = { (parts: [Int]) in PostgreSQLText.identifiers(parts.map { model.columns[$0].name }) }
    var constraints = [primaryKey(model.table, names(key))]
    for unique in model.uniques where unique.isPlain {
      constraints.append(
        "CONSTRAINT \(PostgreSQLText.identifier(unique.name)) UNIQUE (\(names(unique.parts.map(\.column))))")
    }
    constraints += columns.flatMap(\.checks)
    constraints += foreignKeys.filter { !$0.isLater }.map(\.text)
    let indexes =
      model.uniques.filter { !$0.isPlain }.map { index($0, isUnique: true, of: model) }
      + model.indexes.map { index($0, isUnique: false, of: model) }
      + uncoveredForeignKeys(of: model).map { key in
        index(model.foreignKeys[key].columns.map { model.columns[$0].name }, table: model.table)
      } + keyIndex(of: model, key)
    return PostgreSQLTable(
      documentation: model.origin.documentation, name: PostgreSQLText.identifier(model.table), columns: columns,
      constraints: constraints, indexes: indexes, laterKeys: foreignKeys.filter(\.isLater).map(\.text))
  }

  /// The index by which a row is found that is known by the model's own key, where the table's key begins otherwise.
  private func keyIndex(of model: Model, _ key: [Int]) -> [PostgreSQLTable.Index] {
    let own = model.primaryKey
    let others =
      (model.uniques + model.indexes).filter { $0.condition == nil }.map { $0.parts.map(\.column) }
      + uncoveredForeignKeys(of: model).map { model.foreignKeys[$0].columns }
    guard !([key] + others).contains(where: { $0.starts(with: own) }) else { return [] }
    return [index(own.map { model.columns[$0].name }, table: model.table)]
  }

  private func primaryKey(_ table: String, _ columns: String) -> String {
    "CONSTRAINT \(PostgreSQLText.identifier("\(table)_pkey")) PRIMARY KEY (\(columns))"
  }

  /// - Parameters:
  ///   - names: The columns that the constraint is called after.
  ///   - columns: The columns that refer to `targets`.
  func foreignKey(
    _ table: String, _ names: [String], from columns: [String], to target: Model, _ targets: [String],
    _ rule: DeleteRule
  ) -> String {
    let name = ([table] + names + ["fkey"]).joined(separator: "_")
    let targets = PostgreSQLText.identifiers(targets)
    return "CONSTRAINT \(PostgreSQLText.identifier(name)) FOREIGN KEY (\(PostgreSQLText.identifiers(columns))) "
      + "REFERENCES \(PostgreSQLText.identifier(target.table)) (\(targets)) ON DELETE \(deleteAction(rule))"
  }

  private func index(_ constraint: Constraint, isUnique: Bool, of model: Model) -> PostgreSQLTable.Index {
    let columns = constraint.parts.map {
      PostgreSQLText.identifier(model.columns[$0.column].name) + ($0.isDescending ? " DESC" : "")
    }
    return PostgreSQLTable.Index(
      name: PostgreSQLText.identifier(constraint.name), isUnique: isUnique, columns: columns.joined(separator: ", "),
      condition: constraint.condition)
  }

  private func index(_ columns: [String], table: String) -> PostgreSQLTable.Index {
    PostgreSQLTable.Index(
      name: PostgreSQLText.identifier("\(table)_\(columns.joined(separator: "_"))_idx"), isUnique: false,
      columns: PostgreSQLText.identifiers(columns), condition: nil)
  }

  /// - Parameters:
  ///   - later: The models whose tables come behind this one.
  ///   - isOwnerLater: Whether the foreign key to the owner comes behind all tables as well.
  func postgreSQLTable(
    of join: JoinTable, owner: Model, later: Set<Int>, isOwnerLater: Bool = false
  ) -> PostgreSQLTable {
    let target = schema.models[join.target]
    let position = PostgreSQLColumn(
      documentation: [], name: PostgreSQLText.identifier(join.positionColumn), type: "bigint", isRequired: true)
    let columns =
      joinColumns(join.ownerColumns, of: owner, join) + [position] + joinColumns(join.targetColumns, of: target, join)
    let keys = [
      joinKey(join.name, join.ownerColumns, to: owner, isLater: isOwnerLater),
      joinKey(join.name, join.targetColumns, to: target, isLater: later.contains(join.target)),
    ]
    let constraints =
      [primaryKey(join.name, PostgreSQLText.identifiers(join.ownerColumns + [join.positionColumn]))]
      + columns.flatMap(\.checks) + keys.filter { !$0.isLater }.map(\.text)
    return PostgreSQLTable(
      documentation: ["The \(owner.fields[join.field].name) of each \(owner.name), in order."],
      name: PostgreSQLText.identifier(join.name), columns: columns, constraints: constraints,
      indexes: [index(join.targetColumns, table: join.name)], laterKeys: keys.filter(\.isLater).map(\.text))
  }

  private func joinKey(
    _ table: String, _ columns: [String], to model: Model, isLater: Bool
  ) -> PostgreSQLForeignKey {
    let targets = model.primaryKey.map { model.columns[$0].name }
    return PostgreSQLForeignKey(
      text: foreignKey(table, columns, from: columns, to: model, targets, .cascade), isLater: isLater)
  }

  private func joinColumns(_ names: [String], of model: Model, _ join: JoinTable) -> [PostgreSQLColumn] {
    zip(names, model.primaryKey).map { name, index in
      var key = model.columns[index]
      key.name = name
      return PostgreSQLColumn(
        documentation: [], name: PostgreSQLText.identifier(name), type: postgreSQLType(key), isRequired: true,
        checks: caseCheck(key, table: join.name))
    }
  }
}

import IgataSchema
import IgataTables

/// Tables in the order in which they are created: the tables of some models, each followed by those of its ordered
/// relations.
struct CreatedTables: Sendable {
  struct Created: Sendable {
    let model: Int
    /// The index of the ordered relation that the table is for, or `nil` if it is the model's own table.
    let relation: Int?
  }

  private let tables: [ModelTable]
  let order: [Created]
  /// The position of each model's own table in the order.
  private let positions: [String: Int]

  init(_ scope: GenerationScope, _ models: [Int]) {
    tables = scope.tables
    var order: [Created] = []
    var positions: [String: Int] = [:]
    // Another program creates its own tables.
    for model in models where !tables[model].table.isExternal {
      let table = tables[model].table
      positions[table.name] = order.count
      order.append(Created(model: model, relation: nil))
      for relation in table.relations.indices {
        if case .ordered = table.relations[relation].kind { order.append(Created(model: model, relation: relation)) }
      }
    }
    self.order = order
    self.positions = positions
  }

  var count: Int { order.count }

  /// Whether a table is created after the one at `index`. A table of another file is created before this file is run,
  /// or its foreign keys are added by hand.
  func isLater(_ target: Table, than index: Int) -> Bool { (positions[target.name] ?? -1) > index }

  func definition(_ index: Int, in dialect: any SQLDialect) -> TableDefinition {
    let owner = tables[order[index].model]
    guard let relation = order[index].relation,
      let join = owner.documentedJoinTable(relation, to: tables[owner.targets[relation]].table)
    else { return TableDefinition(owner.table, targets: owner.targets.map { tables[$0].table }, dialect) }
    return TableDefinition(join, targets: [owner.table, tables[owner.targets[relation]].table], dialect)
  }
}

extension ModelTable {
  /// The table of a list with a comment that documents it.
  fileprivate func documentedJoinTable(_ relation: Int, to target: Table) -> Table? {
    var join = table.joinTable(relation, to: target)
    let order = join?.positionColumn == nil ? "" : ", in order"
    join?.documentation = ["The \(table.relations[relation].name) of each \(table.model)\(order)."]
    return join
  }
}

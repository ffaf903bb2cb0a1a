internal import IgataTables

extension RowQuery {
  /// The names of the tables whose rows determine the result of the query: its own, and those of its conditions,
  /// orderings and values. Changes of other tables don't affect the result.
  @_spi(Backend) public var tableNames: Set<String> { tableNames([]) }

  /// Like ``tableNames``, including the aggregates over the rows and the expressions that they are grouped by.
  @_spi(Backend) public func tableNames(_ aggregates: [Aggregate], by groups: [QueryExpression] = []) -> Set<String> {
    Set(readTables(aggregates, by: groups).keys)
  }

  /// The tables of ``tableNames(_:by:)``, to be observed.
  func readTables(_ aggregates: [Aggregate], by groups: [QueryExpression]) -> [String: ReadTable] {
    var reach = QueryReach()
    reach.add(ReadTable(table))
    let tables = [table]
    forEachChild { reach.add($0, tables) }
    for expression in groups + aggregates.compactMap(\.expression) { reach.add(.expression(expression), tables) }
    return reach.tables
  }
}

/// The tables that a query reads. `tables` are the query's own, followed by those of the enclosing related rows.
private struct QueryReach {
  private(set) var tables: [String: ReadTable] = [:]

  mutating func add(_ table: ReadTable) { tables[table.name] = table }

  // Otherwise, each caller gets its own copy of all functions that visit a query: 15 KB.
  @inline(never)
  mutating func add(_ node: QueryNode, _ tables: [TableDescription]) {
    switch node {
    case .expression(.column(let path, _)): _ = add(path, tables)
    case .rows(let rows):
      guard let owner = add(rows.owner, tables), let target = owner.toManyTarget(rows.relation) else { return }
      add(ReadTable(target))
      if let join = owner.joinColumns(rows.relation)?.join { add(ReadTable(join, between: owner, and: target)) }
    case .condition, .expression: break
    }
    node.forEachChild(in: tables) { add($0, $1) }
  }

  private mutating func add(_ path: RelationPath, _ tables: [TableDescription]) -> TableDescription? {
    guard var table = tables.table(at: path.origin) else { return nil }
    for step in path.steps {
      guard let next = table.table(along: [step]) else { return nil }
      table = next
      add(ReadTable(table))
    }
    return table
  }
}

/// A table that a query reads, to be observed.
struct ReadTable: Sendable {
  let name: String
  /// The tables whose rows can delete rows of this one through delete rules, itself included.
  let deletedWith: Set<String>

  init(_ table: TableDescription) {
    name = table.name
    deletedWith = Set(table.tablesAlongRelations.map(\.name))
  }

  /// The table of a list, whose rows are deleted with those of either side.
  init(_ join: JoinDescription, between owner: TableDescription, and target: TableDescription) {
    name = join.table
    deletedWith = Set([join.table] + (owner.tablesAlongRelations + target.tablesAlongRelations).map(\.name))
  }
}

/// The query for the related rows of many models at once.
struct RelatedRowQuery {
  /// The query, whose rows have the columns of the target's table first.
  var rows: RowQuery
  /// The columns of the owner's table that identify an owner.
  let ownerColumns: [Int]
  /// The columns of the query's table that have the values of ``ownerColumns``.
  let keyColumns: [Int]
  /// The columns of the result that have them.
  let foundColumns: [Int]
  /// The relation by which the related rows load their owner; `nil` if they don't.
  let loadedOwner: Int?
  /// Whether each row has an owner.
  let areOwned: Bool
  /// Whether each related row has one owner at most.
  let areDistinct: Bool
}

extension RelatedQuery {
  /// The query for the rows of all models of these models' table.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` if the models don't have the relation.
  func rows(of owners: RelatedOwners) throws(StoreError) -> RelatedRowQuery {
    let related = relation.rows
    guard related.owner == RelationPath(), owners.table.toManyTarget(related.relation) === Target.table else {
      throw .unsupportedQuery(
        expression: owners.table.text(of: .related(.count, related)),
        reason: "only relations of \(owners.table.model) itself can be fetched with it")
    }
    try query.rowQuery.check()
    guard case .inverse(let back) = owners.table.relations[related.relation].kind else {
      return try rows(of: owners, in: owners.joinTable(related.relation), owner: 0)
    }
    let relation = Target.table.relations[back]
    if relation.isList { return try rows(of: owners, in: Target.table.joinTable(back, owner: Target.self), owner: 1) }
    var rows = query.rowQuery
    // Otherwise an index may serve the order, and no rows have to be sorted by their owners.
    if rows.isLimited { rows.partition = relation.columns.map { .column(RelationPath(), $0) } }
    return RelatedRowQuery(
      rows: rows, ownerColumns: relation.referencedColumns, keyColumns: relation.columns,
      foundColumns: relation.columns,
      loadedOwner: relation.isLoadedWithOwner && !relation.isLinked ? back : nil,
      areOwned: relation.columns.allSatisfy { !Target.table.columns[$0].isNullable }, areDistinct: true)
  }

  /// The query that finds the rows by the table of an ordered list.
  ///
  /// - Parameter owner: The relation of the list's table that leads to the models; the other one leads to the rows.
  private func rows(
    of owners: RelatedOwners, in join: TableDescription?, owner: Int
  ) throws(StoreError) -> RelatedRowQuery {
    guard let join, join.relations.count == 2 else {
      throw .unsupportedQuery(
        expression: owners.table.text(of: .related(.count, relation.rows)), reason: "the list has no table of its own")
    }
    let target = RelationPath([1 - owner])
    let found = join.relations[owner].columns
    var rows = RowQuery(join, limit: query.limitCount, offset: query.offsetCount)
    rows.partition = found.map { .column(RelationPath(), $0) }
    func moved(_ path: RelationPath, _: Int) -> RelationPath {
      path.origin == .query ? RelationPath(target.steps + path.steps) : path
    }
    rows.condition = query.condition?.mapPaths(moved)
    rows.order = query.orderings.map { Ordering($0.expression.mapPaths(moved), isDescending: $0.isDescending) }
    if owner == 0, rows.order.isEmpty, let position = join.table.positionColumn {
      rows.order = [Ordering(.column(RelationPath(), position))]
    }
    let columns = Target.table.columns.indices
    rows.values = columns.map { .column(target, $0) } + rows.partition
    return RelatedRowQuery(
      rows: rows, ownerColumns: join.relations[owner].referencedColumns, keyColumns: found,
      foundColumns: found.indices.map { columns.count + $0 }, loadedOwner: nil, areOwned: true,
      areDistinct: false)
  }
}

extension RelatedRowQuery {
  /// Selects the rows of owners with these keys, in addition to the query's own condition.
  mutating func select(_ keys: [StoredKey]) {
    let isOwned = Condition.keyIsIn(columns: keyColumns, KeyList(width: keyColumns.count, keys))
    rows.condition = rows.condition.map { .and(isOwned, $0) } ?? isOwned
  }
}

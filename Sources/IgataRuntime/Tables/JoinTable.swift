internal import IgataTables

extension TableDescription {
  /// The table that stores an ordered relation of the model `Owner`, whose table this is; `nil` if the relation isn't
  /// an ordered one.
  ///
  /// It is created once for each relation.
  @_spi(Backend) public func joinTable<Owner: TableModel>(_ relation: Int, owner: Owner.Type) -> TableDescription?
  {
    guard relations.indices.contains(relation), case .ordered = relations[relation].kind else { return nil }
    return joins.withLock { joins in
      if let table = joins[relation] { return table }
      let table = makeJoinTable(relation) { RelationDescription($0) { owner } }
      joins[relation] = table
      return table
    }
  }

  /// The table of an ordered relation if no model has this table. It is created again by each call.
  @_spi(Backend) public func joinTable(_ relation: Int) -> TableDescription? {
    makeJoinTable(relation) { RelationDescription($0, table: { self }) }
  }

  /// - Parameter owner: Makes the relation that leads to the owner.
  private func makeJoinTable(
    _ relation: Int, _ owner: (TableRelation) -> RelationDescription
  ) -> TableDescription? {
    guard relations.indices.contains(relation) else { return nil }
    var target = relations[relation]
    guard let join = table.joinTable(relation, to: target.targetTable().table), join.relations.count == 2 else {
      return nil
    }
    target.relation = join.relations[1]
    return TableDescription(join, relations: [owner(join.relations[0]), target])
  }
}

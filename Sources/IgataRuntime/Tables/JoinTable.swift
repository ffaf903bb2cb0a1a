extension TableDescription {
  /// The table that keeps an ordered relation of the model `Owner`, whose table this is: the owner's key, the
  /// position, the target's key.
  ///
  /// It is a table like any other, made once for each relation and the same from then on. Its model is the owner's,
  /// its relations bear the relation's name, so that an error about it is said in the schema's words. A row of it goes
  /// with its owner and with its target.
  public func joinTable<Owner: PersistableModel>(_ relation: Int, owner: Owner.Type) -> TableDescription? {
    guard relations.indices.contains(relation), case .ordered(let join) = relations[relation].kind else { return nil }
    return joins.withLock { joins in
      if let table = joins[relation] { return table }
      let table = makeJoinTable(relations[relation], join, owner)
      joins[relation] = table
      return table
    }
  }

  private func makeJoinTable<Owner: PersistableModel>(
    _ relation: RelationDescription, _ join: JoinDescription, _ owner: Owner.Type
  ) -> TableDescription {
    let target = relation.target().table
    let ownerColumns = zip(join.ownerColumns, primaryKey).map { name, column in
      ColumnDescription(name, [relation.name], columns[column].type, isSensitive: columns[column].isSensitive)
    }
    let targetColumns = zip(join.targetColumns, target.primaryKey).map { name, column in
      ColumnDescription(
        name, [relation.name], target.columns[column].type, isSensitive: target.columns[column].isSensitive)
    }
    let position = ownerColumns.count
    let ownerIndexes = Array(0..<position)
    let targetIndexes = Array((position + 1)..<(position + 1 + targetColumns.count))
    return TableDescription(
      model: model, name: join.table,
      columns: ownerColumns + [ColumnDescription(join.positionColumn, [relation.name], .int64)] + targetColumns,
      primaryKey: ownerIndexes + [position],
      relations: [
        RelationDescription(relation.name, .required(columns: ownerIndexes, .cascade)) { owner },
        RelationDescription(relation.name, .required(columns: targetIndexes, .cascade), relation.target),
      ])
  }
}

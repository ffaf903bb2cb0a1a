extension TableDescription {
  /// The table that keeps an ordered relation of the model `Owner`, whose table this is: the owner's key, the
  /// position, the target's key.
  ///
  /// It is a table like any other, made once for each relation and the same from then on. Its model is the owner's,
  /// its relations bear the relation's name, so that an error about it is said in the schema's words. A row of it goes
  /// with its owner and with its target.
  @_spi(Backend) public func joinTable<Owner: PersistableModel>(_ relation: Int, owner: Owner.Type) -> TableDescription? {
    guard relations.indices.contains(relation), case .ordered(let join) = relations[relation].kind else { return nil }
    return joins.withLock { joins in
      if let table = joins[relation] { return table }
      let backwards = RelationDescription(
        relations[relation].name, .required(columns: Array(0..<primaryKey.count), .cascade)
      ) { owner }
      let table = makeJoinTable(relations[relation], join, backwards)
      joins[relation] = table
      return table
    }
  }

  /// The table of an ordered relation where no model codes this one: made anew at each call.
  @_spi(Backend) public func joinTable(_ relation: Int) -> TableDescription? {
    guard relations.indices.contains(relation), case .ordered(let join) = relations[relation].kind else { return nil }
    let name = relations[relation].name
    let backwards = RelationDescription(
      name, .required(columns: Array(0..<primaryKey.count), .cascade), table: { self })
    return makeJoinTable(relations[relation], join, backwards)
  }

  private func makeJoinTable(
    _ relation: RelationDescription, _ join: JoinDescription, _ owner: RelationDescription
  ) -> TableDescription {
    let target = relation.targetTable()
    let ownerColumns = zip(join.ownerColumns, primaryKey).map { name, column in
      ColumnDescription(name, [relation.name], columns[column].type, isSensitive: columns[column].isSensitive)
    }
    let targetColumns = zip(join.targetColumns, target.primaryKey).map { name, column in
      ColumnDescription(
        name, [relation.name], target.columns[column].type, isSensitive: target.columns[column].isSensitive)
    }
    let position = ownerColumns.count
    let targetIndexes = Array((position + 1)..<(position + 1 + targetColumns.count))
    return TableDescription(
      model: model, name: join.table,
      columns: ownerColumns + [ColumnDescription(join.positionColumn, [relation.name], .int64)] + targetColumns,
      primaryKey: Array(0...position),
      relations: [owner, relation.of(.required(columns: targetIndexes, .cascade))],
      distribution: joinDistribution, formerName: join.formerTable)
  }

  /// The rows of a join table lie with their owners, where their key says where.
  private var joinDistribution: TableDistribution? {
    guard case .column(let column)? = distribution else { return distribution }
    return primaryKey.firstIndex(of: column).map { .column($0) }
  }
}

extension Table {
  /// The table that stores a list of this one: the owner's key, the position if it is ordered, the target's key.
  ///
  /// It is a table like any other. Its key is the owner's and the target's, so that a target is in a list once; the
  /// position only orders the list. Its model is the owner's, and its two relations, to the owner and to the target,
  /// have the relation's name, so that an error about it uses the schema's words. A row of it is deleted with its owner
  /// and with its target.
  ///
  /// - Parameters:
  ///   - relation: The index of the relation.
  ///   - target: The table at its other end.
  /// - Returns: `nil` if the relation is not an ordered one.
  public func joinTable(_ relation: Int, to target: Table) -> Table? {
    guard relations.indices.contains(relation), case .ordered(let join) = relations[relation].kind else { return nil }
    let name = relations[relation].name
    let updateRule = relations[relation].updateRule
    let owners = keyColumns(named: join.ownerColumns, of: name)
    let targets = target.keyColumns(named: join.targetColumns, of: name)
    let positions = join.positionColumn.map { [ColumnDescription($0, [name], .int64)] } ?? []
    let targetIndexes = targets.indices.map { owners.count + positions.count + $0 }
    var table = Table(
      model: model, name: join.table,
      columns: owners + positions + targets,
      primaryKey: owners.indices + targetIndexes,
      relations: [
        TableRelation(name, .required(columns: Array(owners.indices), .cascade), onUpdate: updateRule),
        TableRelation(name, .required(columns: targetIndexes, .cascade), onUpdate: updateRule),
      ], distribution: joinDistribution, formerName: join.formerTable)
    table.isExternal = isExternal
    return table
  }

  /// The column of the position if this is the table of an ordered list; `nil` otherwise.
  public var positionColumn: Int? {
    // The relations of a model have different names.
    guard relations.count == 2, relations[0].name == relations[1].name else { return nil }
    let position = relations[0].kind.columns.count
    return relations[1].kind.columns.first == position ? nil : position
  }

  /// The first column of the target's key if this is the table of a list.
  package var targetColumn: Int { relations.last?.kind.columns.first ?? 0 }

  private func keyColumns(named names: [String], of relation: String) -> [ColumnDescription] {
    zip(names, primaryKey).map { name, column in
      ColumnDescription(
        name, [relation], columns[column].type, isSensitive: columns[column].isSensitive, form: columns[column].form)
    }
  }

  /// The rows of a join table are stored with their owners if the owner's key determines where.
  private var joinDistribution: TableDistribution? {
    guard case .column(let column)? = distribution else { return distribution }
    return primaryKey.firstIndex(of: column).map { .column($0) }
  }
}

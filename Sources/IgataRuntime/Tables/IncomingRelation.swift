/// A foreign key that points to a table.
struct IncomingRelation: Sendable {
  /// The table that has the foreign key: a model's, or that of a list.
  let owner: TableDescription
  let relation: RelationDescription
}

extension TableDescription {
  /// The foreign keys that point to the table, of the models that stores of this process have prepared or observe.
  ///
  /// The description of a table has only its own foreign keys.
  var incoming: [IncomingRelation] { knownIncoming.withLock { $0 } }

  /// Makes the foreign keys of this table known to the tables that they point to.
  func registerRelations() {
    for relation in relations where !relation.columns.isEmpty {
      relation.targetTable().knownIncoming.withLock { known in
        if known.contains(where: { $0.owner === self && $0.relation.name == relation.name }) { return }
        known.append(IncomingRelation(owner: self, relation: relation))
      }
    }
  }
}

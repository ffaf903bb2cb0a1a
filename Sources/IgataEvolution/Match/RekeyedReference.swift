import IgataSchema
import IgataTables

/// A foreign key that refers to the same rows by other columns.
struct RekeyedReference {
  /// The name of the old table to which it refers.
  let target: String
  /// The old columns of the foreign key.
  let columns: [Int]
  /// The old columns to which these refer.
  let references: [Int]
  /// The new columns of the foreign key without an old one, and the target's new columns to which they refer.
  let added: [(column: Int, reference: Int)]
}

extension MatchedTables {
  /// The foreign keys of a table that refer to rows by other columns than before.
  func rekeyedReferences(of pair: TablePair) -> [RekeyedReference] {
    guard let model = match.models.first(where: { new[$0.new].table.name == pair.new.name }) else {
      return [0, 1].compactMap { rekeyedReference(ofList: pair, $0) }
    }
    return model.fields.compactMap { rekeyedReference($0, of: model) }
  }

  /// The foreign key of a relation, if it refers to the same model by other columns.
  func rekeyedReference(_ field: FieldMatch, of model: ModelMatch) -> RekeyedReference? {
    guard let before = match.old.models[model.old].foreignKey(of: field.old),
      let after = match.new.models[model.new].foreignKey(of: field.new),
      !before.isLinked, !after.isLinked, match.model(new: after.target)?.old == before.target
    else { return nil }
    let added = zip(after.columns, after.references).filter { model.oldColumn(of: $0.0) == nil }
    guard !added.isEmpty else { return nil }
    return RekeyedReference(
      target: old[before.target].table.name, columns: before.columns, references: before.references,
      added: added.map { ($0, $1) })
  }

  /// One of the two foreign keys of a list's table.
  private func rekeyedReference(ofList pair: TablePair, _ relation: Int) -> RekeyedReference? {
    guard pair.new.relations.count == 2, pair.old.relations.count == 2, pair.oldTargets.count == 2 else { return nil }
    let (before, after) = (pair.old.relations[relation].kind.columns, pair.new.relations[relation].kind.columns)
    let added = zip(after, pair.newTargets[relation].primaryKey).filter { pair.sources[$0.0] == nil }
    guard !added.isEmpty else { return nil }
    return RekeyedReference(
      target: pair.oldTargets[relation].name, columns: before, references: pair.oldTargets[relation].primaryKey,
      added: added.map { ($0, $1) })
  }

  /// Whether the value of a model's column can be computed for each old row: a key that is generated follows from the
  /// old one.
  func isComputable(_ column: Int, of model: ModelMatch) -> Bool {
    if model.oldColumn(of: column) != nil { return true }
    let table = new[model.new].table
    let compared = comparedColumn(new: column, of: model.new)
    if let backfill = compared.backfill?.kind {
      if case .value(let value) = backfill { return value.isLiteral }
      return false
    }
    switch table.columns[column].defaultValue {
    case .value, .autoincrement: return true
    case .uuid, .uuid7: return table.primaryKey.contains(column)
    case .now, .sql, .construct, .cuid, .ulid, .computed, nil: return false
    }
  }
}

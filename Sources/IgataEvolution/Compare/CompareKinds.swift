import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Compares how two matched fields are stored.
  ///
  /// - Returns: Whether both have columns in the table, which are compared one by one.
  mutating func compareKinds(
    _ before: Field, _ after: Field, _ path: String, _ pair: FieldMatch, of model: ModelMatch
  ) -> Bool {
    let allowed = after.allowedRules + new.models[model.new].allowedRules
    func add(_ kind: ChangeKind, _ effect: RowEffect, _ message: String) {
      self.add(kind, effect, path, message, at: after.origin.range, breaks: .all, allowed: allowed)
    }
    switch (before.kind, after.kind) {
    case (.value, .value), (.value, .list), (.list, .value), (.list, .list), (.embedded, .embedded):
      return true
    case (.value, .toOne), (.toOne, .value):
      compareForeignKey(pair, of: model, path)
      return true
    case (.toOne(let old, _, _), .toOne(let new, _, _)):
      compareForeignKey(pair, of: model, path)
      if match.newModels[old] == new { return true }
      changeTarget(pair, of: model, path)
    case (.toOne(let old, _, _), .ordered(let new)) where match.newModels[old] == new:
      add(.relationBecameList, .safe, "'\(after.name)' is a list now: each row keeps its one element")
      for target in [model.new, new] { requireComputable(newTables[target].table.primaryKey, of: target, after) }
    case (.ordered(let old), .toOne(let new, _, _)) where match.newModels[old] == new:
      add(.listBecameRelation, .guarded, "'\(after.name)' keeps the first element: no row may have more")
      compareElements(pair, of: model)
    case (.embedded, .toOne(let target, _, _)) where match.model(new: target) == nil:
      add(.structBecameModel, .safe, "the values of '\(after.name)' get rows of their own")
      compareValueMove(.structBecameModel(pair.new), of: model)
    case (.toOne(let target, _, _), .embedded) where match.newModels[target] == nil:
      add(.modelBecameStruct, .guarded, "the rows of '\(after.name)' become values: no two may share one")
      compareValueMove(.modelBecameStruct(pair.new), of: model)
    case (.ordered, .ordered): compareLists(pair, of: model, path)
    case (.inverse, .inverse): break
    case (.inverse, _): addField(pair.new, to: model)
    default:
      report(.unknownConversion(after.name, from: old.typeName(of: before), new.typeName(of: after), at: after))
      add(.typeChanged, .destructive, "'\(after.name)' is stored in another way")
    }
    return false
  }

  private mutating func compareLists(_ pair: FieldMatch, of model: ModelMatch, _ path: String) {
    let (before, after) = (old.models[model.old], new.models[model.new])
    guard let left = before.joinTable(ofField: pair.old),
      let right = after.joinTable(ofField: pair.new)
    else { return }
    let field = after.fields[pair.new]
    func add(_ kind: ChangeKind, _ effect: RowEffect, _ message: String) {
      self.add(kind, effect, path, message, at: field.origin.range, breaks: .storage)
    }
    if match.newModels[left.target] != right.target {
      add(.targetChanged, .destructive, "'\(field.name)' is a list of another model's rows")
      report(.otherTarget(of: field, "\(after.name).\(field.name)", columnCount: 0))
      return
    }
    compareRekeyedList(pair, of: model)
    if left.name != right.name {
      add(.joinTableRenamed, .safe, "table '\(left.name)' is renamed to '\(right.name)'")
    }
    let names = zip(left.columnNames, right.columnNames).filter { $0 != $1 }
    for (old, new) in names {
      add(.columnRenamed, .safe, "column '\(old)' of table '\(right.name)' is renamed to '\(new)'")
    }
    switch (left.positionColumn, right.positionColumn) {
    case (nil, .some): add(.positionsAdded, .safe, "'\(field.name)' is ordered now")
    case (.some, nil): add(.positionsRemoved, .destructive, "'\(field.name)' has no order of its own now")
    case (nil, nil), (.some, .some): break
    }
    if left.updateRule != right.updateRule {
      add(.updateRuleChanged, .safe, "the update rule of '\(field.name)' changes")
    }
  }
}

extension JoinTable {
  fileprivate var columnNames: [String] { ownerColumns + targetColumns }
}

import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Compares the foreign keys of two fields, at least one of which is a to-one relation.
  mutating func compareForeignKey(_ pair: FieldMatch, of model: ModelMatch, _ path: String) {
    let (before, after) = (old.models[model.old], new.models[model.new])
    let field = after.fields[pair.new]
    func add(_ kind: ChangeKind, _ effect: RowEffect, _ message: String, breaks: Audiences = .storage) {
      self.add(
        kind, effect, path, message, at: field.origin.range, breaks: breaks,
        allowed: field.allowedRules + after.allowedRules)
    }
    switch (before.foreignKey(of: pair.old), after.foreignKey(of: pair.new)) {
    case (nil, nil): break
    case (nil, .some):
      add(
        .foreignKeyAdded, .guarded, "'\(field.name)' is a relation now: every value must be the key of a row",
        breaks: .all)
    case (.some, nil): add(.foreignKeyRemoved, .safe, "'\(field.name)' holds plain values now", breaks: .all)
    case (let left?, let right?):
      if left.deleteRule != right.deleteRule {
        let (old, new) = (left.deleteRule.rawValue, right.deleteRule.rawValue)
        add(.deleteRuleChanged, .safe, "the delete rule of '\(field.name)' is \(new) instead of \(old)")
      }
      if left.updateRule != right.updateRule {
        add(.updateRuleChanged, .safe, "the update rule of '\(field.name)' changes")
      }
    }
    compareForms(before.fields[pair.old], field, path)
  }

  /// Compares an optional relation with a wrapper, which differ only in Swift and in a unique.
  private mutating func compareForms(_ before: Field, _ after: Field, _ path: String) {
    guard case .toOne(_, let old, _) = before.kind, case .toOne(_, let new, _) = after.kind, old != new,
      old == .wrapper || new == .wrapper
    else { return }
    add(
      .typeRenamed, .none, path, "'\(after.name)' is \(new == .wrapper ? "a wrapper" : "no wrapper") now",
      at: after.origin.range, breaks: [.dictionary, .source])
  }
}

extension Model {
  /// The foreign key of a relation; `nil` if the field is none, or has none.
  func foreignKey(of field: Int) -> ForeignKey? { foreignKeys.first { $0.field == field } }
}

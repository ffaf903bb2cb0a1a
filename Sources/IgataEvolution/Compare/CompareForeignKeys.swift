import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Compares the foreign keys of two fields, at least one of which is a to-one relation.
  mutating func compareForeignKey(_ pair: FieldMatch, of model: ModelMatch, _ path: String) {
    let (before, after) = (old.models[model.old], new.models[model.new])
    let field = after.fields[pair.new]
    let allowed = field.allowedRules + after.allowedRules
    func change(_ kind: ChangeKind, _ effect: RowEffect, _ message: String, breaks: Audiences) -> Change {
      Change(kind, effect, path, message, at: field.origin.range, breaks: breaks)
    }
    let left = before.foreignKeys.first { $0.field == pair.old }
    let right = after.foreignKeys.first { $0.field == pair.new }
    switch (left, right) {
    case (nil, nil): break
    case (nil, .some):
      add(
        change(
          .foreignKeyAdded, .guarded, "'\(field.name)' is a relation now: every value must be the key of a row",
          breaks: [.storage, .dictionary, .source]),
        allowed: allowed)
    case (.some, nil):
      add(
        change(
          .foreignKeyRemoved, .safe, "'\(field.name)' holds plain values now", breaks: [.storage, .dictionary, .source])
      )
    case (let left?, let right?): compareRules(left, right, field, change)
    }
    compareForms(before.fields[pair.old], field, path)
  }

  private mutating func compareRules(
    _ left: ForeignKey, _ right: ForeignKey, _ field: Field,
    _ change: (ChangeKind, RowEffect, String, Audiences) -> Change
  ) {
    if left.deleteRule != right.deleteRule {
      add(
        change(
          .deleteRuleChanged, .safe,
          "the delete rule of '\(field.name)' is \(right.deleteRule.rawValue) instead of \(left.deleteRule.rawValue)",
          .storage))
    }
    if left.updateRule != right.updateRule {
      add(change(.updateRuleChanged, .safe, "the update rule of '\(field.name)' changes", .storage))
    }
  }

  /// Compares an optional relation with a wrapper, which differ only in Swift and in a unique.
  private mutating func compareForms(_ before: Field, _ after: Field, _ path: String) {
    guard case .toOne(_, let old, _) = before.kind, case .toOne(_, let new, _) = after.kind, old != new,
      old == .wrapper || new == .wrapper
    else { return }
    add(
      Change(
        .typeRenamed, .none, path, "'\(after.name)' is \(new == .wrapper ? "a wrapper" : "no wrapper") now",
        at: after.origin.range, breaks: [.dictionary, .source]))
  }
}

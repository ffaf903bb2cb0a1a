import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A model demands nothing.
  ///
  /// A row of it may say nothing at all, and every reader must be ready for that. What makes it what it is should be
  /// required. Settings are left alone, as one that is not there means a default.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Supplier {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String?
  ///   phone: String?
  ///   city: String?
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Supplier {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String
  ///   phone: String?
  ///   city: String?
  /// }
  /// ```
  static let nothingRequired = LintRule(
    "nothing-required", .relations, .usual,
    houseStyle: HouseStyle("models require nothing but their key", help: "leave the '?' out where it is always there"),
    check: .models(checkNothingRequired))
}

private func checkNothingRequired(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  let keys = Set(model.model.primaryKey.map { model.model.columns[$0].field })
  // Settings that are not there mean what is set elsewhere.
  guard keys.count == 1, !(model.words.last.map(settings.contains) ?? false) else { return }
  var count = 0
  for (position, field) in model.model.fields.enumerated() where !keys.contains(position) {
    switch field.kind {
    case .value(_, let isOptional), .embedded(_, let isOptional):
      guard isOptional else { return }
      count += 1
    case .toOne(_, let kind, _):
      guard kind == .optional else { return }
      count += 1
    case .list, .toMany, .ordered: continue
    }
  }
  guard count >= 3 else { return }
  findings.report(
    "nothing of a '\(model.name)' is required but its key", at: model.range,
    help: "leave the '?' out where it is always there")
}

private let settings: Set<String> = [
  "config", "configuration", "options", "override", "overrides", "preferences", "settings",
]

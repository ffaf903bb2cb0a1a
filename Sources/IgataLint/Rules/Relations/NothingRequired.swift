import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A model demands nothing.
  ///
  /// A row of it may say nothing at all, and every reader must be ready for that. What makes it what it is should be
  /// required.
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
  /// ## Mend
  ///
  /// ```igata
  /// model Supplier {
  ///   id: UUID = uuid() @primaryKey
  ///   name: String
  ///   phone: String?
  ///   city: String?
  /// }
  /// ```
  static let nothingRequired = LintRule("nothing-required", .relations, .usual, check: .models(checkNothingRequired))
}

private func checkNothingRequired(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  let keys = Set(model.model.primaryKey.map { model.model.columns[$0].field })
  guard keys.count == 1 else { return }
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

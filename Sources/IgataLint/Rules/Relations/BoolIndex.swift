import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// An index over a `Bool` alone finds half of the rows.
  ///
  /// The engine reads the table anyway. An index over the few that are looked for is smaller and is used:
  /// `index(createdAt, where: "is_open = 1")`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   isOpen: Bool = true @index
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Ticket {
  ///   id: UUID = uuid() @primaryKey
  ///   isOpen: Bool = true
  ///   createdAt: Date = now()
  ///
  ///   index(createdAt, where: "is_open = 1")
  /// }
  /// ```
  static let boolIndex = LintRule("bool-index", .relations, .picky, check: .models(checkBoolIndex))
}

private func checkBoolIndex(_ model: LintModel, _ context: LintContext, _ findings: inout Findings) {
  for index in model.placed(model.model.indexes, .index) {
    guard index.constraint.parts.count == 1, index.constraint.condition == nil, let part = index.constraint.parts.first,
      case .value(let type) = model.model.columns[part.column].role, context.schema.scalar(of: type) == .bool
    else { continue }
    findings.report(
      "an index over a 'Bool' alone finds half of the rows", at: index.range,
      help: "leave it out, or index the few that are looked for with 'where:'")
  }
}

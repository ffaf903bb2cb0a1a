import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// Cascades lead round in a circle.
  ///
  /// Deleting one row of any of the models deletes rows of the next, and comes back: one row too many, and all of them
  /// are gone. Let one relation of the circle restrict or nullify.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Team {
  ///   id: UUID = uuid() @primaryKey
  ///   captain: Player? @onDelete(cascade)
  /// }
  ///
  /// model Player {
  ///   id: UUID = uuid() @primaryKey
  ///   team: Team @onDelete(cascade)
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Team {
  ///   id: UUID = uuid() @primaryKey
  ///   captain: Player? @onDelete(nullify)
  /// }
  ///
  /// model Player {
  ///   id: UUID = uuid() @primaryKey
  ///   team: Team @onDelete(cascade)
  /// }
  /// ```
  static let cascadeCycle = LintRule("cascade-cycle", .relations, .usual, check: .schema(checkCascadeCycle))
}

private func checkCascadeCycle(_ context: LintContext, _ findings: inout Findings) {
  let cascades = Cascades(context)
  let groups = cascades.circles()
  var steps: [Int: [LintField]] = [:]
  for field in context.fields {
    guard case .toOne(let target, _, .cascade) = field.kind, let owner = field.model, owner != target,
      let group = groups[owner], groups[target] == group
    else { continue }
    steps[group, default: []].append(field)
  }
  for group in steps.keys.sorted() {
    guard let fields = steps[group], let last = fields.last else { continue }
    let others = fields.dropLast().prefix(8).map { Diagnostic.Related($0.range, "'\($0.name)' cascades too") }
    findings.report(
      "cascades lead round in a circle, back to '\(context.index.name(of: last.owner))'", at: last.range,
      help: "let one of them restrict or nullify", related: Array(others))
  }
}

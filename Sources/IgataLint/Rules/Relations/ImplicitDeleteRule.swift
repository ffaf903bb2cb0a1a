import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  /// A relation does not say what becomes of it when its target is deleted.
  ///
  /// Where nothing is said, a required relation keeps its target from being deleted, and an optional one lets go. Both
  /// are choices that a reader should find in the schema. The fix writes down what holds already.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   owner: Person
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  /// }
  ///
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   owner: Person @onDelete(restrict)
  /// }
  /// ```
  static let implicitDeleteRule = LintRule(
    "implicit-delete-rule", .relations, .picky,
    houseStyle: HouseStyle("relations leave to a default what a deletion does", help: "say it with '@onDelete'"),
    check: .fields(checkImplicitDeleteRule))
}

private func checkImplicitDeleteRule(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard case .toOne(let target, _, let rule) = field.kind, field.attribute("onDelete") == nil else { return }
  let name = context.schema.models[target].name
  findings.report(
    "'\(field.name)' does not say what becomes of it when its '\(name)' is deleted", at: field.range,
    help: "say '@onDelete(\(rule.rawValue))', which holds now, or another rule",
    fixes: [field.adding("@onDelete(\(rule.rawValue))", isSafe: true)])
}

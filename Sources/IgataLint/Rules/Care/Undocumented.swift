import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A declaration has no documentation.
  ///
  /// A `///` before it is carried into the Swift code, the database and the documents, where people meet it who have
  /// never seen the schema.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// /// One account of the household.
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  static let undocumented = LintRule(
    "undocumented", .care, .picky, options: [fields],
    houseStyle: HouseStyle("declarations have no documentation", help: "document them"),
    check: .names(checkUndocumented))
}

private let fields = LintOption("fields", .flag(false), "whether fields and cases need it too")

private func checkUndocumented(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  let origin: Origin
  switch name.role {
  case .model(let index): origin = context.schema.models[index].origin
  case .structure(let index): origin = context.schema.structs[index].origin
  case .enumeration(let index): origin = context.schema.enums[index].origin
  case .newtype(let index): origin = context.schema.newtypes[index].origin
  case .field(let place):
    guard context.flag(fields), name.text != "id" else { return }
    origin = context.fields[place].field.origin
  case .enumCase(let index, let position):
    guard context.flag(fields) else { return }
    origin = context.schema.enums[index].cases[position].origin
  }
  guard origin.documentation.allSatisfy(\.isEmpty) else { return }
  findings.report(
    "\(name.role.noun) '\(name.text)' has no documentation", at: name.range,
    help: "say before it what it is, behind '///'")
}

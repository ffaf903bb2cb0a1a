import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let undocumented = LintRule(
    "undocumented", .care, .strictOnly,
    page: """
      A declaration has no documentation.

      A `///` comment before it is copied to the Swift code, the database and the generated documentation, where it
      helps people who don't know the schema.

      ## Example

      ```igata
      model Account {
        id: UUID = uuid() @primaryKey
      }
      ```

      ## Fix

      ```igata
      /// One account of the household.
      model Account {
        id: UUID = uuid() @primaryKey
      }
      ```
      """,
    options: [fields], houseStyle: HouseStyle("declarations have no documentation", help: "document them"),
    check: .names(checkUndocumented))
}

private let fields = LintOption("fields", .flag(false), "whether fields and cases must be documented too")

private func checkUndocumented(_ name: LintName, _ context: LintContext, _ findings: inout Findings) {
  let origin: Origin
  switch name.role {
  case .model(let index): origin = context.schema.models[index].origin
  case .structure(let index): origin = context.schema.structs[index].origin
  case .enumeration(let index): origin = context.schema.enums[index].origin
  case .newtype(let index): origin = context.schema.newtypes[index].origin
  case .field(let index):
    guard context.flag(fields), name.text != "id" else { return }
    origin = context.fields[index].field.origin
  case .enumCase(let index, let position):
    guard context.flag(fields) else { return }
    origin = context.schema.enums[index].cases[position].origin
  }
  guard origin.documentation.allSatisfy(\.isEmpty) else { return }
  findings.report(
    "\(name.role.noun) '\(name.text)' has no documentation", at: name.range,
    help: "describe it in a '///' comment before it")
}

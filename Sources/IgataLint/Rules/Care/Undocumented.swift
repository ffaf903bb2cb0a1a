import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let undocumented = LintRule(
    "undocumented", .care, .strictOnly,
    """
    A declaration has no documentation.

    A `///` comment before it is copied to the Swift code, the database and the generated documentation, where it
    helps people who don't know the schema.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: """
      /// One account of the household.
      model Account {
        id: UUID = uuid() @primaryKey
      }
      """,
    options: [fields], houseStyle: HouseStyle("declarations have no documentation", help: "document them"),
    check: .names { name, context, findings in
      guard name.isType || context.flag(fields), name.field == nil || name.text != "id",
        name.documentation?.lines.allSatisfy(\.isEmpty) ?? true
      else { return }
      findings.report(
        "\(name.noun) '\(name.text)' has no documentation", at: name.range,
        help: "describe it in a '///' comment before it")
    })
}

private let fields = LintOption("fields", .flag(false), "whether fields and cases must be documented too")

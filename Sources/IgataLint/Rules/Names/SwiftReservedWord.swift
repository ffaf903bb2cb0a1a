import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let swiftReservedWord = LintRule(
    "swift-reserved-word", .names, .strictOnly,
    """
    A name is a keyword of Swift.

    Generated code has it in backticks, which are also required wherever it is used without a dot before it. Enum
    cases except `self` and `init` are allowed, because `.default` needs no backticks.
    """,
    example: """
      model Ticket {
        id: UUID = uuid() @primaryKey
        class: String
      }
      """,
    fix: .replacing("class: String", with: #"travelClass: String @column("class")"#),
    houseStyle: HouseStyle("names are keywords of Swift", help: "choose other names"),
    check: .names { name, _, findings in
      guard swiftKeywords.contains(name.text) else { return }
      if case .enumCase = name.declaration, name.text != "self", name.text != "init" { return }
      findings.report(
        "'\(name.text)' is a keyword of Swift, which requires backticks", at: name.range, help: "choose another name")
    })
}

import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let typeCase = LintRule(
    "type-case", .names, .normal,
    """
    The name of a type isn't in `UpperCamelCase`.

    By Swift's conventions types are named `Account` and `PriceList`, and generated code uses the names of the schema.
    A name that begins with a letter without case, such as `口座`, is valid.
    """,
    example: """
      model price_list {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("price_list", with: #"PriceList @table("price_list")"#),
    houseStyle: HouseStyle("types aren't in UpperCamelCase", help: "name them in UpperCamelCase"),
    check: .names { name, context, findings in
      guard name.isType, let first = name.text.unicodeScalars.first else { return }
      let isLower = first.properties.isLowercase || first == "_"
      guard isLower || name.text.utf8.contains(UInt8(ascii: "_")) else { return }
      let proposal = upperCamelCase(name.words)
      guard !proposal.isEmpty, proposal != name.text else { return }
      findings.report(
        "\(name.noun) '\(name.text)' isn't in UpperCamelCase", at: name.range, help: "name it '\(proposal)'",
        fixes: context.declared.renaming(name.declaration, to: proposal))
    })
}

import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let stringURL = LintRule(
    "string-url", .types, .normal,
    """
    A URL is stored in a `String`.

    A `URL` is validated when it is created, so code that uses it doesn't have to handle invalid ones.
    """,
    example: """
      model Story {
        id: UUID = uuid() @primaryKey
        imageURL: String?
      }
      """,
    fix: .replacing("String?", with: "URL?"),
    houseStyle: HouseStyle("fields store a URL in a 'String'", help: "make them 'URL'"),
    check: .fields { field, context, findings in
      guard field.plainScalar == .string, field.field.constraints.pattern == nil,
        let last = field.words.last,
        last == "url" || last == "uri" || last == "urls"
      else { return }
      guard !context.declared.isUnreadable(field) else { return }
      findings.report(
        "'\(field.name)' stores a URL in a 'String'", at: field.typeRange, help: "make it a 'URL'",
        fixes: field.retyping(to: "URL"))
    })
}

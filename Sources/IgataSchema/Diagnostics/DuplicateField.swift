public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let duplicateField = DiagnosticKind(
    "duplicate-field",
    """
    Two fields of a model or a struct have the same name.

    The second one is reported.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String
        name: String?
      }
      """,
    fix: .replacing("name: String?", with: "nickname: String?"))
}

extension Diagnostic {
  static func duplicateField(_ name: NameSyntax, in title: String, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateField, "\(title) has two fields '\(name.text)'", at: name.range, help: "choose another name",
      related: [.init(first, "the first one is here")])
  }
}

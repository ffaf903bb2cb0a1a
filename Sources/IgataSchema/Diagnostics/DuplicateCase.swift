public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let duplicateCase = DiagnosticKind(
    "duplicate-case",
    """
    Two cases of an enum have the same name.

    The second one is reported.
    """,
    example: """
      enum State {
        case open
        case open
      }
      """,
    fix: """
      enum State {
        case open
        case closed
      }
      """)
}

extension Diagnostic {
  static func duplicateCase(_ name: NameSyntax, of type: String, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateCase, "enum '\(type)' has two cases '\(name.text)'", at: name.range, help: "choose another name",
      related: [.init(first, "the first one is here")])
  }
}

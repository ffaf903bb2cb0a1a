public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unknownCase = DiagnosticKind(
    "unknown-case",
    """
    A default names a case that the enum doesn't have.

    Cases are named as they are in the schema, not as they are stored.
    """,
    example: """
      enum Kind {
        case cash
      }

      model Account {
        id: UUID = uuid() @primaryKey
        kind: Kind = .cas
      }
      """,
    fix: .replacing(".cas", with: ".cash"))
}

extension Diagnostic {
  static func unknownCase(_ name: NameSyntax, of type: String, nearest: String?) -> Diagnostic {
    Diagnostic(.unknownCase, "enum '\(type)' has no case '\(name.text)'", at: name.range)
      .proposing(nearest, for: name, prefix: ".")
  }
}

public import IgataDiagnostics

extension DiagnosticKind {
  public static let nestedDeclaration = DiagnosticKind(
    "nested-declaration",
    """
    A declaration is inside another one.

    All declarations are at the top level of a file.
    """,
    example: """
      struct Place {
        city: String
        enum Kind {
          case town
        }
      }
      """,
    fix: """
      struct Place {
        city: String
      }

      enum Kind {
        case town
      }
      """)
}

extension Diagnostic {
  static func nestedDeclaration(at range: SourceRange, outer: SourceRange?) -> Diagnostic {
    Diagnostic(
      .nestedDeclaration, "this declaration is inside another one", at: range, help: "move it to the top level",
      related: outer.map { [.init($0, "the outer one opens here")] } ?? [])
  }
}

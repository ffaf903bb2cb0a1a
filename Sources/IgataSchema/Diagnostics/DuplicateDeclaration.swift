public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let duplicateDeclaration = DiagnosticKind(
    "duplicate-declaration",
    """
    Two declarations have the same name.

    Models, structs, enums and types share one namespace across all files of a run. The second one is reported; files
    are processed in the order of their names.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
      }

      enum Person {
        case natural
      }
      """,
    fix: .replacing("enum Person", with: "enum PersonKind"))
}

extension Diagnostic {
  static func duplicateDeclaration(_ name: NameSyntax, first: NameSyntax?) -> Diagnostic {
    Diagnostic(
      .duplicateDeclaration, "'\(name.text)' is declared twice", at: name.range, help: "choose another name",
      related: first.map { [.init($0.range, "the first one is here")] } ?? [])
  }
}

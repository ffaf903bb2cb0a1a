public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let duplicateKey = DiagnosticKind(
    "duplicate-key",
    """
    An object in the default of a `JSON` field has two members with the same key.

    The second one is reported.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        settings: JSON = {"theme": "dark", "theme": "light"}
      }
      """,
    fix: .replacing(#""dark", "theme": "light"}"#, with: #""dark"}"#))
}

extension Diagnostic {
  static func duplicateKey(_ member: ObjectMemberSyntax, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateKey, "the object has two members with the key \(JSONText.quoted(member.key))", at: member.keyRange,
      help: "remove one of them", related: [.init(first, "the first one is here")])
  }
}

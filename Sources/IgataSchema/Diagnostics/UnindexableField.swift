public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  public static let unindexableField = DiagnosticKind(
    "unindexable-field",
    """
    A unique constraint or an index contains a field that can't be compared.

    Lists and `JSON` have no order, so that only an index with a method contains one: `index(words, using: gin)`.
    A unique constraint can contain a list, of which no two rows have the same elements in the same order. It can't be
    a list of `Float`, `Double` or `JSON`, which have several texts of one value: SQLite stores lists as text. For a
    struct, mark a field inside of it. For a list of models, index the other side of the relation.
    """,
    example: """
      model Post {
        id: UUID = uuid() @primaryKey
        words: [String] = []
        index(words)
      }
      """,
    fix: """
      model Post {
        id: UUID = uuid() @primaryKey
        words: [String] = []
        title: String
        index(title)
      }
      """)
}

extension Diagnostic {
  static func unindexableField(_ name: NameSyntax, _ kind: ConstraintSyntax.Kind, found: String) -> Diagnostic {
    Diagnostic(
      .unindexableField, "'\(kind.rawValue)' can't contain '\(name.text)': it is \(found)", at: name.range)
  }
}

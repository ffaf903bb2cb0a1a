public import IgataDiagnostics

extension DiagnosticKind {
  public static let misplacedAutoincrement = DiagnosticKind(
    "misplaced-autoincrement",
    """
    `autoincrement()` is used on something other than a single-column integer key.

    The database can only generate the key of a table, which must be an `Int64`, `Int` or `Int32`.
    """,
    example: """
      model Entry {
        id: UUID = uuid() @primaryKey
        number: Int64 = autoincrement()
      }
      """,
    fix: """
      model Entry {
        number: Int64 = autoincrement() @primaryKey
      }
      """)
}

extension Diagnostic {
  static func misplacedAutoincrement(
    at range: SourceRange, _ rule: String, help: String = "remove the default"
  ) -> Diagnostic {
    Diagnostic(.misplacedAutoincrement, "'autoincrement()' \(rule)", at: range, help: help)
  }
}

public import IgataDiagnostics

extension DiagnosticKind {
  public static let misplacedAttribute = DiagnosticKind(
    "misplaced-attribute",
    """
    An attribute comes before the declaration it applies to, or after something that doesn't take attributes.

    An attribute goes after the type or the default of its field, after the name of its model, or after its case. If
    it starts a line, it belongs to the previous line, and must be indented more than that.
    """,
    example: """
      @table("places")
      model Place {
        id: Int64 @primaryKey
      }
      """,
    fix: """
      model Place @table("places") {
        id: Int64 @primaryKey
      }
      """)
}

extension Diagnostic {
  static func misplacedAttribute(at range: SourceRange, help: String, fix: Fix? = nil) -> Diagnostic {
    let message =
      fix == nil
      ? "this attribute doesn't apply to anything" : "this attribute comes before the declaration it applies to"
    return Diagnostic(.misplacedAttribute, message, at: range, help: help, fixes: fix.map { [$0] } ?? [])
  }
}

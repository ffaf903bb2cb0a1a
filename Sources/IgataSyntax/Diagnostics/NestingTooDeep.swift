public import IgataDiagnostics

extension DiagnosticKind {
  public static let nestingTooDeep = DiagnosticKind(
    "nesting-too-deep",
    """
    Brackets are nested more than 32 deep.

    A schema never needs more than a few levels.
    """,
    example: """
      struct Place {
        cities: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[String]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
      }
      """,
    fix: .replacing("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[String]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", with: "[String]"))
}

extension Diagnostic {
  static func nestingTooDeep(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(.nestingTooDeep, "brackets are nested more than \(limit) deep", at: range)
  }
}

public import IgataDiagnostics

extension DiagnosticKind {
  public static let defaultRange = DiagnosticKind(
    "default-range",
    """
    A default, or the value of `@backfill`, is a number that its type can't represent.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        count: Int16 = 40_000
      }
      """,
    fix: .replacing("Int16", with: "Int32"))
}

extension Diagnostic {
  static func defaultRange(
    at range: SourceRange, expected: String, reason: String, _ role: ValueRole
  ) -> Diagnostic {
    Diagnostic(.defaultRange, "the \(role.rawValue) doesn't fit into \(expected)", at: range, help: reason)
  }
}

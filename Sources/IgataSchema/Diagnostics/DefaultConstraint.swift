public import IgataDiagnostics

extension DiagnosticKind {
  public static let defaultConstraint = DiagnosticKind(
    "default-constraint",
    """
    A default violates a constraint of the field or of its type.
    """,
    example: """
      type Stars = Int16 @range(1...5)

      model Review {
        id: UUID = uuid() @primaryKey
        stars: Stars = 0
      }
      """,
    fix: .replacing("0", with: "3"))
}

extension Diagnostic {
  static func defaultConstraint(at range: SourceRange, _ reason: String, _ role: ValueRole) -> Diagnostic {
    Diagnostic(.defaultConstraint, "the \(role.rawValue) violates a constraint of the field", at: range, help: reason)
  }
}

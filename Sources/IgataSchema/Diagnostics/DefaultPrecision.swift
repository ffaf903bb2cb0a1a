public import IgataDiagnostics

extension DiagnosticKind {
  public static let defaultPrecision = DiagnosticKind(
    "default-precision",
    """
    A default has more decimal places than its type stores.

    Defaults are never rounded: write the exact value.
    """,
    example: """
      model Account {
        id: UUID = uuid() @primaryKey
        amount: Currency = 1.2345
      }
      """,
    fix: .replacing("1.2345", with: "1.234"))
}

extension Diagnostic {
  static func defaultPrecision(
    at range: SourceRange, expected: String, decimalPlaces: Int, _ role: ValueRole
  ) -> Diagnostic {
    Diagnostic(
      .defaultPrecision, "the \(role.rawValue) has more decimal places than \(expected) stores", at: range,
      help: "it stores \(counted(decimalPlaces, "decimal place"))")
  }
}

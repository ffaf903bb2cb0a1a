public import IgataDiagnostics

extension DiagnosticKind {
  public static let typeArguments = DiagnosticKind(
    "type-arguments",
    """
    A type has arguments that it doesn't take, or lacks arguments that it requires.

    `Decimal(12, 2)` and `Fixed(scale: 1000)` take arguments, and no other type does.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        name: String(100)
      }
      """,
    fix: .replacing("String(100)", with: "String @length(...100)"))
}

extension Diagnostic {
  static func typeArguments(_ range: SourceRange, _ message: String, help: String) -> Diagnostic {
    Diagnostic(.typeArguments, message, at: range, help: help)
  }
}

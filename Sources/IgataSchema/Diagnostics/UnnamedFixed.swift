public import IgataDiagnostics

extension DiagnosticKind {
  public static let unnamedFixed = DiagnosticKind(
    "unnamed-fixed",
    """
    A field's type is `Fixed(scale:)` itself.

    A fixed-point type is a Swift type that needs a name: declare it with `type`.
    """,
    example: """
      model Offer {
        id: UUID = uuid() @primaryKey
        rate: Fixed(scale: 100)
      }
      """,
    fix: """
      type Rate = Fixed(scale: 100)

      model Offer {
        id: UUID = uuid() @primaryKey
        rate: Rate
      }
      """)
}

extension Diagnostic {
  static func unnamedFixed(at range: SourceRange, scale: Int64) -> Diagnostic {
    Diagnostic(
      .unnamedFixed, "a fixed-point type needs a name", at: range,
      help: "declare 'type Rate = Fixed(scale: \(scale))' and use it here")
  }
}

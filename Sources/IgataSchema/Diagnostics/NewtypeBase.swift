public import IgataDiagnostics

extension DiagnosticKind {
  public static let newtypeBase = DiagnosticKind(
    "newtype-base",
    """
    A type is based on something other than a scalar.

    `type` declares a Swift type that wraps one stored value. It can't be based on another such type, so that all
    constraints of a value are in one declaration. Enums, structs and models already are separate types, and a list or
    an optional is declared at the field.
    """,
    example: """
      type Email = String @length(3...254)
      type WorkEmail = Email
      """,
    fix: .replacing("= Email", with: "= String @length(3...254)"))
}

extension Diagnostic {
  static func newtypeBase(_ range: SourceRange, of name: String, because reason: String) -> Diagnostic {
    Diagnostic(
      .newtypeBase, "type '\(name)' can't be based on this: \(reason)", at: range,
      help: "use a scalar, such as 'String' or 'Fixed(scale: 100)'")
  }
}

public import IgataDiagnostics

extension DiagnosticKind {
  public static let callArguments = DiagnosticKind(
    "call-arguments",
    """
    A default passes arguments to a function or an initializer that takes none.

    Functions take no arguments, and a struct or a model is initialized from the defaults of its own fields.
    """,
    example: """
      model Message {
        id: UUID = uuid(7) @primaryKey
      }
      """,
    fix: .replacing("uuid(7)", with: "uuid7()"))
}

extension Diagnostic {
  static func callArguments(_ range: SourceRange, _ name: String) -> Diagnostic {
    Diagnostic(.callArguments, "'\(name)()' takes no arguments", at: range, help: "write '\(name)()'")
  }
}

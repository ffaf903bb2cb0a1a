public import IgataDiagnostics

extension DiagnosticKind {
  public static let hiddenModule = DiagnosticKind(
    "hidden-module",
    """
    A declaration hides a module whose name generated code needs.

    If a type of the schema or of the program has the same name as a declaration of a module, generated code refers to
    the latter by the name of its module: beside a struct `Date` of your own, dates are of the type `Foundation.Date`.
    A type with the name of the module makes that impossible.
    """,
    example: """
      model Sendable {
        id: UUID = uuid() @primaryKey
      }

      model Swift {
        id: UUID = uuid() @primaryKey
      }
      """,
    fix: .replacing("Swift", with: "Bird"))
}

extension Diagnostic {
  /// - Parameter name: A declaration of the module that generated code has to qualify.
  static func hiddenModule(_ module: String, of name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .hiddenModule, "'\(module)' hides the module by which generated code names '\(module).\(name)'", at: range,
      help: "rename it")
  }
}

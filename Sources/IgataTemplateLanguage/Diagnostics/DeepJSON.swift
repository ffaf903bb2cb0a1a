import IgataDiagnostics

extension DiagnosticKind {
  public static let deepJSON = DiagnosticKind(
    "deep-json",
    """
    Lists and objects of a JSON text are nested more than 256 levels deep.

    The example stands for 257 levels. Combine the nested lists or objects into one.
    """,
    language: .json,
    example: "[[[[…]]]]",
    fix: "[1, 2, 3]")
}

extension Diagnostic {
  static func deepJSON(limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .deepJSON, "lists and objects are nested more than \(limit) levels deep", at: range,
      help: "combine the nested lists or objects into one")
  }
}

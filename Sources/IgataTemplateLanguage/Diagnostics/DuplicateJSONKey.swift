import IgataDiagnostics

extension DiagnosticKind {
  public static let duplicateJSONKey = DiagnosticKind(
    "duplicate-json-key",
    """
    An object of a JSON text has the same key twice.
    """,
    language: .json,
    example: """
      {"name": "Ada", "name": "Grace"}
      """,
    fix: .replacing(#""Ada", "name":"#, with: #""Ada", "friend":"#))
}

extension Diagnostic {
  static func duplicateJSONKey(_ key: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .duplicateJSONKey, "key \(quoted(key)) occurs twice", at: range, help: "keep one of them",
      related: [Related(first, "first occurrence")])
  }
}

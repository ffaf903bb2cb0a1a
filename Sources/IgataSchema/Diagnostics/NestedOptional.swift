public import IgataDiagnostics

extension DiagnosticKind {
  public static let nestedOptional = DiagnosticKind(
    "nested-optional",
    """
    A type is optional twice.

    A database has only one way to represent a missing value.
    """,
    example: """
      model Post {
        id: UUID = uuid() @primaryKey
        note: String??
      }
      """,
    fix: .replacing("String??", with: "String?"))
}

extension Diagnostic {
  static func nestedOptional(at range: SourceRange) -> Diagnostic {
    let mark = SourceRange(file: range.file, start: max(range.start, range.end - 1), end: range.end)
    return Diagnostic(
      .nestedOptional, "a type can't be optional twice", at: range, help: "remove one '?'",
      fixes: [Fix(title: "remove one '?'", range: mark, replacement: "", isSafe: true)])
  }
}

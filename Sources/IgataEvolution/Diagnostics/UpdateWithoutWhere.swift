public import IgataDiagnostics

extension DiagnosticKind {
  public static let updateWithoutWhere = DiagnosticKind(
    "update-without-where",
    """
    Own SQL changes or deletes every row of a table.

    If that is meant, say so with `WHERE true`.
    """,
    language: .text,
    example: """
      DELETE FROM "draft";
      """,
    fix: .replacing(#""draft";"#, with: #""draft" WHERE true;"#))
}

extension Diagnostic {
  /// - Parameter end: The semicolon.
  static func updateWithoutWhere(_ verb: String, at range: SourceRange, end: SourceRange) -> Diagnostic {
    let insertion = SourceRange(file: end.file, start: end.start, end: end.start)
    return Diagnostic(
      .updateWithoutWhere, "'\(verb)' without 'WHERE' is for every row", at: range,
      help: "add a condition, or 'WHERE true' if every row is meant",
      fixes: [Fix(title: "add 'WHERE true'", range: insertion, replacement: " WHERE true", isSafe: false)])
  }
}

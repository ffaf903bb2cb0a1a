public import IgataDiagnostics

extension DiagnosticKind {
  public static let optionalList = DiagnosticKind(
    "optional-list",
    """
    A list is optional.

    A missing list is an empty list.
    """,
    example: """
      model Post {
        id: UUID = uuid() @primaryKey
        words: [String]?
      }
      """,
    fix: .replacing("[String]?", with: "[String] = []"))
}

extension Diagnostic {
  static func optionalList(at range: SourceRange) -> Diagnostic {
    let mark = SourceRange(file: range.file, start: range.end - 1, end: range.end)
    let fix = Fix(title: "remove the '?'", range: mark, replacement: "", isSafe: true)
    return Diagnostic(
      .optionalList, "a list can't be optional", at: range, help: "remove the '?': a list can be empty", fixes: [fix])
  }
}

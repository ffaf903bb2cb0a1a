public import IgataDiagnostics

extension DiagnosticKind {
  public static let secondUnknownCase = DiagnosticKind(
    "second-unknown-case",
    """
    Two cases of an enum are marked `@unknown`.

    Unknown raw values are kept by the one case that is marked `@unknown`.
    """,
    example: """
      enum State {
        case open
        case other @unknown
        case strange @unknown
      }
      """,
    fix: .replacing("strange @unknown", with: "strange"))
}

extension Diagnostic {
  static func secondUnknownCase(_ range: SourceRange, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .secondUnknownCase, "unknown values are already read as another case", at: range, help: "mark one case",
      related: [.init(first, "the first one is here")],
      fixes: [Fix(title: "remove '@unknown'", range: range, replacement: "", isSafe: false)])
  }
}

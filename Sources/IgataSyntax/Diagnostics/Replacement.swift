import IgataDiagnostics

extension Diagnostic.Fix {
  /// A fix that uses the proposed word. It is a guess, so it isn't applied without asking.
  static func replace(_ word: String, with proposal: String, at range: SourceRange) -> Diagnostic.Fix {
    Diagnostic.Fix(
      title: "replace '\(word)' with '\(proposal)'", range: range, replacement: proposal, isSafe: false)
  }
}

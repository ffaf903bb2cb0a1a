import IgataDiagnostics

extension Diagnostic.Fix {
  /// The fix that takes the proposed word; it is a guess, so it is not applied without asking.
  static func replace(_ word: String, with proposal: String, at range: SourceRange) -> Diagnostic.Fix {
    Diagnostic.Fix(
      title: "replace '\(word)' with '\(proposal)'", range: range, replacement: proposal, isSafe: false)
  }
}

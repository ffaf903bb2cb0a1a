import IgataDiagnostics
import IgataSyntax

extension Diagnostic {
  /// Proposes another name, with a fix that inserts it.
  ///
  /// - Parameter prefix: The text before the name in the source, which is repeated in the proposal.
  func proposing(_ nearest: String?, for name: NameSyntax, prefix: String = "") -> Diagnostic {
    guard let nearest else { return self }
    if LookAlike.plain(name.text) == nearest {
      return .lookAlike(prefix + name.text, meant: prefix + nearest, at: name.range.extended(by: prefix))
    }
    var result = self
    result.help = "did you mean '\(prefix)\(nearest)'?"
    result.fixes.append(
      Fix(
        title: "replace '\(prefix)\(name.text)' with '\(prefix)\(nearest)'", range: name.range, replacement: nearest,
        // A name that differs only by case is certainly the one that was meant.
        isSafe: foldedName(nearest) == foldedName(name.text)))
    return result
  }
}

extension SourceRange {
  /// The range extended by the text directly before it.
  fileprivate func extended(by prefix: String) -> SourceRange {
    SourceRange(file: file, start: start - prefix.utf8.count, end: end)
  }
}

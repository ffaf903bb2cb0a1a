import IgataDiagnostics
import IgataSyntax

extension Diagnostic {
  /// Asks whether another name was meant, and offers to put it there.
  ///
  /// - Parameter prefix: What stands before the name in the source, and so in the question too.
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
        // A name that differs by case alone leaves no doubt.
        isSafe: foldedName(nearest) == foldedName(name.text)))
    return result
  }
}

extension SourceRange {
  /// The range with what stands directly before it.
  fileprivate func extended(by prefix: String) -> SourceRange {
    SourceRange(file: file, start: start - prefix.utf8.count, end: end)
  }
}

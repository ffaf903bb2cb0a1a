import IgataDiagnostics
import IgataSyntax

extension Diagnostic {
  /// Asks whether another name was meant, and offers to put it there.
  ///
  /// - Parameter prefix: What stands before the name in the source, and so in the question too.
  func proposing(_ nearest: String?, for name: NameSyntax, prefix: String = "") -> Diagnostic {
    guard let nearest else { return self }
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

public import IgataDiagnostics

extension DiagnosticKind {
  public static let lookAlike = DiagnosticKind(
    "look-alike",
    """
    A character looks like one that the language uses, but is a different one.

    Keyboards and editors for East Asian scripts produce full-width punctuation, digits and Latin letters, some
    editors replace three dots with one character, and some Cyrillic and Greek letters look like Latin ones. Such a
    character isn't punctuation, and a word that contains one is a different word. Names of your own can use letters
    of any script. `igata lint --fix` replaces the character with the one that was meant.
    """,
    example: """
      struct Place {
        city： String
      }
      """,
    fix: .replacing("city：", with: "city:"))
}

extension Diagnostic {
  /// - Parameter meant: The text that it looks like.
  package static func lookAlike(_ text: String, meant: String, at range: SourceRange) -> Diagnostic {
    let code = LookAlike.first(in: text).map { "U+" + String($0.value, radix: 16, uppercase: true) } ?? ""
    let isOne = text.unicodeScalars.count == 1
    let message = isOne ? "'\(text)' (\(code)) isn't '\(meant)'" : "'\(text)' isn't '\(meant)': it contains \(code)"
    return Diagnostic(
      .lookAlike, message, at: range, help: "write '\(meant)'",
      fixes: [Fix(title: "write '\(meant)'", range: range, replacement: meant, isSafe: true)])
  }

  /// Replaces a finding about a word that may have been meant as another one by a finding about look-alikes, if the two
  /// look the same.
  package func unlessLookAlike(_ word: String, _ meant: String?, at range: SourceRange) -> Diagnostic {
    guard let meant, LookAlike.plain(word) == meant else { return self }
    return .lookAlike(word, meant: meant, at: range)
  }
}

public import IgataDiagnostics

extension DiagnosticKind {
  /// A character looks like one of the language and is another.
  ///
  /// Keyboards and editors for East Asian scripts write punctuation, digits and Latin letters in full width, others
  /// join three dots to one character, and some letters of the Cyrillic and the Greek script have the shape of Latin
  /// ones. Such a character is no punctuation, and a word that holds one is another word. In names of your own, letters
  /// of all scripts are fine. `igata lint --fix` writes what was meant.
  ///
  /// ## Example
  ///
  /// ```igata
  /// struct Place {
  ///   city： String
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Place {
  ///   city: String
  /// }
  /// ```
  public static let lookAlike = DiagnosticKind("look-alike")
}

extension Diagnostic {
  /// - Parameter meant: What stands there to the eye.
  package static func lookAlike(_ text: String, meant: String, at range: SourceRange) -> Diagnostic {
    let code = LookAlike.first(in: text).map { "U+" + String($0.value, radix: 16, uppercase: true) } ?? ""
    let isOne = text.unicodeScalars.count == 1
    let message = isOne ? "'\(text)' (\(code)) is not '\(meant)'" : "'\(text)' is not '\(meant)': it holds \(code)"
    return Diagnostic(
      .lookAlike, message, at: range, help: "write '\(meant)'",
      fixes: [Fix(title: "write '\(meant)'", range: range, replacement: meant, isSafe: true)])
  }

  /// A finding about a word that may have been meant for another one: where the two look the same, that is the finding.
  package func unlessLookAlike(_ word: String, _ meant: String?, at range: SourceRange) -> Diagnostic {
    guard let meant, LookAlike.plain(word) == meant else { return self }
    return .lookAlike(word, meant: meant, at: range)
  }
}

public import IgataDiagnostics

extension DiagnosticKind {
  public static let unknownModifier = DiagnosticKind(
    "unknown-modifier",
    """
    A word before or after a name isn't a modifier.

    The only modifier of a field is `let` before its name, and the only modifier of a column in a constraint is `desc`
    after it.
    """,
    example: """
      struct Place {
        var city: String
      }
      """,
    fix: .replacing("var city:", with: "city:"))
}

extension Diagnostic {
  /// Modifiers of other languages before a member.
  ///
  /// - Parameters:
  ///   - meansLet: Whether they mean the same as `let`.
  ///   - whole: The words with the space after them.
  static func unknownModifier(
    _ words: String, meansLet: Bool, _ range: SourceRange, _ whole: SourceRange
  ) -> Diagnostic {
    let help =
      meansLet
      ? "write 'let' for a field that is set once"
      : words == "var" ? "a field without 'let' can be set; remove 'var'" : "remove it"
    let fix = Fix(
      title: meansLet ? "write 'let'" : "remove '\(words)'", range: whole, replacement: meansLet ? "let " : "",
      isSafe: true)
    return Diagnostic(.unknownModifier, "'\(words)' has no meaning here", at: range, help: help, fixes: [fix])
  }

  static func unknownModifier(_ word: String, known: [String], at range: SourceRange) -> Diagnostic {
    let proposal = nearest(word, in: known)
    let help =
      switch word {
      case "asc": "columns are ascending by default; remove 'asc'"
      default: proposal.map { "did you mean '\($0)'?" } ?? "remove it"
      }
    let isNeedless = word == "asc" || proposal == nil
    let removal = Fix(title: "remove '\(word)'", range: range, replacement: "", isSafe: word == "asc")
    return Diagnostic(
      .unknownModifier, "'\(word)' has no meaning here", at: range, help: help,
      fixes: isNeedless ? [removal] : proposal.map { [.replace(word, with: $0, at: range)] } ?? []
    ).unlessLookAlike(word, proposal, at: range)
  }
}

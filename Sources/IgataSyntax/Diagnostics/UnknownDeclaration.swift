public import IgataDiagnostics

extension DiagnosticKind {
  public static let unknownDeclaration = DiagnosticKind(
    "unknown-declaration",
    """
    A declaration starts with a word that isn't a keyword.

    A declaration is an `enum`, a `type`, a `struct` or a `model`.
    """,
    example: """
      modle Place {
        id: Int64 @primaryKey
      }
      """,
    fix: .replacing("modle", with: "model"))
}

extension Diagnostic {
  static func unknownDeclaration(_ word: String, proposal: String?, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownDeclaration, "'\(word)' isn't a declaration", at: range,
      help: proposal.map { "did you mean '\($0)'?" } ?? "a declaration is an enum, a type, a struct or a model",
      fixes: proposal.map { [.replace(word, with: $0, at: range)] } ?? []
    ).unlessLookAlike(word, proposal, at: range)
  }

  /// A declaration that other languages have and a schema doesn't need.
  static func unknownDeclaration(_ word: String, reason: String, at range: SourceRange, fix: Fix) -> Diagnostic {
    Diagnostic(.unknownDeclaration, "'\(word)' isn't a declaration", at: range, help: reason, fixes: [fix])
  }

  /// A record that other languages declare with this word.
  static func unknownRecord(_ word: String, at range: SourceRange) -> Diagnostic {
    let message =
      word == "type" ? "a 'type' has no fields: it is a scalar with its own name" : "'\(word)' isn't a declaration"
    return Diagnostic(
      .unknownDeclaration, message, at: range, help: "write 'model', or 'struct' for a value without a key",
      fixes: ["model", "struct"].map { .replace(word, with: $0, at: range) })
  }

  static func missingKeyword(of name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .unknownDeclaration, "'\(name)' isn't declared as an enum, a struct or a model", at: range,
      help: "write 'model \(name)'",
      fixes: [Fix(title: "write 'model \(name)'", range: range, replacement: "model \(name)", isSafe: false)])
  }
}

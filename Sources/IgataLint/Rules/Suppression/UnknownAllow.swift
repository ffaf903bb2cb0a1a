import IgataDiagnostics

extension LintRule {
  static let unknownAllow = LintRule(
    "unknown-allow", .suppression, .severe,
    """
    A suppression names a rule that does not exist.

    It has no effect. `igata lint --list-rules` prints the rules. Errors of the language can't be suppressed.
    `may-stop`, a rule about the change of the schema, is allowed by the attribute and not by a comment.

    A comment `igata:allow` that doesn't begin with two slashes is reported, too: three make documentation, which is
    copied to the generated code and allows nothing, as do block comments.
    """,
    example: """
      model Member {
        id: UUID = uuid() @primaryKey
        hasAgreed: Bool? @allow(optional-boolean, "the old forms had a third box")
      }
      """,
    fix: .replacing("@allow(optional-boolean,", with: "@allow(optional-bool,"),
    check: .engine)
}

extension Findings {
  mutating func reportUnknownRule(_ suppression: Suppression, among ids: [String]) {
    let near = nearest(suppression.rule, in: ids)
    report(
      "there is no rule '\(suppression.rule)' to allow", at: suppression.ruleRange,
      help: near.map { "did you mean '\($0)'?" } ?? "'igata lint --list-rules' prints all of them",
      fixes: Self.replacing(suppression.rule, at: suppression.ruleRange, with: near))
  }

  /// A rule about the change of the schema, in a comment.
  mutating func reportCommentedRule(_ suppression: Suppression) {
    report(
      "'\(suppression.rule)' can't be allowed by a comment", at: suppression.ruleRange,
      help: "write the attribute: '@allow(\(suppression.rule), \"why\")'")
  }

  mutating func reportEngineRule(_ suppression: Suppression) {
    report(
      "'\(suppression.rule)' reports suppressions, and can't be allowed itself", at: suppression.ruleRange,
      help: "set its level in 'igata.json'")
  }

  mutating func reportIneffective(_ directive: Directive) {
    guard directive.isInLineComment else { return reportInOtherComment(directive) }
    guard !directive.isAllow else {
      return report("'igata:allow' names no rule", at: directive.nameRange, help: "write 'igata:allow rule why'")
    }
    let near = nearest(directive.name, in: [Directive.allow])
    report(
      "'\(directive.name)' is unknown", at: directive.nameRange,
      help: near.map { "did you mean '\($0)'?" } ?? "write 'igata:allow rule why'",
      fixes: Self.replacing(directive.name, at: directive.nameRange, with: near))
  }

  private static func replacing(_ word: String, at range: SourceRange, with other: String?) -> [Diagnostic.Fix] {
    guard let other else { return [] }
    return [.init(title: "replace '\(word)' with '\(other)'", range: range, replacement: other, isSafe: false)]
  }

  private mutating func reportInOtherComment(_ directive: Directive) {
    let reason =
      switch directive.kind {
      case .documentation: "in documentation has no effect, and is copied to the generated code"
      case .blockComment: "in a block comment has no effect"
      default: "after more than two slashes has no effect"
      }
    let fix = Diagnostic.Fix(title: "begin the comment with '//'", edits: directive.edits, isSafe: false)
    report(
      "'\(directive.name)' \(reason)", at: directive.opening.union(directive.nameRange),
      help: "write it in a comment that begins with '//'", fixes: directive.edits.isEmpty ? [] : [fix])
  }
}

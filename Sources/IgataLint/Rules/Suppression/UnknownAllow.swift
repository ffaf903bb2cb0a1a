import IgataDiagnostics

extension LintRule {
  /// A suppression names a rule that does not exist.
  ///
  /// It has no effect. `igata lint --list-rules` prints the rules. Errors of the language can't be suppressed.
  /// `may-stop`, a rule about the change of the schema, is allowed by the attribute and not by a comment.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   hasAgreed: Bool? @allow(optional-boolean, "the old forms had a third box")
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Member {
  ///   id: UUID = uuid() @primaryKey
  ///   hasAgreed: Bool? @allow(optional-bool, "the old forms had a third box")
  /// }
  /// ```
  static let unknownAllow = LintRule("unknown-allow", .suppression, .severe, check: .engine)
}

extension Findings {
  mutating func reportUnknownRule(_ suppression: Suppression, among ids: [String]) {
    let near = nearest(suppression.rule, in: ids)
    report(
      "there is no rule '\(suppression.rule)' to allow", at: suppression.ruleRange,
      help: near.map { "did you mean '\($0)'?" } ?? "'igata lint --list-rules' prints all of them",
      fixes: near.map {
        [
          .init(
            title: "replace '\(suppression.rule)' with '\($0)'", range: suppression.ruleRange, replacement: $0,
            isSafe: false)
        ]
      } ?? [])
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

  mutating func reportUnknown(_ directive: UnknownDirective) {
    report(
      directive.word == "allow" ? "'igata:allow' names no rule" : "'igata:\(directive.word)' is unknown",
      at: directive.range, help: "write 'igata:allow rule why'")
  }
}

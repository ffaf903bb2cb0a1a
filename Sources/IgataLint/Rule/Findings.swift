public import IgataDiagnostics

/// What a rule has found. The rule's id and its level are added to each finding here.
public struct Findings: Sendable {
  /// How many findings of one rule are kept: nobody reads more, and a hostile schema must not fill the memory.
  static let limit = 10_000

  private let kind: DiagnosticKind
  private let severity: Diagnostic.Severity
  private(set) var diagnostics: [Diagnostic] = []

  init(of rule: LintRule, severity: Diagnostic.Severity) {
    kind = rule.kind
    self.severity = severity
  }

  /// - Parameters:
  ///   - message: One phrase without a final full stop, with the names in single quotes: `'price' is a 'Double'`.
  ///   - range: The smallest place that shows the matter: a name, a type, an attribute.
  ///   - help: The fix, as an imperative phrase: `make it a 'Currency'`.
  ///   - related: Other places that belong to it.
  ///   - fixes: Changes that fix it, the best first.
  public mutating func report(
    _ message: String, at range: SourceRange, help: String? = nil, related: [Diagnostic.Related] = [],
    fixes: [Diagnostic.Fix] = []
  ) {
    guard diagnostics.count < Self.limit else { return }
    diagnostics.append(
      Diagnostic(kind, message, at: range, severity: severity, help: help, related: related, fixes: fixes))
  }
}

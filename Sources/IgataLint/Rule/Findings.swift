public import IgataDiagnostics

/// The findings of a rule. The rule's id and its level are added to each finding.
public struct Findings: Sendable {
  /// The maximum number of findings of one rule, so that a malicious schema can't exhaust the memory.
  static let limit = 10_000

  private let kind: DiagnosticKind
  private let severity: Diagnostic.Severity
  private(set) var diagnostics: [Diagnostic] = []

  init(of rule: LintRule, severity: Diagnostic.Severity) {
    kind = rule.kind
    self.severity = severity
  }

  /// - Parameters:
  ///   - message: One phrase without a final period, with names in single quotes: `'price' is a 'Double'`.
  ///   - range: The smallest relevant range: a name, a type or an attribute.
  ///   - help: The fix, as an imperative phrase: `make it a 'Currency'`.
  ///   - related: Other locations that belong to it.
  ///   - fixes: The fixes, best first.
  public mutating func report(
    _ message: String, at range: SourceRange, help: String? = nil, related: [Diagnostic.Related] = [],
    fixes: [Diagnostic.Fix] = []
  ) {
    guard diagnostics.count < Self.limit else { return }
    diagnostics.append(
      Diagnostic(kind, message, at: range, severity: severity, help: help, related: related, fixes: fixes))
  }
}

public import IgataDiagnostics
public import IgataSchema

/// The findings of the rules in a schema.
public struct LintReport: Sendable {
  /// The findings to report, in source order.
  public var findings: [Diagnostic]
  /// The findings that are suppressed in the source, in source order.
  public var suppressed: [SuppressedFinding]
}

/// Runs the rules over a schema.
///
/// - Parameters:
///   - brokenFiles: The files with errors of the language. They are read as far as possible, but nothing is reported in
///     them, because what is missing there may be a result of the errors.
///   - isComplete: Whether all files of the schema could be read.
public func lint(
  _ declared: Declarations, _ settings: LintSettings, brokenFiles: Set<Int> = [], isComplete: Bool = true
) -> LintReport {
  let isComplete = isComplete && brokenFiles.isEmpty
  let rules = settings.rules.compactMap { rule -> RunningRule? in
    guard let severity = settings.level(of: rule).severity, isComplete || !rule.needsEveryFile else { return nil }
    let context = LintContext(declared: declared, targets: settings.targets, values: settings.values(of: rule))
    return RunningRule(check: rule.check, context: context, findings: Findings(of: rule, severity: severity))
  }
  run(rules, over: declared)
  let found = rules.flatMap(\.findings.diagnostics)
  var suppressions = Suppressions(declared.trees)
  var (reported, suppressed) = suppressions.partition(found.sortedInSourceOrder())
  reported += checkSuppressions(suppressions, settings, isComplete: isComplete)
  if !brokenFiles.isEmpty {
    reported.removeAll { brokenFiles.contains($0.range.file) }
    suppressed.removeAll { brokenFiles.contains($0.diagnostic.range.file) }
  }
  return LintReport(findings: reported.sortedInSourceOrder(), suppressed: suppressed)
}

/// A rule with what it needs and what it has found.
private final class RunningRule {
  let check: LintCheck
  let context: LintContext
  var findings: Findings

  init(check: LintCheck, context: LintContext, findings: Findings) {
    self.check = check
    self.context = context
    self.findings = findings
  }
}

/// Checks each element by all rules before the next element: a large schema doesn't fit into the processor's caches,
/// and all of it would be loaded for each rule.
private func run(_ rules: [RunningRule], over declared: Declarations) {
  var fieldChecks: [(DeclaredField) -> Void] = []
  var modelChecks: [(DeclaredModel) -> Void] = []
  var enumChecks: [(DeclaredEnum) -> Void] = []
  var nameChecks: [(DeclaredName) -> Void] = []
  for rule in rules {
    switch rule.check {
    case .fields(let check): fieldChecks.append { check($0, rule.context, &rule.findings) }
    case .models(let check): modelChecks.append { check($0, rule.context, &rule.findings) }
    case .enums(let check): enumChecks.append { check($0, rule.context, &rule.findings) }
    case .names(let check): nameChecks.append { check($0, rule.context, &rule.findings) }
    case .schema(let check): check(rule.context, &rule.findings)
    case .engine: break
    }
  }
  for field in declared.fields { for check in fieldChecks { check(field) } }
  for model in declared.models { for check in modelChecks { check(model) } }
  for item in declared.enums { for check in enumChecks { check(item) } }
  for name in declared.names { for check in nameChecks { check(name) } }
}

/// The findings about the suppressions themselves.
private func checkSuppressions(
  _ suppressions: Suppressions, _ settings: LintSettings, isComplete: Bool
) -> [Diagnostic] {
  func findings(_ rule: LintRule) -> Findings? {
    guard settings.rules.contains(where: { $0.id == rule.id }), isComplete || !rule.needsEveryFile else { return nil }
    return settings.level(of: rule).severity.map { Findings(of: rule, severity: $0) }
  }
  var (unknown, unused) = (findings(.unknownAllow), findings(.unusedAllow))
  var unexplained = findings(.unexplainedAllow)
  let known = Dictionary(LintRule.all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  let active = Set(settings.rules.filter { settings.level(of: $0) != .off }.map(\.id))
  let names = LintRule.all.map(\.id) + evolutionRules
  for suppression in suppressions.all {
    if evolutionRules.contains(suppression.rule) {
      // Its attribute is read with the schema, and used where two schemas are compared.
      if suppression.form == .comment { unknown?.reportCommentedRule(suppression) }
      continue
    }
    guard let rule = known[suppression.rule] else {
      unknown?.reportUnknownRule(suppression, among: names)
      continue
    }
    guard rule.group != .suppression else {
      unknown?.reportEngineRule(suppression)
      continue
    }
    if suppression.reason == nil { unexplained?.reportUnexplained(suppression) }
    if !suppression.isUsed, active.contains(rule.id) { unused?.reportUnused(suppression) }
  }
  for directive in suppressions.ineffective { unknown?.reportIneffective(directive) }
  return [unknown, unused, unexplained].flatMap { $0?.diagnostics ?? [] }
}

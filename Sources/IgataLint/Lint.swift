public import IgataDiagnostics
import IgataSchema

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
  _ index: SchemaIndex, _ settings: LintSettings, brokenFiles: Set<Int> = [], isComplete: Bool = true
) -> LintReport {
  let isComplete = isComplete && brokenFiles.isEmpty
  var found: [Diagnostic] = []
  for rule in settings.rules {
    guard let severity = settings.level(of: rule).severity, isComplete || !rule.needsEveryFile else { continue }
    var findings = Findings(of: rule, severity: severity)
    let values = settings.values(of: rule)
    run(rule.check, LintContext(index: index, targets: settings.targets, values: values), &findings)
    found += findings.diagnostics
  }
  var suppressions = Suppressions(index.trees)
  var (reported, suppressed) = suppressions.partition(found.sortedInSourceOrder())
  reported += checkSuppressions(suppressions, settings, isComplete: isComplete)
  if !brokenFiles.isEmpty {
    reported.removeAll { brokenFiles.contains($0.range.file) }
    suppressed.removeAll { brokenFiles.contains($0.diagnostic.range.file) }
  }
  return LintReport(findings: reported.sortedInSourceOrder(), suppressed: suppressed)
}

private func run(_ check: LintCheck, _ context: LintContext, _ findings: inout Findings) {
  switch check {
  case .fields(let check): for field in context.fields { check(field, context, &findings) }
  case .models(let check): for model in context.models { check(model, context, &findings) }
  case .enums(let check): for item in context.enums { check(item, context, &findings) }
  case .names(let check): for name in context.names { check(name, context, &findings) }
  case .schema(let check): check(context, &findings)
  case .engine: break
  }
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
  for directive in suppressions.unknown { unknown?.reportUnknown(directive) }
  return [unknown, unused, unexplained].flatMap { $0?.diagnostics ?? [] }
}

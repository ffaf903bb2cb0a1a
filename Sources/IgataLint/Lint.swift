public import IgataDiagnostics

/// Runs rules over a schema.
///
/// - Parameters:
///   - brokenFiles: The files with errors of the language in them: they are read as far as they go, but nothing is
///     reported in them, as what is missing there may be the error's doing.
/// - Returns: The findings in the order of the source, suppressed ones left out.
public func lint(_ index: SchemaIndex, _ settings: LintSettings, brokenFiles: Set<Int> = []) -> [Diagnostic] {
  var found: [Diagnostic] = []
  for rule in settings.rules {
    guard let severity = settings.level(of: rule).severity, !rule.needsEveryFile || brokenFiles.isEmpty else {
      continue
    }
    var findings = Findings(of: rule, severity: severity)
    let values = settings.values(of: rule)
    run(rule.check, LintContext(index: index, targets: settings.targets, values: values), &findings)
    found += findings.diagnostics
  }
  found.removeAll { brokenFiles.contains($0.range.file) }
  return found.sortedInSourceOrder()
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

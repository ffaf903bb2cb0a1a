import IgataDiagnostics
import IgataLint
import IgataSchema

extension OptionRule {
  fileprivate static let rule = OptionRule(
    "rule", .texts("ID=LEVEL"), "the level of a rule: off, warning or error; can be repeated",
    suggestions: .words(.lintLevels))
  fileprivate static let only = OptionRule(
    "only", .texts("ID"), "run only this rule, and print each of its findings; can be repeated",
    suggestions: .list(.lintRules))
  fileprivate static let preset = OptionRule(
    "preset", .choice(LintPreset.allCases.map(\.rawValue)), "the default levels (default: standard)")
  fileprivate static let strict = OptionRule.flag("strict", "exit 1 if there are warnings")
  fileprivate static let fix = OptionRule.flag("fix", "apply the fixes that preserve the meaning")
  fileprivate static let unsafeFixes = OptionRule.flag("unsafe-fixes", "also apply the other fixes")
  fileprivate static let baseline = OptionRule(
    "baseline", .path("FILE"), "a file with known findings, which are not reported")
  fileprivate static let updateBaseline = OptionRule.flag(
    "update-baseline", "write all findings to the baseline instead of reporting them")
  fileprivate static let engines = OptionRule(
    "dialect", .choices(SQLDialect.allCases.map(\.rawValue)), "the SQL engines to check for (default: sqlite)")
  fileprivate static let listRules = OptionRule.flag("list-rules", "print the rules with their levels")
}

extension Command {
  static let lint = Command(
    name: "lint", purpose: "find code in a schema that is valid but probably wrong", operands: .schemas,
    options: [
      .preset, .rule, .only, .strict, .report, .fix, .unsafeFixes, .baseline, .updateBaseline, .engines, .listRules,
    ],
    notes: """
      'igata explain RULE' explains a rule. To suppress a finding, write a reason next to it:
        hasAgreed: Bool? @allow(optional-bool, "the old forms had a third box")
        hasAgreed: Bool?  // igata:allow optional-bool the old forms had a third box
      At the start of a file, followed by an empty line, such a comment applies to the whole file.
      Many findings of a rule in one file, such as those of a naming style, are printed as one;
      '--only RULE' prints each, and '--only RULE --unsafe-fixes' fixes no others.

      igata.json can contain the settings of the linter:
        {"lint": {"preset": "strict", "baseline": "lint-baseline.json", "rules": {"type-case": "off"}}}
      """,
    printsProduct: { $0.has(.listRules) }, run: runLint)
}

private func runLint(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let overrides = try levels(invocation)
  if invocation.has(.updateBaseline), !invocation.given(of: [.fix, .unsafeFixes]).isEmpty {
    throw Failure(.usage, "options '--update-baseline' and '--fix' can't be combined")
  }
  if invocation.has(.updateBaseline), invocation.has(.only) {
    throw Failure(.usage, "options '--update-baseline' and '--only' can't be combined")
  }
  let (inputs, faults) = try Inputs.readable(invocation.operands)
  var settings = lintSettings(invocation, inputs.configuration, overrides)
  if let ids = invocation.parts(.only) {
    for id in ids where !LintRule.all.contains(where: { $0.id == id }) { throw .unknownRule(id) }
    settings = settings.only(Set(ids))
  }
  if invocation.has(.listRules) {
    listRules(settings, &console)
    return .success
  }
  var status = reportSettings(inputs.configuration, console)
  let baseline = try KnownFindings(
    invocation.text(.baseline).map(FileLocation.init(file:)) ?? inputs.configuration.lint.baseline, inputs,
    isUpdated: invocation.has(.updateBaseline),
    console)
  let options = ResolveOptions(names: inputs.configuration.names)
  var run = LintRun(inputs.schemas, settings, options: options, isComplete: faults.isEmpty)
  if invocation.has(.fix) || invocation.has(.unsafeFixes) {
    run = try fixed(run, inputs, console) {
      $0.fixed(settings, unsafe: invocation.has(.unsafeFixes))
    }
  }
  let outcome = baseline.part(run).shown(alone: invocation.has(.only))
  if invocation.has(.updateBaseline) { try baseline.update(run, console) }
  outcome.report(settings, console)
  for fault in faults { console.complain(fault) }
  let gravest = outcome.reported.map(\.severity).max()
  if gravest == .error || (gravest == .warning && invocation.has(.strict)) { status = .negative }
  if !faults.isEmpty || baseline.status == .unreadableInput { return .unreadableInput }
  return baseline.status == .success ? status : baseline.status
}

/// The levels that the command line sets.
private func levels(_ invocation: Invocation) throws(Failure) -> [String: LintLevel] {
  var levels: [String: LintLevel] = [:]
  for text in invocation.parts(.rule) ?? [] {
    let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(Substring($0)) }
    guard parts.count == 2, let level = LintLevel(rawValue: parts[1]) else {
      throw Failure(.usage, "option '--rule' can't be '\(visible(text))'; write 'ID=off', 'ID=warning' or 'ID=error'")
    }
    guard LintRule.all.contains(where: { $0.id == parts[0] }) else { throw .unknownRule(parts[0]) }
    levels[parts[0]] = level
  }
  return levels
}

extension Failure {
  fileprivate static func unknownRule(_ id: String) -> Failure {
    let near = nearest(id, in: LintRule.all.map(\.id)).map { "; did you mean '\($0)'?" }
    let help = near ?? "; 'igata lint --list-rules' lists all of them"
    return Failure(.usage, "there is no rule '\(visible(id))'\(help)")
  }
}

/// The settings on the command line, or else those of the configuration.
func lintSettings(
  _ invocation: Invocation, _ configuration: Configuration, _ levels: [String: LintLevel] = [:]
) -> LintSettings {
  var settings = LintSettings(configuration, dialects: invocation.parts(.engines))
  if let preset = invocation.text(.preset).flatMap({ LintPreset(rawValue: $0) }) { settings.preset = preset }
  for (id, level) in levels { settings.overrides[id, default: .init()].level = level }
  return settings
}

/// Reports the errors of the configuration. Its valid settings are used.
private func reportSettings(_ configuration: Configuration, _ console: Console) -> ExitStatus {
  guard let source = configuration.source, !configuration.diagnostics.isEmpty else { return .success }
  console.show(configuration.diagnostics, in: [source])
  return .negative
}

private func listRules(_ settings: LintSettings, _ console: inout Console) {
  let width = LintRule.all.map(\.id.utf8.count).max() ?? 0
  for group in LintGroup.allCases {
    console.write("\(group.rawValue)\n")
    for rule in LintRule.all where rule.group == group {
      let gap = String(repeating: " ", count: width - rule.id.utf8.count + 2)
      let level = settings.level(of: rule).rawValue
      let column = level + String(repeating: " ", count: 9 - level.utf8.count)
      console.write("  \(rule.id)\(gap)\(column)\(rule.kind.page.summary)\n")
    }
  }
}

/// Fixes the files on disk: all of them, or none if there is a failure.
private func fixed(
  _ run: LintRun, _ inputs: Inputs, _ console: Console, _ fix: (LintRun) -> FixedRun
) throws(Failure) -> LintRun {
  if inputs.schemas.contains(where: { $0.name == Inputs.nameOfStandardInput }) {
    throw Failure(.usage, "standard input can't be fixed in place")
  }
  let result = fix(run)
  var changes: [FileChange] = []
  for (old, new) in zip(run.files, result.run.files) where old.bytes != new.bytes {
    changes.append(try .replacing(old, with: new.bytes))
  }
  try Transaction.perform(changes)
  if result.count > 0 {
    console.note("fixed \(counted(result.count, "finding")) in \(counted(changes.count, "file"))")
  }
  return result.run
}

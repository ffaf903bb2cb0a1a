import IgataDiagnostics
import IgataLint

/// How findings are printed.
enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github, junit

  /// Text is for a person, on standard error; the others are for programs, on standard output.
  func print(_ outcome: LintOutcome, _ settings: LintSettings, _ console: inout Console) {
    let files = outcome.run.files
    switch self {
    case .text:
      console.say(renderText(outcome.reported, files: files, colour: Console.isColourful))
      if let summary = outcome.summary { console.note(summary) }
      if outcome.goneCount > 0 {
        console.note(
          "\(counted(outcome.goneCount, "finding")) of the baseline no longer there; '--update-baseline' drops them")
      }
    case .json: console.write(renderJSON(outcome.reported, files: files))
    case .github: console.write(renderGitHub(outcome.reported, files: files))
    case .junit: console.write(renderJUnit(outcome.reported, files: files))
    case .sarif:
      let all = outcome.forPrograms
      let kinds = describe(Set(all.map(\.diagnostic.kind.id)), settings)
      console.write(renderSARIF(all, files: files, kinds: kinds, version: Version.command))
    }
  }

  /// All rules, and those errors of the language that are reported.
  private func describe(_ reported: Set<String>, _ settings: LintSettings) -> [KindDescription] {
    ExplanationPages.all.compactMap { page in
      let rule = LintRule.all.first { $0.id == page.id }
      guard rule != nil || reported.contains(page.id) else { return nil }
      return KindDescription(
        id: page.id, summary: page.summary, page: page.text,
        severity: rule.map { settings.level(of: $0).severity } ?? .error, group: rule?.group.rawValue)
    }
  }
}

/// What a run has found, and what of it is to be reported.
struct LintOutcome {
  var run: LintRun
  /// In the order of the source.
  var reported: [Diagnostic]
  /// What the baseline knows.
  var known: [Diagnostic] = []
  /// How many findings the baseline holds that are no longer there.
  var goneCount = 0

  /// What a report shows: the findings of a style that a file keeps together, unless each is asked for.
  ///
  /// - Parameter alone: Whether each finding is shown by itself. Only some rules have run then, so that nothing is known
  ///   of the rest of the baseline.
  func shown(alone: Bool) -> LintOutcome {
    var outcome = self
    if alone {
      outcome.goneCount = 0
    } else {
      outcome.reported = run.index.gatherHouseStyles(reported)
    }
    return outcome
  }

  /// Everything, what is silenced too.
  var forPrograms: [ReportedDiagnostic] {
    let index = run.index
    func entry(_ diagnostic: Diagnostic, _ suppression: ReportedDiagnostic.Suppression?) -> ReportedDiagnostic {
      ReportedDiagnostic(diagnostic, path: index.path(to: diagnostic.range), suppression: suppression)
    }
    return reported.map { entry($0, nil) } + known.map { entry($0, .external) }
      + run.report.suppressed.map { entry($0.diagnostic, .inSource(reason: $0.reason)) }
  }

  /// How much was found, or nothing where nothing was.
  var summary: String? {
    let errors = reported.count { $0.severity == .error }
    let warnings = reported.count - errors
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    guard !counts.isEmpty else { return nil }
    let safe = reported.count { $0.fixes.contains(where: \.isSafe) }
    return counts.joined(separator: ", ") + (safe > 0 ? "; '--fix' mends \(safe) of them" : "")
  }
}

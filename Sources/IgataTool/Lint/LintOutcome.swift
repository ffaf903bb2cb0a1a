import IgataDiagnostics
import IgataLint

/// The findings of a run, divided into those to report and those that the baseline contains.
struct LintOutcome {
  var run: LintRun
  /// The diagnostics to report, in source order.
  var reported: [Diagnostic]
  /// The findings that the baseline contains.
  var known: [Diagnostic] = []
  /// The number of findings in the baseline that no longer exist.
  var goneCount = 0

  /// Reports the diagnostics, and prints a summary for people.
  func report(_ settings: LintSettings, _ console: Console) {
    guard console.report.form == .text else {
      console.report.add(run.files)
      return console.report.add(forPrograms, in: run.files, settings: settings)
    }
    console.show(reported, in: run.files)
    if let summary { console.note(summary) }
    if goneCount > 0 {
      console.note("\(counted(goneCount, "finding")) in the baseline no longer found; '--update-baseline' removes them")
    }
  }

  /// The diagnostics to show. Findings of a style rule in one file are combined, unless each is requested.
  ///
  /// - Parameter alone: Whether each finding is shown. Only some rules have run then, so the rest of the baseline isn't
  ///   checked.
  func shown(alone: Bool) -> LintOutcome {
    var outcome = self
    if alone {
      outcome.goneCount = 0
    } else {
      outcome.reported = run.declared.gatherHouseStyles(reported)
    }
    return outcome
  }

  /// All diagnostics, including those that are suppressed.
  private var forPrograms: [ReportedDiagnostic] {
    let index = run.declared
    func entry(_ diagnostic: Diagnostic, _ suppression: ReportedDiagnostic.Suppression?) -> ReportedDiagnostic {
      ReportedDiagnostic(diagnostic, path: index.path(to: diagnostic.range), suppression: suppression)
    }
    return reported.map { entry($0, nil) } + known.map { entry($0, .external) }
      + run.report.suppressed.map { entry($0.diagnostic, .inSource(reason: $0.reason)) }
  }

  /// The number of findings, or `nil` if there are none.
  private var summary: String? {
    let errors = reported.count { $0.severity == .error }
    let warnings = reported.count - errors
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    guard !counts.isEmpty else { return nil }
    let safe = reported.count { $0.fixes.contains(where: \.isSafe) }
    return counts.joined(separator: ", ") + (safe > 0 ? "; '--fix' fixes \(safe) of them" : "")
  }
}

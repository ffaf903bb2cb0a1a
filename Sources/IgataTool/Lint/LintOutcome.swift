import IgataDiagnostics
import IgataLint

/// What a run has found, and what of it is to be reported.
struct LintOutcome {
  var run: LintRun
  /// In the order of the source.
  var reported: [Diagnostic]
  /// What the baseline knows.
  var known: [Diagnostic] = []
  /// How many findings the baseline holds that are no longer there.
  var goneCount = 0

  /// Reports it, and for people how much it is.
  func report(_ settings: LintSettings, _ console: Console) {
    guard console.report.form == .text else {
      console.report.add(run.files)
      return console.report.add(forPrograms, in: run.files, settings: settings)
    }
    console.show(reported, in: run.files)
    if let summary { console.note(summary) }
    if goneCount > 0 {
      console.note("\(counted(goneCount, "finding")) of the baseline no longer there; '--update-baseline' drops them")
    }
  }

  /// What a report shows: the findings of a style that a file keeps together, unless each is asked for.
  ///
  /// - Parameter alone: Whether each finding is shown by itself. Only some rules have run then, so that nothing is
  ///   known of the rest of the baseline.
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
  private var forPrograms: [ReportedDiagnostic] {
    let index = run.index
    func entry(_ diagnostic: Diagnostic, _ suppression: ReportedDiagnostic.Suppression?) -> ReportedDiagnostic {
      ReportedDiagnostic(diagnostic, path: index.path(to: diagnostic.range), suppression: suppression)
    }
    return reported.map { entry($0, nil) } + known.map { entry($0, .external) }
      + run.report.suppressed.map { entry($0.diagnostic, .inSource(reason: $0.reason)) }
  }

  /// How much was found, or nothing where nothing was.
  private var summary: String? {
    let errors = reported.count { $0.severity == .error }
    let warnings = reported.count - errors
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    guard !counts.isEmpty else { return nil }
    let safe = reported.count { $0.fixes.contains(where: \.isSafe) }
    return counts.joined(separator: ", ") + (safe > 0 ? "; '--fix' fixes \(safe) of them" : "")
  }
}

import IgataDiagnostics
import IgataLint

/// The baseline of a run, if it has one, and the file that it is in.
struct KnownFindings {
  private let path: String?
  private let baseline: Baseline
  private let isUpdated: Bool
  private let before: [UInt8]?
  /// What the schemas are called in it: they count from its folder.
  private let names: [String]
  /// How the run ends where the baseline could not be read, which has been said; what was right in it holds.
  private(set) var status = ExitStatus.success

  init(_ path: String?, _ inputs: Inputs, isUpdated: Bool, _ console: Console) throws(Failure) {
    guard let path else {
      if isUpdated { throw Failure(.usage, "'--update-baseline' needs '--baseline FILE'") }
      (self.path, baseline, self.isUpdated, before, names) = (nil, Baseline(), false, nil, [])
      return
    }
    let folder = FileSystem.absolute(PathText.folder(path))
    names = inputs.schemas.map {
      $0.name == Inputs.nameOfStandardInput ? $0.name : PathText.relative(FileSystem.absolute($0.name), to: folder)
    }
    self.path = path
    self.isUpdated = isUpdated
    do {
      before = try FileSystem.existing(path) == nil && isUpdated ? nil : try FileSystem.read(path)
    } catch {
      let failure = Failure.unreadable(path, error)
      if isUpdated { throw failure }
      for message in failure.messages { console.complain(message) }
      (baseline, before, status) = (Baseline(), nil, failure.status)
      return
    }
    guard let before else {
      baseline = Baseline()
      return
    }
    let source = SourceFile(name: path, bytes: before)
    let (baseline, diagnostics) = BaselineFile.read(source)
    self.baseline = baseline
    // What is to be written anew need not be right.
    guard !isUpdated, !diagnostics.isEmpty else { return }
    console.show(diagnostics, in: [source])
    status = .negative
  }

  /// Takes what the baseline knows out of the report; errors of the language always stay.
  func part(_ run: LintRun) -> LintOutcome {
    guard path != nil else { return LintOutcome(run: run, reported: run.diagnostics) }
    if isUpdated { return LintOutcome(run: run, reported: run.errors, known: run.report.findings) }
    let (new, known, goneCount) = baseline.partition(run.report.findings, in: run.index, names: names)
    return LintOutcome(run: run, reported: (run.errors + new).sortedInSourceOrder(), known: known, goneCount: goneCount)
  }

  /// Writes what the run has found in its files; what the baseline knows of others stays.
  func update(_ run: LintRun, _ console: Console) throws(Failure) {
    guard let path else { return }
    var updated = Baseline(run.report.findings, in: run.index, names: names)
    let files = Set(names)
    updated.counts.merge(baseline.counts.filter { !files.contains($0.key.file) }) { new, _ in new }
    let text = Array(BaselineFile.text(updated).utf8)
    console.note("\(counted(run.report.findings.count, "finding")) written to '\(visible(path))'")
    guard text != before else { return }
    try Transaction.perform([FileChange(path: path, before: before, after: text)])
  }
}

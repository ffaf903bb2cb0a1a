import IgataDiagnostics
import IgataLint

extension [SourceFile] {
  /// The names of schemas in a baseline, which are relative to its folder.
  func names(relativeTo baseline: String) -> [String] {
    let folder = FileSystem.absolute(PathText.folder(baseline))
    return map {
      $0.name == Inputs.nameOfStandardInput ? $0.name : PathText.relative(FileSystem.absolute($0.name), to: folder)
    }
  }
}

/// The baseline of a run and its file, if it has one.
struct KnownFindings {
  private let location: FileLocation?
  private let baseline: Baseline
  private let isUpdated: Bool
  private let before: [UInt8]?
  /// The names of the schemas in the baseline, relative to its folder.
  private let names: [String]
  /// The exit status of the run if the baseline has errors, which have been reported. The valid entries are used.
  private(set) var status = ExitStatus.success

  init(_ location: FileLocation?, _ inputs: Inputs, isUpdated: Bool, _ console: Console) throws(Failure) {
    guard let location else {
      if isUpdated { throw Failure(.usage, "'--update-baseline' requires '--baseline FILE'") }
      (self.location, baseline, self.isUpdated, before, names) = (nil, Baseline(), false, nil, [])
      return
    }
    names = inputs.schemas.names(relativeTo: location.path)
    self.location = location
    self.isUpdated = isUpdated
    do throws(SystemFault) {
      before = try location.status() == nil && isUpdated ? nil : try location.read()
    } catch {
      let failure = Failure.unreadable(location.path, error)
      if isUpdated { throw failure }
      for message in failure.messages { console.complain(message) }
      (baseline, before, status) = (Baseline(), nil, failure.status)
      return
    }
    guard let before else {
      baseline = Baseline()
      return
    }
    let source = SourceFile(name: location.path, bytes: before)
    let (baseline, diagnostics) = BaselineFile.read(source)
    self.baseline = baseline
    // A baseline that is overwritten doesn't need to be valid, but it must be one.
    if isUpdated, !BaselineFile.isBaseline(before) { throw .unwritable(location.path, .foreign) }
    guard !isUpdated, !diagnostics.isEmpty else { return }
    console.show(diagnostics, in: [source])
    status = .negative
  }

  /// Removes the findings that the baseline contains from the report. Errors of the language always remain.
  func part(_ run: LintRun) -> LintOutcome {
    guard location != nil else { return LintOutcome(run: run, reported: run.diagnostics) }
    if isUpdated { return LintOutcome(run: run, reported: run.errors, known: run.report.findings) }
    let (new, known, goneCount) = baseline.partition(run.report.findings, in: run.declared, names: names)
    return LintOutcome(run: run, reported: (run.errors + new).sortedInSourceOrder(), known: known, goneCount: goneCount)
  }

  /// Writes the findings of the run's files to the baseline. Its findings for other files remain.
  func update(_ run: LintRun, _ console: Console) throws(Failure) {
    guard let location else { return }
    let updated = baseline.updated(with: run.report.findings, in: run.declared, names: names)
    let text = Array(BaselineFile.text(updated).utf8)
    console.note("\(counted(run.report.findings.count, "finding")) written to '\(visible(location.path))'")
    guard text != before else { return }
    try Transaction.perform([FileChange(location, before: before, after: text)])
  }
}

public import IgataDiagnostics
public import IgataLint

extension Snapshot {
  /// The edits that apply all safe fixes to all files, as `igata lint --fix` does.
  public func fixAllEdits(_ settings: LintSettings) -> [Diagnostic.Fix.Edit] {
    let fixed = LintRun(sources, settings).fixed(settings, unsafe: false).run.files
    return files.indices.flatMap { lineEdits(from: files[$0], to: fixed[$0], file: $0) }
  }
}

public import IgataDiagnostics
public import IgataLint

extension Snapshot {
  /// The edits that apply all safe fixes to a file, as `igata lint --fix` does.
  public func fixAllEdits(file: Int, _ settings: LintSettings) -> [Diagnostic.Fix.Edit] { [] }
}

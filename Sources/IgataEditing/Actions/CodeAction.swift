public import IgataDiagnostics

/// A change that an editor offers for a selection.
public struct CodeAction: Hashable, Sendable {
  /// The kind as the language server protocol names it.
  public enum Kind: String, Hashable, Sendable {
    case quickFix = "quickfix"
    case refactor
    case extract = "refactor.extract"
    case rewrite = "refactor.rewrite"
  }

  public enum Effect: Hashable, Sendable {
    /// Edits in source order, which don't overlap.
    case edits([Diagnostic.Fix.Edit])
    /// The rule with this id is turned off in the project's configuration.
    case turnOff(rule: String)
  }

  /// An imperative phrase: `replace 'Persn' with 'Person'`.
  public var title: String
  public var kind: Kind
  public var effect: Effect
  /// The finding that it fixes; `nil` for a refactoring.
  public var finding: Diagnostic?
  /// Whether it is the obvious choice: the only fix of a finding, and a safe one.
  public var isPreferred = false

  init(
    _ title: String, _ kind: Kind, _ edits: [Diagnostic.Fix.Edit], finding: Diagnostic? = nil, isPreferred: Bool = false
  ) {
    self.title = title
    self.kind = kind
    effect = .edits(edits.inSourceOrder())
    self.finding = finding
    self.isPreferred = isPreferred
  }
}

extension Snapshot {
  /// The changes that are offered for a selection: the fixes of the findings there, and refactorings.
  ///
  /// - Parameters:
  ///   - range: The selection, or an empty range at the cursor.
  ///   - findings: The findings that are shown to the user, of the language and of the rules.
  public func codeActions(in range: SourceRange, findings: [Diagnostic]) -> [CodeAction] {
    guard trees.indices.contains(range.file) else { return [] }
    // More than this many can't be chosen from.
    let here = Array(findings.lazy.filter { $0.range.touches(range) }.prefix(100))
    let fixes = here.flatMap(fixes)
    let suppressions = here.flatMap(suppressions)
    return fixes + here.flatMap(missingDeclarations) + suppressions + refactorings(in: range)
  }

  private func fixes(of finding: Diagnostic) -> [CodeAction] {
    finding.fixes.map { fix in
      CodeAction(
        fix.title, .quickFix, fix.edits, finding: finding, isPreferred: fix.isSafe && finding.fixes.count == 1)
    }
  }
}

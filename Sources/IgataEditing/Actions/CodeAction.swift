public import IgataDiagnostics
import IgataLint

/// A change that an editor offers for a selection.
public struct CodeAction: Hashable, Sendable {
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
  /// The finding that it fixes.
  public var finding: Diagnostic?
  /// Whether it is the obvious choice: the only fix of a finding, and a safe one.
  public var isPreferred: Bool
}

extension Snapshot {
  /// The changes that are offered for a selection.
  ///
  /// - Parameters:
  ///   - range: The selection, or an empty range at the cursor.
  ///   - findings: The findings that are shown to the user, of the language and of the rules.
  public func codeActions(in range: SourceRange, findings: [Diagnostic]) -> [CodeAction] { [] }
}

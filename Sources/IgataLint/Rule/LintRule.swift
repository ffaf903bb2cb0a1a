public import IgataDiagnostics

/// A rule of the linter: its id, its levels, and its check.
///
/// Each rule is declared as a static member in its own file in `Rules/`, named after the rule. Its page has one
/// sentence, the reasons, an example with a finding of the rule, and the fixed example without findings. Both are
/// tested with the preset `strict` and only that rule.
public struct LintRule: Sendable {
  /// The kind of the rule's findings.
  public let kind: DiagnosticKind
  public let group: LintGroup
  public let levels: LintLevels
  /// The options that a project can set for the rule, in addition to its level.
  public let options: [LintOption]
  /// Whether the rule needs all files of the schema: otherwise it could report as unused what an unreadable file uses.
  public let needsEveryFile: Bool
  /// How many findings in one file are merged into one, or `nil` if each is reported separately.
  public let houseStyle: HouseStyle?
  public let check: LintCheck

  /// Creates a rule with a page; see ``DiagnosticPage``.
  public init(
    _ id: String, _ group: LintGroup, _ levels: LintLevels, _ text: String, example: String,
    fix: DiagnosticPage.Fix, options: [LintOption] = [], needsEveryFile: Bool = false, houseStyle: HouseStyle? = nil,
    check: LintCheck
  ) {
    kind = DiagnosticKind(id, text, example: example, fix: fix)
    self.group = group
    self.levels = levels
    self.options = options
    self.needsEveryFile = needsEveryFile
    self.houseStyle = houseStyle
    self.check = check
  }

  /// A slug such as `type-case`.
  public var id: String { kind.id }
}

/// The topic of a rule.
public enum LintGroup: String, Hashable, Sendable, CaseIterable {
  case names, types, relations, care, suppression
}

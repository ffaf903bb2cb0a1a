public import IgataDiagnostics

/// A rule of the linter: what it is called, how grave it is, and how it looks at a schema.
///
/// Each rule is declared as a static member in a file of its own below `Rules/`, named after it. The documentation
/// comment of that member is the rule's page in `igata explain` and in the reference: one sentence, reasons, an
/// example that the rule finds something in, and the fix in which it finds nothing. Both run as tests, under the
/// preset `strict`, with that rule alone.
public struct LintRule: Sendable {
  /// A slug such as `type-case`; also the kind of the rule's findings.
  public let id: String
  public let group: LintGroup
  public let levels: LintLevels
  /// What a project may set for the rule, beside its level.
  public let options: [LintOption]
  /// Whether the rule can only judge where all files could be read: it would take what a broken file uses for unused.
  public let needsEveryFile: Bool
  /// How many findings in one file are reported as one, or `nil` if each is a matter of its own.
  public let houseStyle: HouseStyle?
  public let check: LintCheck

  public init(
    _ id: String, _ group: LintGroup, _ levels: LintLevels, options: [LintOption] = [], needsEveryFile: Bool = false,
    houseStyle: HouseStyle? = nil, check: LintCheck
  ) {
    self.id = id
    self.group = group
    self.levels = levels
    self.options = options
    self.needsEveryFile = needsEveryFile
    self.houseStyle = houseStyle
    self.check = check
  }

  public var kind: DiagnosticKind { DiagnosticKind(id) }
}

/// What rules are about.
public enum LintGroup: String, Hashable, Sendable, CaseIterable {
  case names, types, relations, care, suppression
}

/// Which rules run, how grave they are, and what is set for them.
public struct LintSettings: Sendable {
  /// What a project says of one rule.
  public struct RuleSettings: Hashable, Sendable {
    /// Nothing where the preset's level holds.
    public var level: LintLevel?
    /// By the options' names.
    public var values: [String: LintOption.Value]

    public init(level: LintLevel? = nil, values: [String: LintOption.Value] = [:]) {
      self.level = level
      self.values = values
    }
  }

  public var preset: LintPreset
  /// By the rules' ids.
  public var overrides: [String: RuleSettings]
  public var targets: LintTargets
  public var rules: [LintRule]

  public init(
    preset: LintPreset = .standard, overrides: [String: RuleSettings] = [:], targets: LintTargets = LintTargets(),
    rules: [LintRule] = LintRule.all
  ) {
    self.preset = preset
    self.overrides = overrides
    self.targets = targets
    self.rules = rules
  }

  public func level(of rule: LintRule) -> LintLevel { overrides[rule.id]?.level ?? rule.levels[preset] }

  /// Settings by which some rules run alone. A rule that the preset leaves out has its level under `strict`.
  public func only(_ ids: Set<String>) -> LintSettings {
    var settings = self
    settings.rules = rules.filter { ids.contains($0.id) }
    for rule in settings.rules where level(of: rule) == .off {
      settings.overrides[rule.id, default: RuleSettings()].level = rule.levels.strict
    }
    return settings
  }

  func values(of rule: LintRule) -> [String: LintOption.Value] { overrides[rule.id]?.values ?? [:] }
}

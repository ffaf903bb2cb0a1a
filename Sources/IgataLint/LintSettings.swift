/// The rules that run, their levels, and their options.
public struct LintSettings: Sendable {
  /// A project's settings for one rule.
  public struct RuleSettings: Hashable, Sendable {
    /// `nil` to use the preset's level.
    public var level: LintLevel?
    /// The values of options, by name.
    public var values: [String: LintOption.Value]

    public init(level: LintLevel? = nil, values: [String: LintOption.Value] = [:]) {
      self.level = level
      self.values = values
    }
  }

  public var preset: LintPreset
  /// The settings of rules, by id.
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

  /// Settings with which only the given rules run. A rule that is off in the preset has its level of `strict`.
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

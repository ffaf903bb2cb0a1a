public import IgataDiagnostics

/// How grave a rule's findings are.
public enum LintLevel: String, Hashable, Sendable, CaseIterable {
  case off, warning, error

  /// Nothing where the rule is off.
  public var severity: Diagnostic.Severity? {
    switch self {
    case .off: nil
    case .warning: .warning
    case .error: .error
    }
  }
}

/// A set of levels for all rules, to begin with.
public enum LintPreset: String, Hashable, Sendable, CaseIterable {
  /// What is almost surely wrong, and nothing else.
  case minimal
  /// What most authors want to hear of.
  case standard
  /// Everything, and what is surely wrong as errors.
  case strict
}

/// A rule's level under each preset.
public struct LintLevels: Hashable, Sendable {
  public let minimal: LintLevel
  public let standard: LintLevel
  public let strict: LintLevel

  public init(minimal: LintLevel, standard: LintLevel, strict: LintLevel) {
    self.minimal = minimal
    self.standard = standard
    self.strict = strict
  }

  /// Always an error.
  public static let error = LintLevels(minimal: .error, standard: .error, strict: .error)
  /// What loses data or money: a warning even under `minimal`, an error under `strict`.
  public static let grave = LintLevels(minimal: .warning, standard: .warning, strict: .error)
  /// What most authors want to hear of.
  public static let usual = LintLevels(minimal: .off, standard: .warning, strict: .warning)
  /// What is a matter of taste, or takes effort that not every schema is worth.
  public static let picky = LintLevels(minimal: .off, standard: .off, strict: .warning)

  public subscript(preset: LintPreset) -> LintLevel {
    switch preset {
    case .minimal: minimal
    case .standard: standard
    case .strict: strict
    }
  }
}

public import IgataDiagnostics

/// The severity of a rule's findings.
public enum LintLevel: String, Hashable, Sendable, CaseIterable {
  case off, warning, error

  /// `nil` if the rule is off.
  public var severity: Diagnostic.Severity? {
    switch self {
    case .off: nil
    case .warning: .warning
    case .error: .error
    }
  }
}

/// A predefined set of levels for all rules.
public enum LintPreset: String, Hashable, Sendable, CaseIterable {
  /// Only what is almost certainly wrong.
  case minimal
  /// Findings that are useful for most schemas.
  case standard
  /// All rules, and severe findings as errors.
  case strict
}

/// A rule's level under each preset.
public struct LintLevels: Hashable, Sendable {
  public let minimal: LintLevel
  public let standard: LintLevel
  public let strict: LintLevel

  /// Always an error.
  public static let error = LintLevels(minimal: .error, standard: .error, strict: .error)
  /// For mistakes that lose data or money: a warning even in `minimal`, and an error in `strict`.
  public static let severe = LintLevels(minimal: .warning, standard: .warning, strict: .error)
  /// Findings that are useful for most schemas.
  public static let normal = LintLevels(minimal: .off, standard: .warning, strict: .warning)
  /// For matters of taste, and for improvements that not every schema needs.
  public static let strictOnly = LintLevels(minimal: .off, standard: .off, strict: .warning)

  public subscript(preset: LintPreset) -> LintLevel {
    switch preset {
    case .minimal: minimal
    case .standard: standard
    case .strict: strict
    }
  }
}

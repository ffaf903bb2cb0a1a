import IgataLint

/// The section `lint` of `igata.json`.
struct LintConfiguration: Hashable, Sendable {
  static let key = "lint"

  var preset: LintPreset?
  /// The path, relative to the current folder.
  var baseline: String?
  /// The settings by rule ID.
  var rules: [String: LintSettings.RuleSettings] = [:]
}

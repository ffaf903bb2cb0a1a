import IgataLint

/// The section `lint` of `igata.json`.
struct LintConfiguration: Hashable, Sendable {
  static let key = "lint"

  var preset: LintPreset?
  var baseline: FileLocation?
  /// The settings by rule ID.
  var rules: [String: LintSettings.RuleSettings] = [:]
}

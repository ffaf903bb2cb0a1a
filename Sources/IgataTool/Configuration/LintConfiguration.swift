import IgataLint

/// What the section `lint` of `igata.json` says.
struct LintConfiguration: Hashable, Sendable {
  static let key = "lint"

  var preset: LintPreset?
  /// Counts from the current folder.
  var baseline: String?
  /// By the rules' ids.
  var rules: [String: LintSettings.RuleSettings] = [:]
}

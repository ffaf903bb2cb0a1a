/// How a rule reports a file that consistently uses another style.
///
/// A file with more than ``maximumSeparateFindings`` findings of a rule has its own style. This is reported as one
/// finding, with one fix for all of them.
public struct HouseStyle: Hashable, Sendable {
  /// The maximum number of findings of a rule in one file that are reported separately.
  public static let maximumSeparateFindings = 2

  /// What the findings have in common, without their number: `cases aren't in lowerCamelCase`.
  public let phrase: String
  /// The fix for all of them, as an imperative phrase: `name them in lowerCamelCase`.
  public let help: String

  public init(_ phrase: String, help: String) {
    self.phrase = phrase
    self.help = help
  }
}

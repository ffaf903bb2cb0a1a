/// How a rule reports a file that departs from it throughout.
///
/// A file in which more than ``mostAlone`` findings of a rule stand keeps a style of its own. One finding states that,
/// with one fix for all of them.
public struct HouseStyle: Hashable, Sendable {
  /// How many findings of a rule in one file are reported one by one. What stands there three times is a habit.
  public static let mostAlone = 2

  /// What the findings have in common, without their number: `cases are not in lowerCamelCase`.
  public let phrase: String
  /// What to do about all of them, as an imperative phrase: `name them in lowerCamelCase`.
  public let help: String

  public init(_ phrase: String, help: String) {
    self.phrase = phrase
    self.help = help
  }
}

/// An option of a rule, which a project can set in `igata.json`.
public struct LintOption: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case flag(Bool)
    /// Zero or more.
    case count(Int)
    case words([String])
  }

  public let name: String
  /// The default value, which also determines the type of the option.
  public let standard: Value
  /// One phrase for the rule's page: `the maximum number of fields of a model`.
  public let purpose: String

  public init(_ name: String, _ standard: Value, _ purpose: String) {
    self.name = name
    self.standard = standard
    self.purpose = purpose
  }
}

/// Something that a project may set for a rule in `igata.json`.
public struct LintOption: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case flag(Bool)
    /// Zero or more.
    case count(Int)
    case words([String])
  }

  public let name: String
  /// What holds where nothing is set, which also says which kind of value the option takes.
  public let standard: Value
  /// One phrase, for the rule's page: `how many fields a model may have`.
  public let purpose: String

  public init(_ name: String, _ standard: Value, _ purpose: String) {
    self.name = name
    self.standard = standard
    self.purpose = purpose
  }
}

public import IgataDiagnostics

/// A token with the class that its meaning gives it.
public struct SemanticToken: Hashable, Sendable {
  /// The order is that of the protocol's legend.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case keyword, `class`, `struct`, `enum`, enumMember, type, property, decorator, parameter, function, string, number
    case comment, `operator`
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let declaration = Modifiers(rawValue: 1)
    public static let readonly = Modifiers(rawValue: 2)
    public static let deprecated = Modifiers(rawValue: 4)
    public static let documentation = Modifiers(rawValue: 8)
    public static let defaultLibrary = Modifiers(rawValue: 16)

    /// The names of the modifiers, in the order of their bits.
    public static let names = ["declaration", "readonly", "deprecated", "documentation", "defaultLibrary"]
  }

  /// May contain line feeds, in a comment or a string.
  public var range: SourceRange
  public var kind: Kind
  public var modifiers: Modifiers
}

extension Snapshot {
  /// The tokens of a file that aren't white space or punctuation, in order.
  public func semanticTokens(ofFile file: Int) -> [SemanticToken] { [] }

  /// The tokens that touch a range.
  public func semanticTokens(in range: SourceRange) -> [SemanticToken] { [] }
}

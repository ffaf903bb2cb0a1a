public import IgataDiagnostics
public import IgataSchema

/// A name in the source that declares something, or refers to a declaration.
public struct Occurrence: Hashable, Sendable {
  /// The range of the name, including backticks.
  public let range: SourceRange
  public let declaration: NameUse.Declaration
  /// How the name refers to the declaration; `nil` if it is the name of the declaration itself.
  public let role: NameUse.Role?
}

public import IgataDiagnostics

/// A name that `@renamed(from:)` gives.
public struct FormerName: Hashable, Sendable {
  /// The model that had the field, for one that moved here (`"Account.note"`); `nil` for a name in the same
  /// declaration.
  public var model: String?
  public var name: String
  /// The range of the text in the attribute.
  public var range: SourceRange

  /// The name as the attribute has it.
  public var text: String { (model.map { $0 + "." } ?? "") + name }
}

/// A name of `reserved`: what had it is gone on purpose, and nothing gets it again.
public struct ReservedName: Hashable, Sendable {
  public var name: String
  public var range: SourceRange
}

public import IgataDiagnostics

/// A declaration or a member in the outline of a file.
public struct DocumentSymbol: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case model, structure, newtype, enumeration, enumCase, field, key, index
  }

  public var name: String
  public var kind: Kind
  /// The type of a field, the base of a type, the raw value of a case.
  public var detail: String?
  public var isDeprecated: Bool
  /// The whole declaration with its documentation.
  public var range: SourceRange
  /// The name.
  public var nameRange: SourceRange
  public var children: [DocumentSymbol]
}

extension Snapshot {
  /// The outline of a file.
  public func symbols(ofFile file: Int) -> [DocumentSymbol] { [] }
}

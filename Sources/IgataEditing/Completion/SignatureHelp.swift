/// The form of the arguments around a location.
public struct SignatureHelp: Hashable, Sendable {
  /// The whole form: `@precision(12, 2)`.
  public var label: String
  /// The parameters as ranges of UTF-8 offsets in ``label``.
  public var parameters: [Range<Int>]
  /// The index of the parameter at the location; `nil` if it is none of them.
  public var activeParameter: Int?
  /// What the arguments mean, in one sentence.
  public var documentation: String?
}

extension Snapshot {
  /// The form of the innermost arguments around a location; `nil` if it isn't between the parentheses of an attribute,
  /// a constraint, or a type with arguments.
  public func signatureHelp(at location: TextLocation) -> SignatureHelp? { nil }
}

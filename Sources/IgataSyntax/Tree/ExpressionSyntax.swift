public import IgataDiagnostics

/// A value in the source: a default, a raw value or an argument.
public enum ExpressionSyntax: Sendable {
  case literal(LiteralSyntax)
  /// `.name`
  case enumCase(NameSyntax, range: SourceRange)
  /// `name()` or `Name()`. The arguments are kept so that the resolver can reject them.
  case call(NameSyntax, arguments: [ArgumentSyntax], range: SourceRange)
  /// A bare word, such as `cascade` in `@onDelete(cascade)`.
  case name(NameSyntax)
  /// `low...high`, `low...`, `...high`, and `low..<high`, which is half-open.
  case range(lower: LiteralSyntax?, upper: LiteralSyntax?, isHalfOpen: Bool, range: SourceRange)
  /// `[a, b]` and `[]`
  case list([ExpressionSyntax], range: SourceRange)
  /// `{"key": value}`, an object of JSON
  case object([ObjectMemberSyntax], range: SourceRange)
  /// `a > 1 && b != nil`, in `check(…)` and after `where:`
  indirect case condition(ConditionSyntax)

  public var range: SourceRange {
    switch self {
    case .literal(let literal): literal.range
    case .enumCase(_, let range), .call(_, _, let range), .range(_, _, _, let range), .list(_, let range),
      .object(_, let range):
      range
    case .name(let name): name.range
    case .condition(let condition): condition.range
    }
  }
}

/// A member of an object: `"key": value`.
public struct ObjectMemberSyntax: Sendable {
  public var key: String
  /// The range of the key with its quotes.
  public var keyRange: SourceRange
  public var value: ExpressionSyntax
}

/// A literal with its exact value.
public struct LiteralSyntax: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    /// The digits in base ten, regardless of the literal's own base, with a leading `-` if the number is negative and
    /// without `_` or leading zeros. The number can have any size.
    case integer(String)
    /// The literal without `_`, with a leading `-` if it is negative: `-1.10`. Exponents are kept (`1e9`).
    case decimal(String)
    /// The string with its escapes resolved and, for `"""`, its indentation removed.
    case string(String)
    case boolean(Bool)
    case `nil`
  }

  public var value: Value
  public var range: SourceRange
}

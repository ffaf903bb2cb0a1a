/// Builds a list of orderings: one, several in parentheses or in a list, or one on each line.
///
/// ```swift
/// Account.all.order { ($0.kind.ascending, $0.name.descending) }
/// ```
@resultBuilder
public enum OrderingBuilder {
  /// One ordering.
  public static func buildExpression(_ ordering: Ordering) -> [Ordering] { [ordering] }

  /// Several orderings in a list.
  public static func buildExpression(_ orderings: [Ordering]) -> [Ordering] { orderings }

  /// Two orderings in parentheses.
  public static func buildExpression(_ orderings: (Ordering, Ordering)) -> [Ordering] { [orderings.0, orderings.1] }

  /// Three orderings in parentheses.
  public static func buildExpression(_ orderings: (Ordering, Ordering, Ordering)) -> [Ordering] {
    [orderings.0, orderings.1, orderings.2]
  }

  /// Four orderings in parentheses.
  public static func buildExpression(_ orderings: (Ordering, Ordering, Ordering, Ordering)) -> [Ordering] {
    [orderings.0, orderings.1, orderings.2, orderings.3]
  }

  /// A column without a direction isn't an ordering.
  @available(*, unavailable, message: "add the direction: '.ascending' or '.descending'")
  public static func buildExpression<Value>(_ column: Column<Value>) -> [Ordering] { [] }

  /// All orderings of a closure.
  public static func buildBlock(_ parts: [Ordering]...) -> [Ordering] { parts.flatMap(\.self) }

  /// The orderings of an `if`.
  public static func buildOptional(_ part: [Ordering]?) -> [Ordering] { part ?? [] }

  /// The orderings of an `if` that has an `else`.
  public static func buildEither(first part: [Ordering]) -> [Ordering] { part }

  /// The orderings of an `else`.
  public static func buildEither(second part: [Ordering]) -> [Ordering] { part }
}

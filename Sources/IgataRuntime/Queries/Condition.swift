/// Which rows a query selects: a value that is true or false for each row, never unknown.
///
/// Made by the operators of ``Column``. A backend reads its ``kind``.
public struct Condition: Hashable, Sendable {
  /// What a condition says. Two-valued: comparisons with null are as in Swift, never unknown.
  public indirect enum Kind: Hashable, Sendable {
    case always
    case never
    /// `==` and `!=` hold for null as for any value; the others do not hold where a side is null.
    case comparison(QueryExpression, ComparisonOperator, QueryExpression)
    case isNull(QueryExpression)
    /// Null is in the list where the list holds null.
    case isIn(QueryExpression, [StoredValue])
    /// Text, character by character, with no wildcard.
    case text(QueryExpression, TextOperator, String)
    /// These columns of the row itself (of the related row, in the condition of related rows), taken together, are one
    /// of these; there may be 100,000. Null in a key is equal to nothing.
    case keyIsIn(columns: [Int], [[StoredValue]])
    case not(Condition)
    /// All of them. There are two or more, and none is itself an `all`.
    case all([Condition])
    /// At least one of them. There are two or more, and none is itself an `any`.
    case any([Condition])
    /// There is such a row.
    case exists(RelatedRows)
    /// What can't be said in a query: ``RowQuery/check()`` throws it.
    case unsupported(expression: String, reason: String)
  }

  /// What the condition says.
  public let kind: Kind
  /// How deep conditions nest in it.
  let depth: Int

  /// How deep conditions may nest, where `&&` in `&&` and `||` in `||` count as one level. A bound, so that no chain
  /// of conditions that a program makes from its input can exhaust the stack.
  static let deepest = 100
  /// How many terms may stand side by side.
  static let widest = 10_000

  init(_ kind: Kind, depth: Int) {
    self.depth = depth
    if depth <= Self.deepest {
      self.kind = kind
    } else {
      self.kind = .unsupported(
        expression: "a condition of more than \(Self.deepest) levels", reason: "use isIn for many values")
    }
  }

  /// The same condition in other words.
  init(closed kind: Kind, of condition: Condition) {
    self.kind = kind
    depth = condition.depth
  }

  /// Every row.
  public static let always = Condition(.always, depth: 1)
  /// No row.
  public static let never = Condition(.never, depth: 1)

  /// A comparison of two expressions; see ``Kind/comparison(_:_:_:)``.
  public static func comparison(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression
  ) -> Condition {
    Condition(.comparison(left, comparison, right), depth: 1)
  }

  /// Whether the expression is null.
  public static func isNull(_ expression: QueryExpression) -> Condition { Condition(.isNull(expression), depth: 1) }

  /// Whether the expression is one of these; see ``Kind/isIn(_:_:)``.
  public static func isIn(_ expression: QueryExpression, _ values: [StoredValue]) -> Condition {
    Condition(.isIn(expression, values), depth: 1)
  }

  /// What is found in a text; see ``Kind/text(_:_:_:)``.
  public static func text(_ expression: QueryExpression, _ operation: TextOperator, _ text: String) -> Condition {
    Condition(.text(expression, operation, text), depth: 1)
  }

  /// Whether some columns together are one of these; see ``Kind/keyIsIn(columns:_:)``.
  public static func keyIsIn(columns: [Int], _ keys: [[StoredValue]]) -> Condition {
    Condition(.keyIsIn(columns: columns, keys), depth: 1)
  }

  /// Whether there is such a row.
  public static func exists(_ rows: RelatedRows) -> Condition {
    Condition(.exists(rows), depth: 1 + (rows.condition?.depth ?? 0))
  }

  /// The opposite.
  public static func not(_ condition: Condition) -> Condition {
    if case .not(let inner) = condition.kind { return inner }
    return Condition(.not(condition), depth: condition.depth + 1)
  }

  /// Both.
  public static func and(_ left: Condition, _ right: Condition) -> Condition {
    var terms: [Condition] = if case .all(let terms) = left.kind { terms } else { [left] }
    if case .all(let more) = right.kind { terms += more } else { terms.append(right) }
    return joined(.all(terms), terms.count, left, right)
  }

  /// One of them, or both.
  public static func or(_ left: Condition, _ right: Condition) -> Condition {
    var terms: [Condition] = if case .any(let terms) = left.kind { terms } else { [left] }
    if case .any(let more) = right.kind { terms += more } else { terms.append(right) }
    return joined(.any(terms), terms.count, left, right)
  }

  /// What can't be said in a query.
  public static func unsupported(expression: String, reason: String) -> Condition {
    Condition(.unsupported(expression: expression, reason: reason), depth: 1)
  }

  private static func joined(_ kind: Kind, _ count: Int, _ left: Condition, _ right: Condition) -> Condition {
    guard count <= widest else {
      return .unsupported(expression: "a condition of more than \(widest) terms", reason: "use isIn for many values")
    }
    func inner(_ condition: Condition) -> Int {
      switch (kind, condition.kind) {
      case (.all, .all), (.any, .any): condition.depth - 1
      default: condition.depth
      }
    }
    return Condition(kind, depth: max(inner(left), inner(right)) + 1)
  }

  /// Both.
  public static func && (left: Condition, right: Condition) -> Condition { .and(left, right) }
  /// One of them, or both.
  public static func || (left: Condition, right: Condition) -> Condition { .or(left, right) }
  /// The opposite: conditions are true or false, never unknown.
  public static prefix func ! (condition: Condition) -> Condition { .not(condition) }
}

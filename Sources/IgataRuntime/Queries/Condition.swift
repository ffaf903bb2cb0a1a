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
    /// All of them, of which there are two or more. A long chain of `&&` is an `all` of such.
    case all([Condition])
    /// At least one of them, of which there are two or more. A long chain of `||` is an `any` of such.
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
  /// How many terms there are in it.
  let width: Int

  /// How deep conditions may nest, where a chain of `&&` or `||` is a level or two. A bound, so that no condition that a
  /// program makes from its input can exhaust the stack.
  static let deepest = 100
  /// How many terms there may be.
  static let widest = 10_000

  init(_ kind: Kind, depth: Int, width: Int = 1) {
    self.depth = depth
    self.width = width
    if depth > Self.deepest {
      self.kind = .unsupported(
        expression: "a condition of more than \(Self.deepest) levels", reason: "use isIn for many values")
    } else if width > Self.widest {
      self.kind = .unsupported(
        expression: "a condition of more than \(Self.widest) terms", reason: "use isIn for many values")
    } else {
      self.kind = kind
    }
  }

  /// The same condition in other words.
  init(closed kind: Kind, of condition: Condition) {
    self.kind = kind
    depth = condition.depth
    width = condition.width
  }
}

/// What stands as a term in a condition: a ``Condition``, or a column that is one by itself, as its values are `Bool`.
///
/// The compiler looks at all terms of a chain once for each of its operators, and twice where what stands before the
/// operator is of a type and not of a protocol.
///
/// Where the compiler reports that `Bool` has to conform to this protocol, the file does not see the operators of
/// columns: add `import IgataRuntime` to it.
public protocol ConditionTerm: Sendable {
  /// The condition that it is.
  var _condition: Condition { get }
}

extension Column: ConditionTerm where Value == Bool {
  /// Whether the value is `true`: `Article.where { $0.isRead }`.
  public var _condition: Condition { self == true }
}

extension Condition: ConditionTerm {
  @inlinable
  public var _condition: Condition { self }
}

// Here and not in an extension of `Condition`, so that a chain may begin with `.always`.
extension ConditionTerm where Self == Condition {
  /// Every row.
  public static var always: Condition { Condition(.always, depth: 1) }
  /// No row.
  public static var never: Condition { Condition(.never, depth: 1) }

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
    Condition(.exists(rows), depth: 1 + (rows.condition?.depth ?? 0), width: 1 + (rows.condition?.width ?? 0))
  }

  /// The opposite.
  public static func not(_ condition: Condition) -> Condition {
    if case .not(let inner) = condition.kind { return inner }
    return Condition(.not(condition), depth: condition.depth + 1, width: condition.width)
  }

  /// Both.
  public static func and(_ left: Condition, _ right: Condition) -> Condition {
    switch (left.kind, right.kind) {
    case (.all(let terms), _): Condition.chain(terms, right) { .all($0) }
    case (_, .all(let terms)): Condition.chain(left, terms) { .all($0) }
    default: Condition.chain([left], right) { .all($0) }
    }
  }

  /// One of them, or both.
  public static func or(_ left: Condition, _ right: Condition) -> Condition {
    switch (left.kind, right.kind) {
    case (.any(let terms), _): Condition.chain(terms, right) { .any($0) }
    case (_, .any(let terms)): Condition.chain(left, terms) { .any($0) }
    default: Condition.chain([left], right) { .any($0) }
    }
  }

  /// What can't be said in a query.
  public static func unsupported(expression: String, reason: String) -> Condition {
    Condition(.unsupported(expression: expression, reason: reason), depth: 1)
  }
}

extension ConditionTerm {
  /// Both.
  @inlinable
  public static func && (left: Self, right: Condition) -> Condition { .and(left._condition, right) }
  /// One of them, or both.
  @inlinable
  public static func || (left: Self, right: Condition) -> Condition { .or(left._condition, right) }

  // Looked at where the two above do not fit, so that the compiler has no more to choose from in a long chain.

  /// Both.
  @_disfavoredOverload
  public static func && (left: Self, right: some ConditionTerm) -> Condition { .and(left._condition, right._condition) }
  /// One of them, or both.
  @_disfavoredOverload
  public static func || (left: Self, right: some ConditionTerm) -> Condition { .or(left._condition, right._condition) }
}

extension Column where Value == Bool {
  /// Whether the value is `false`.
  public static prefix func ! (column: Column) -> Condition { .not(column._condition) }
}

extension Condition {
  /// The opposite: conditions are true or false, never unknown.
  public static prefix func ! (condition: Condition) -> Condition { .not(condition) }

  fileprivate static func chain(_ left: Condition, _ terms: [Condition], _ make: ([Condition]) -> Kind) -> Condition {
    // What comes first in a long chain is no matter.
    terms.count < longestRun ? level([left] + terms, make) : chain(terms, left, make)
  }

  /// A chain with one more term. Every 32 terms of one width become one, so that a chain that grows term by term
  /// neither costs more with each nor nests deep.
  fileprivate static func chain(
    _ terms: [Condition], _ right: Condition, _ make: ([Condition]) -> Kind
  ) -> Condition {
    var terms = terms
    terms.append(right)
    while terms.count > longestRun, let last = terms.last {
      let run = terms.suffix(longestRun)
      guard run.allSatisfy({ $0.width == last.width }) else { break }
      terms.removeLast(longestRun)
      terms.append(level(Array(run), make))
    }
    return level(terms, make)
  }

  fileprivate static func level(_ terms: [Condition], _ make: ([Condition]) -> Kind) -> Condition {
    var (depth, width) = (0, 0)
    for term in terms { (depth, width) = (max(depth, term.depth), width + term.width) }
    return Condition(make(terms), depth: depth + 1, width: width)
  }

  private static let longestRun = 32
}

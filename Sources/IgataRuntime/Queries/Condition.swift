/// Selects rows: a value that is true or false for each row, never unknown.
///
/// The operators of ``Column`` make conditions. A backend reads the `kind`.
public struct Condition: Hashable, Sendable {
  /// The kinds of conditions. They are two-valued: comparisons with null behave as in Swift, and are never unknown.
  @_spi(Backend) public indirect enum Kind: Hashable, Sendable {
    case always
    case never
    /// `==` and `!=` treat null like any other value; the other comparisons are false if either side is null.
    case comparison(QueryExpression, ComparisonOperator, QueryExpression)
    case isNull(QueryExpression)
    /// Whether the list contains the value. Null is contained if the list contains null.
    case isIn(QueryExpression, [StoredValue])
    /// Whether a list contains the value. Null contains nothing, and is contained in nothing.
    case contains(QueryExpression, StoredValue)
    /// Searches text for literal characters, without wildcards.
    case text(QueryExpression, TextOperator, String)
    /// Whether these columns of the row (of the related row, in the condition of related rows), taken together, equal
    /// one of the keys, of which there may be 100,000. Null in a key equals nothing.
    case keyIsIn(columns: [Int], KeyList)
    case not(Condition)
    /// All of at least two conditions. A long chain of `&&` is an `all` of such.
    case all([Condition])
    /// Any of at least two conditions. A long chain of `||` is an `any` of such.
    case any([Condition])
    /// Whether there is such a row.
    case exists(RelatedRows)
    /// A condition that queries can't express: ``RowQuery/check()`` throws an error for it.
    case unsupported(expression: String, reason: String)
  }

  /// The kind of the condition, with its operands.
  @_spi(Backend) public let kind: Kind
  /// How deeply conditions nest in it.
  let depth: Int
  /// The number of terms in it.
  let width: Int

  /// How deeply conditions may nest; a chain of `&&` or `||` is one or two levels deep. The limit ensures that a
  /// condition that a program makes from its input can't exhaust the stack.
  static let deepest = 100
  /// The maximum number of terms.
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

  /// The same condition in another form.
  init(closed kind: Kind, of condition: Condition) {
    self.kind = kind
    depth = condition.depth
    width = condition.width
  }
}

/// A term of a condition: a ``Condition``, or a column whose values are `Bool`.
///
/// The compiler considers all terms of a chain once for each of its operators, and twice if the left operand has a
/// concrete type instead of a protocol type.
///
/// If the compiler reports that `Bool` has to conform to this protocol, the operators of columns are not visible in the
/// file: add `import IgataRuntime` to it.
public protocol ConditionTerm: Sendable {
  /// The term as a condition.
  var _condition: Condition { get }
}

extension Condition: ConditionTerm {
  @inlinable
  public var _condition: Condition { self }
}

// Declared here instead of in an extension of `Condition`, so that a chain may begin with `.always`.
extension ConditionTerm where Self == Condition {
  /// Every row.
  public static var always: Condition { Condition(.always, depth: 1) }
  /// No row.
  public static var never: Condition { Condition(.never, depth: 1) }

  /// A comparison of two expressions; see ``Kind/comparison(_:_:_:)``.
  @_spi(Backend) public static func comparison(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression
  ) -> Condition {
    Condition(.comparison(left, comparison, right), depth: 1)
  }

  /// Whether the expression is null.
  @_spi(Backend) public static func isNull(_ expression: QueryExpression) -> Condition {
    Condition(.isNull(expression), depth: 1)
  }

  /// Whether the expression is one of these; see ``Kind/isIn(_:_:)``.
  @_spi(Backend) public static func isIn(_ expression: QueryExpression, _ values: [StoredValue]) -> Condition {
    Condition(.isIn(expression, values), depth: 1)
  }

  /// Whether a list contains the value; see ``Kind/contains(_:_:)``.
  @_spi(Backend) public static func contains(_ list: QueryExpression, _ value: StoredValue) -> Condition {
    Condition(.contains(list, value), depth: 1)
  }

  /// Whether text is found; see ``Kind/text(_:_:_:)``.
  @_spi(Backend) public static func text(
    _ expression: QueryExpression, _ operation: TextOperator, _ text: String
  ) -> Condition {
    Condition(.text(expression, operation, text), depth: 1)
  }

  /// Whether columns, taken together, equal one of the keys; see ``Kind/keyIsIn(columns:_:)``.
  @_spi(Backend) public static func keyIsIn(columns: [Int], _ keys: KeyList) -> Condition {
    guard keys.width == columns.count else {
      return .unsupported(expression: "a key of \(columns.count) columns", reason: "the keys have \(keys.width)")
    }
    return Condition(.keyIsIn(columns: columns, keys), depth: 1)
  }

  /// Whether columns, taken together, equal one of the keys; see ``Kind/keyIsIn(columns:_:)``.
  @_spi(Backend) public static func keyIsIn(columns: [Int], _ keys: [[StoredValue]]) -> Condition {
    guard let keys = KeyList(width: columns.count, keys) else {
      return .unsupported(
        expression: "a key of \(columns.count) columns", reason: "not all of the keys have as many values")
    }
    return .keyIsIn(columns: columns, keys)
  }

  /// Whether there is such a row.
  @_spi(Backend) public static func exists(_ rows: RelatedRows) -> Condition {
    Condition(.exists(rows), depth: 1 + (rows.condition?.depth ?? 0), width: 1 + (rows.condition?.width ?? 0))
  }

  /// The negation.
  public static func not(_ condition: Condition) -> Condition {
    if case .not(let inner) = condition.kind { return inner }
    return Condition(.not(condition), depth: condition.depth + 1, width: condition.width)
  }

  /// Both conditions.
  public static func and(_ left: Condition, _ right: Condition) -> Condition {
    switch (left.kind, right.kind) {
    case (.all(let terms), _): Condition.chain(terms, right) { .all($0) }
    case (_, .all(let terms)): Condition.chain(left, terms) { .all($0) }
    default: Condition.chain([left], right) { .all($0) }
    }
  }

  /// Either condition, or both.
  public static func or(_ left: Condition, _ right: Condition) -> Condition {
    switch (left.kind, right.kind) {
    case (.any(let terms), _): Condition.chain(terms, right) { .any($0) }
    case (_, .any(let terms)): Condition.chain(left, terms) { .any($0) }
    default: Condition.chain([left], right) { .any($0) }
    }
  }

  /// A condition that queries can't express.
  public static func unsupported(expression: String, reason: String) -> Condition {
    Condition(.unsupported(expression: expression, reason: reason), depth: 1)
  }
}

extension ConditionTerm {
  /// Both conditions.
  @inlinable
  public static func && (left: Self, right: Condition) -> Condition { .and(left._condition, right) }
  /// Either condition, or both.
  @inlinable
  public static func || (left: Self, right: Condition) -> Condition { .or(left._condition, right) }

  // Considered only if the two above don't match, so that the compiler has fewer candidates in a long chain.

  /// Both conditions.
  @_disfavoredOverload
  public static func && (left: Self, right: some ConditionTerm) -> Condition { .and(left._condition, right._condition) }
  /// Either condition, or both.
  @_disfavoredOverload
  public static func || (left: Self, right: some ConditionTerm) -> Condition { .or(left._condition, right._condition) }
}

extension Condition {
  /// The negation: conditions are true or false, never unknown.
  public static prefix func ! (condition: Condition) -> Condition { .not(condition) }

  fileprivate static func chain(_ left: Condition, _ terms: [Condition], _ make: ([Condition]) -> Kind) -> Condition {
    // The order of terms in a long chain doesn't matter.
    terms.count < longestRun ? level([left] + terms, make) : chain(terms, left, make)
  }

  /// A chain with one more term. Every 32 terms of one width are combined, so that appending to a chain repeatedly
  /// neither becomes slower nor nests deeply.
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

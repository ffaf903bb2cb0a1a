internal import IgataTables

/// A value that is computed from rows: from all rows of a query, from those of a group, or from related rows.
@_spi(Backend) public struct Aggregate: Hashable, Sendable {
  /// How the value is computed.
  public let function: AggregateFunction
  /// What the function is applied to, for each row; `nil` if rows are counted.
  public let expression: QueryExpression?

  package init(_ function: AggregateFunction, _ expression: QueryExpression?) {
    self.function = function
    self.expression = expression
  }

  /// The number of rows.
  public static let count = Aggregate(.count, nil)
  /// See ``AggregateFunction/sum``.
  public static func sum(_ numbers: QueryExpression) -> Aggregate { Aggregate(.sum, numbers) }
  /// See ``AggregateFunction/average``.
  public static func average(_ numbers: QueryExpression) -> Aggregate { Aggregate(.average, numbers) }
  /// See ``AggregateFunction/minimum``.
  public static func minimum(_ values: QueryExpression) -> Aggregate { Aggregate(.minimum, values) }
  /// See ``AggregateFunction/maximum``.
  public static func maximum(_ values: QueryExpression) -> Aggregate { Aggregate(.maximum, values) }

  /// The aggregate of another expression.
  func mapped<Failure>(
    _ transform: (QueryExpression) throws(Failure) -> QueryExpression
  ) throws(Failure) -> Aggregate {
    guard let expression else { return self }
    return Aggregate(function, try transform(expression))
  }
}

/// A function of the values of all rows, which ignores nulls.
///
/// Its properties are a row of `facts`, which all other code reads. Only what computes it decides by function: memory,
/// and the SQL of each dialect.
@_spi(Backend) public enum AggregateFunction: Int, Hashable, Sendable, CaseIterable {
  /// The number of rows.
  case count
  /// The sum of numbers, in the form of their type (``StoredValue/integer(_:)``, `real`, `decimal`); 0 or null, which
  /// the store treats alike, if there are no values. For exact types the sum is exact:
  /// ``StoreError/overflow(expression:)`` is thrown only if the final sum is outside the range of the type. For
  /// floating-point numbers it is the exact sum rounded once, so that it doesn't depend on the order of the rows.
  case sum
  /// The sum divided by the number of values: a `real` for floating-point numbers; for all others a `decimal`, the
  /// exact sum divided and rounded to 38 digits (ties to even). For fixed-point numbers it is the average of the
  /// integers that store them.
  case average
  /// The least value; null if all values are null, like `maximum` and `average`.
  case minimum
  /// The greatest value.
  case maximum

  /// What a function is applied to.
  @_spi(Backend) public enum Input: Sendable {
    case rows, numbers
    /// Values of any type that has an order.
    case ordered
  }

  /// The type of a function's result.
  package enum Result: Sendable {
    case count
    /// The type of the values.
    case value
    /// The widest type of the same kind, with 0 for null.
    case total
    /// In whole units: a `Double` for floating-point numbers, otherwise a `Decimal`.
    case average
  }

  private var facts: (name: String, input: Input, result: Result) {
    switch self {
    case .count: ("count", .rows, .count)
    case .sum: ("sum", .numbers, .total)
    case .average: ("average", .numbers, .average)
    case .minimum: ("min", .ordered, .value)
    case .maximum: ("max", .ordered, .value)
    }
  }

  /// The name in Swift, in messages, and of the function of the SQL standard if there is one.
  public var name: String { facts.name }
  /// What the function is applied to.
  public var input: Input { facts.input }
  /// The type of the result.
  package var result: Result { facts.result }
  /// Whether the result is null if there are no values.
  package var isNullable: Bool { result == .value || result == .average }
  /// Whether the computation fails if the result is out of range.
  package var canOverflow: Bool { input == .numbers }
}

extension [TableDescription] {
  /// An aggregate as messages show it: `sum(Entry.amount)`.
  func text(of aggregate: Aggregate) -> String {
    aggregate.function.name + (aggregate.expression.map { "(\(text(of: $0)))" } ?? "")
  }

  /// The type of an aggregate over rows of the last table.
  func type(of aggregate: Aggregate) throws(StoreError) -> ColumnType {
    guard let expression = aggregate.expression else { return .scalar(.int) }
    let type = try type(of: expression)
    switch aggregate.function.result {
    case .count: return .scalar(.int)
    case .value: return type
    case .total: return type.storage.widestScalar.map { .scalar($0) } ?? type
    case .average: return .scalar(type.storage == .real ? .double : .decimal())
    }
  }

  /// The answer of a backend as the value of an aggregate over rows of the last table.
  func result(_ answer: StoredValue, of aggregate: Aggregate) throws(StoreError) -> StoredValue {
    guard let expression = aggregate.expression else { return answer }
    switch aggregate.function.result {
    case .count, .value: return answer
    case .total:
      guard answer.isNull else { return answer }
      switch try type(of: expression).storage {
      case .real: return .real(0)
      case .decimal: return .decimal(0)
      default: return .integer(0)
      }
    case .average:
      guard case .decimal(let average) = answer, case .scalar(let scalar) = try type(of: expression), scalar.scale > 1
      else { return answer }
      let digits = scalar.scale.description.utf8.count - 1
      guard let result = DecimalDigits(average)?.shifted(by: -digits).decimal else {
        throw .overflow(expression: "the average of " + text(of: expression))
      }
      return .decimal(result)
    }
  }
}

@_spi(Backend) public import IgataRuntime
public import IgataTables

/// How one value of an aggregation is represented in the columns of the result, beginning with ``column``.
@_spi(Backend) public struct AggregateResult {
  public enum Form: Hashable, Sendable {
    case count
    /// The sums of the upper and of the lower halves of integers, so that no intermediate sum exceeds 64 bits.
    case halves
    /// The same, followed by the number of values, the divisor.
    case averageOfHalves
    /// The exact sum of integers or decimals, as text of any length.
    case sumText(isInteger: Bool)
    /// The same, followed by the number of values, the divisor.
    case averageOfSumText
    /// All values, floating-point numbers and nulls, which are added by the reader.
    case reals(isAverage: Bool)
    /// A value of the column type.
    case value(ColumnType)
  }

  public var form: Form
  public var column: Int
  /// The expression that is aggregated, for messages.
  public var expression: QueryExpression?
}

@_spi(Backend) extension QueryTranslator {
  /// Returns the query whose rows have the values of each group, followed by its aggregates.
  public static func aggregates(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate], _ text: TableText
  ) throws(StoreError) -> (query: TranslatedQuery, results: [AggregateResult]) {
    var translator = QueryTranslator(text)
    var columns = AggregateColumns()
    for group in groups { try columns.append(key: group, to: &translator) }
    for aggregate in aggregates { try columns.append(aggregate, to: &translator) }
    if !query.isLimited {
      try translator.appendCondition(query.condition)
    } else {
      // The rows are selected first, so that rows beyond the limit are not aggregated.
      try translator.appendKeyIsIn(query)
    }
    translator.sql += columns.grouping
    return (try translator.finished("SELECT \(columns.sql)"), columns.results)
  }
}

/// The columns of a query of aggregates.
private struct AggregateColumns {
  private(set) var sql = ""
  private(set) var results: [AggregateResult] = []
  private var groups: [String] = []
  private var order: [String] = []
  private var columnCount = 0

  /// `GROUP BY` and `ORDER BY`; empty if there are no groups.
  var grouping: String {
    if groups.isEmpty { return "" }
    return " GROUP BY \(groups.joined(separator: ", ")) ORDER BY \(order.joined(separator: ", "))"
  }

  mutating func append(key: QueryExpression, to translator: inout QueryTranslator) throws(StoreError) {
    results.append(AggregateResult(form: .value(try translator.type(of: key)), column: columnCount, expression: key))
    let collation = try translator.collation(of: key)
    let value = try translator.sql(of: key)
    let dialect = translator.dialect
    // Other databases do not take a number with a collation for a column.
    let isInOrder = dialect.collatesColumnNumbers
    add(isInOrder ? value : value + collation)
    groups.append(String(columnCount))
    order.append(String(columnCount) + (isInOrder ? collation : "") + dialect.nullOrder(isDescending: false))
  }

  mutating func append(_ aggregate: Aggregate, to translator: inout QueryTranslator) throws(StoreError) {
    var result = AggregateResult(form: .count, column: columnCount, expression: aggregate.expression)
    switch aggregate {
    case .count:
      add("count(*)")
    case .sum(let expression):
      result.form = try appendTotal(expression, &translator, isAverage: false)
    case .average(let expression):
      result.form = try appendTotal(expression, &translator, isAverage: true)
    case .minimum(let expression), .maximum(let expression):
      let type = try translator.type(of: expression)
      result.form = .value(type)
      let value = try translator.sql(of: expression) + translator.collation(of: expression)
      var isLeast = false
      if case .minimum = aggregate { isLeast = true }
      add(translator.dialect.extreme(value, of: type, isLeast: isLeast))
    }
    results.append(result)
  }

  private mutating func appendTotal(
    _ expression: QueryExpression, _ translator: inout QueryTranslator, isAverage: Bool
  ) throws(StoreError) -> AggregateResult.Form {
    let type = try translator.type(of: expression)
    guard type.isNumber else {
      throw .unsupportedQuery(expression: translator.tables.text(of: expression), reason: "it is not a number")
    }
    let value = try translator.sql(of: expression)
    let total = translator.dialect.total(of: value, type.widened, isAverage: isAverage)
    for column in total.columns { add(column) }
    return total.form
  }

  private mutating func add(_ column: String) {
    sql += columnCount == 0 ? column : ", " + column
    columnCount += 1
  }
}

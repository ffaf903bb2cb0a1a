#if SQLite || canImport(SQLite3)
internal import IgataRuntime

/// How one value of an aggregation stands in the columns of the result, from ``column`` on.
struct AggregateResult {
  enum Form: Hashable {
    case count
    /// The sum of integers: of their upper and their lower halves, so that no sum on the way leaves 64 bits.
    case halves
    /// The same, and behind it the number of values, by which to divide.
    case averageOfHalves
    /// A value of the column type.
    case value(ColumnType)
  }

  var form: Form
  var column: Int
  /// What is computed, for messages.
  var expression: QueryExpression?
}

extension QueryTranslator {
  /// The values of each group, and then its aggregates.
  static func aggregates(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate], _ text: TableText
  ) throws(StoreError) -> (query: TranslatedQuery, results: [AggregateResult]) {
    var translator = QueryTranslator(text)
    var columns = AggregateColumns()
    for group in groups { try columns.append(key: group, to: &translator) }
    for aggregate in aggregates { try columns.append(aggregate, to: &translator) }
    if !query.isLimited {
      try translator.appendCondition(query.condition)
    } else {
      // The rows are selected first, so that nothing is computed of those that the limit leaves out.
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

  /// `GROUP BY` and `ORDER BY`, where there is something to group by.
  var grouping: String {
    if groups.isEmpty { return "" }
    return " GROUP BY \(groups.joined(separator: ", ")) ORDER BY \(order.joined(separator: ", "))"
  }

  mutating func append(key: QueryExpression, to translator: inout QueryTranslator) throws(StoreError) {
    results.append(AggregateResult(form: .value(try translator.type(of: key)), column: columnCount, expression: key))
    add(try expression(key, &translator))
    groups.append(String(columnCount))
    order.append(String(columnCount) + (try translator.collation(of: key)))
  }

  mutating func append(_ aggregate: Aggregate, to translator: inout QueryTranslator) throws(StoreError) {
    var result = AggregateResult(form: .count, column: columnCount, expression: aggregate.expression)
    switch aggregate {
    case .count:
      add("count(*)")
    case .sum(let expression):
      result.form = try appendTotal(expression, &translator, SQLFunction.sum, .halves)
    case .average(let expression):
      result.form = try appendTotal(expression, &translator, SQLFunction.average, .averageOfHalves)
    case .minimum(let expression), .maximum(let expression):
      result.form = .value(try translator.type(of: expression))
      let value = try self.expression(expression, &translator) + translator.collation(of: expression)
      if case .minimum = aggregate { add("min(\(value))") } else { add("max(\(value))") }
    }
    results.append(result)
  }

  private mutating func appendTotal(
    _ expression: QueryExpression, _ translator: inout QueryTranslator, _ function: String,
    _ integerForm: AggregateResult.Form
  ) throws(StoreError) -> AggregateResult.Form {
    let type = try translator.type(of: expression)
    guard type.isNumber else {
      throw .unsupportedQuery(expression: translator.tables.text(of: expression), reason: "it is no number")
    }
    let value = try self.expression(expression, &translator)
    guard type.storageClass == .integer else {
      add("\(function)(\(value))")
      return .value(type.storageClass == .real ? .double : .decimal())
    }
    add("sum(\(value) >> 32)")
    add("sum(\(value) & 4294967295)")
    if integerForm == .averageOfHalves { add("count(\(value))") }
    return integerForm
  }

  /// The expression in SQL.
  private mutating func expression(
    _ expression: QueryExpression, _ translator: inout QueryTranslator
  ) throws(StoreError) -> String {
    let start = translator.sql
    translator.sql = ""
    try translator.append(expression)
    let value = translator.sql
    translator.sql = start
    return value
  }

  private mutating func add(_ column: String) {
    sql += columnCount == 0 ? column : ", " + column
    columnCount += 1
  }
}

#endif

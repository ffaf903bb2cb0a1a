#if SQLite || canImport(SQLite3)
internal import IgataRuntime

/// How one aggregate's value stands in the columns of the result, from ``column`` on.
struct AggregateResult {
  enum Form: Hashable {
    case count
    /// The sum of integers: of their upper and their lower halves, so that no sum on the way leaves 64 bits.
    case halves
    case real
    case decimal
    /// A value of the column type.
    case value(ColumnType)
  }

  var form: Form
  var column: Int
  /// Whether the next column holds the number of values, by which to divide.
  var isAverage = false
}

extension QueryTranslator {
  static func aggregates(
    _ query: RowQuery, _ aggregates: [Aggregate], _ text: TableText
  ) throws(StoreError) -> (query: TranslatedQuery, results: [AggregateResult]) {
    var translator = QueryTranslator(text)
    var inner = AggregateColumns(isNested: query.limit != nil || query.offset > 0)
    for aggregate in aggregates { try inner.append(aggregate, to: &translator) }
    let selection = translator.sql
    translator.sql = ""
    try translator.appendSelection(query, isOrdered: inner.isNested)
    let results = inner.results
    guard inner.isNested else {
      return (translator.finished("SELECT \(inner.outer)"), results)
    }
    var query = translator.finished("SELECT \(selection.isEmpty ? "1" : selection)")
    query.start = "SELECT \(inner.outer) FROM (" + query.start
    query.rest += ")"
    return (query, results)
  }
}

/// The columns of a query of aggregates. With a limit, the rows are selected in a query inside, whose columns `e0` and
/// on are the expressions.
private struct AggregateColumns {
  let isNested: Bool
  private(set) var outer = ""
  private(set) var results: [AggregateResult] = []
  private var columnCount = 0
  private var expressionCount = 0

  init(isNested: Bool) { self.isNested = isNested }

  mutating func append(_ aggregate: Aggregate, to translator: inout QueryTranslator) throws(StoreError) {
    var result = AggregateResult(form: .count, column: columnCount)
    switch aggregate {
    case .count:
      add("count(*)")
    case .sum(let expression), .average(let expression):
      let type = try translator.type(of: expression)
      let value = try self.expression(expression, &translator)
      result.form = try appendSum(value, type)
      if case .average = aggregate {
        result.isAverage = true
        add("count(\(value))")
      }
    case .minimum(let expression), .maximum(let expression):
      result.form = .value(try translator.type(of: expression))
      let value = try self.expression(expression, &translator) + translator.collation(of: expression)
      if case .minimum = aggregate { add("min(\(value))") } else { add("max(\(value))") }
    }
    results.append(result)
  }

  private mutating func appendSum(_ value: String, _ type: ColumnType) throws(StoreError) -> AggregateResult.Form {
    guard type.isNumber else {
      throw .unsupportedQuery(expression: "the sum of \(type)", reason: "it is no number")
    }
    switch type.storageClass {
    case .real:
      add("sum(\(value))")
      return .real
    case .integer:
      add("sum(\(value) >> 32)")
      add("sum(\(value) & 4294967295)")
      return .halves
    case .text, .blob:
      add("\(SQLFunction.decimalSum)(\(value))")
      return .decimal
    }
  }

  /// The expression in SQL, or its name where it stands in the query inside.
  private mutating func expression(
    _ expression: QueryExpression, _ translator: inout QueryTranslator
  ) throws(StoreError) -> String {
    let start = translator.sql
    translator.sql = ""
    try translator.append(expression)
    let value = translator.sql
    translator.sql = start
    guard isNested else { return value }
    translator.sql += "\(start.isEmpty ? "" : ", ")\(value) AS e\(expressionCount)"
    expressionCount += 1
    return "e\(expressionCount - 1)"
  }

  private mutating func add(_ column: String) {
    outer += columnCount == 0 ? column : ", " + column
    columnCount += 1
  }
}

#endif

@_spi(Backend) package import IgataRuntime

/// How one value of an aggregation stands in the columns of the result, from ``column`` on.
package struct AggregateResult {
  package enum Form: Hashable {
    case count
    /// The sum of integers: of their upper and their lower halves, so that no sum on the way leaves 64 bits.
    case halves
    /// The same, and behind it the number of values, by which to divide.
    case averageOfHalves
    /// The sum of integers or decimals as a text, exact, whatever its length.
    case sumText(isInteger: Bool)
    /// The same, and behind it the number of values, by which to divide.
    case averageOfSumText
    /// All the values, floating-point numbers and nulls, to be added up.
    case reals(isAverage: Bool)
    /// A value of the column type.
    case value(ColumnType)
  }

  package var form: Form
  package var column: Int
  /// What is computed, for messages.
  package var expression: QueryExpression?
}

extension QueryTranslator {
  /// The values of each group, and then its aggregates.
  package static func aggregates(
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
    let collation = try translator.collation(of: key)
    let value = try expression(key, &translator)
    guard translator.dialect == .postgresql else {
      add(value)
      groups.append(String(columnCount))
      order.append(String(columnCount) + collation)
      return
    }
    // A number with a collation behind it would be no column to PostgreSQL.
    add(value + collation)
    groups.append(String(columnCount))
    order.append(String(columnCount) + translator.dialect.nullOrder(isNullable: true, isDescending: false))
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
      let value = try self.expression(expression, &translator) + translator.collation(of: expression)
      if case .minimum = aggregate {
        add(translator.dialect.extreme(value, of: type, isLeast: true))
      } else {
        add(translator.dialect.extreme(value, of: type, isLeast: false))
      }
    }
    results.append(result)
  }

  private mutating func appendTotal(
    _ expression: QueryExpression, _ translator: inout QueryTranslator, isAverage: Bool
  ) throws(StoreError) -> AggregateResult.Form {
    let type = try translator.type(of: expression)
    guard type.isNumber else {
      throw .unsupportedQuery(expression: translator.tables.text(of: expression), reason: "it is no number")
    }
    let value = try self.expression(expression, &translator)
    switch translator.dialect {
    case .sqlite: return addForSQLite(value, type.widened, isAverage: isAverage)
    case .postgresql: return addForPostgreSQL(value, type.widened, isAverage: isAverage)
    }
  }

  private mutating func addForSQLite(_ value: String, _ type: ColumnType, isAverage: Bool) -> AggregateResult.Form {
    guard type == .int64 else {
      add("\(isAverage ? SQLiteFunction.average : SQLiteFunction.sum)(\(value))")
      return .value(type)
    }
    add("sum(\(value) >> 32)")
    add("sum(\(value) & 4294967295)")
    if isAverage { add("count(\(value))") }
    return isAverage ? .averageOfHalves : .halves
  }

  /// PostgreSQL adds integers and decimals exactly. Floating-point numbers it does not, and they are handed over.
  private mutating func addForPostgreSQL(
    _ value: String, _ type: ColumnType, isAverage: Bool
  ) -> AggregateResult.Form {
    if type == .double {
      add("array_agg((\(value))::double precision)")
      return .reals(isAverage: isAverage)
    }
    add("sum(\(value))::text")
    guard isAverage else { return .sumText(isInteger: type == .int64) }
    add("count(\(value))")
    return .averageOfSumText
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

extension QueryDialect {
  /// The least or the greatest of some values. PostgreSQL knows none of what has an order of its bytes alone, and text
  /// in hexadecimal digits has the same.
  fileprivate func extreme(_ value: String, of type: ColumnType, isLeast: Bool) -> String {
    let function = isLeast ? "min" : "max"
    switch (self, type) {
    case (.postgresql, .bool): return "\(isLeast ? "bool_and" : "bool_or")(\(value))"
    case (.postgresql, .uuid): return "\(function)((\(value))::text COLLATE \"C\")::uuid"
    case (.postgresql, .data): return "decode(\(function)(encode(\(value), 'hex') COLLATE \"C\"), 'hex')"
    default: return "\(function)(\(value))"
    }
  }
}

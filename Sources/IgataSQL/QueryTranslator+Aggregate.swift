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
    try translator.appendAggregatedRows(of: query)
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
    let value = try translator.compared(key)
    let dialect = translator.dialect
    // Other databases do not take a number with a collation for a column.
    let isInOrder = dialect.collatesColumnNumbers
    add(isInOrder ? value : value + collation)
    groups.append(String(columnCount))
    order.append(String(columnCount) + (isInOrder ? collation : "") + dialect.nullOrder(isDescending: false))
  }

  mutating func append(_ aggregate: Aggregate, to translator: inout QueryTranslator) throws(StoreError) {
    let (columns, form) = try translator.columns(of: aggregate)
    results.append(AggregateResult(form: form, column: columnCount, expression: aggregate.expression))
    for column in columns { add(column) }
  }

  private mutating func add(_ column: String) {
    sql += columnCount == 0 ? column : ", " + column
    columnCount += 1
  }
}

extension QueryTranslator {
  /// Appends `WHERE` and what selects the rows that are aggregated.
  mutating func appendAggregatedRows(of query: RowQuery) throws(StoreError) {
    if !query.isLimited {
      try appendCondition(query.condition)
    } else {
      // The rows are selected first, so that rows beyond the limit are not aggregated.
      try appendKeyIsIn(query)
    }
  }

  /// The columns from which a reader completes an aggregate.
  mutating func columns(
    of aggregate: Aggregate
  ) throws(StoreError) -> (columns: [String], form: AggregateResult.Form) {
    guard let expression = aggregate.expression else { return (["count(*)"], .count) }
    let type = try type(of: expression)
    switch aggregate.function.input {
    case .rows, .ordered:
      if let adapted = try adaptedSource(of: expression), let bounds = adapted.adapted?.bounds, bounds.areExact {
        // The least stored value is read as the least one.
        let value = AdaptedColumn.sql(adapted.adapted?.ordered, adapted.column)
        let (columns, form) = try dialect.aggregate(aggregate.function, of: value, type)
        let isValue = aggregate.function.input == .ordered
        return (isValue ? columns.map { adapted.adapted?.value(of: $0) ?? $0 } : columns, form)
      }
      let value = try compared(expression)
      return try dialect.aggregate(aggregate.function, of: value + collation(of: expression), type)
    case .numbers:
      let value = try operand(of: expression)
      guard type.isNumber else {
        throw .unsupportedQuery(expression: tables.text(of: expression), reason: "it is not a number")
      }
      return try dialect.aggregate(aggregate.function, of: value, type.widened)
    }
  }

  /// Appends a value that is computed from related rows.
  mutating func append(_ aggregate: Aggregate, of rows: RelatedRows, depth: Int) throws(StoreError) {
    guard let expression = aggregate.expression else {
      sql += "("
      try append("count(*)", of: rows, depth: depth + 1)
      sql += ")"
      return
    }
    // The values are selected first: an aggregate of nothing but columns of an enclosing row would be one of the
    // enclosing query.
    let values = try rendering { (query) throws(StoreError) in
      let isCompared = aggregate.function.input == .ordered
      try query.append(" AS v", after: expression, isCompared: isCompared, of: rows, depth: depth + 1)
    }
    let type = try tables.inside(rows).type(of: expression)
    switch aggregate.function.input {
    case .rows, .ordered:
      let value = "a.v" + (dialect.collation(of: type) ?? "")
      let (columns, _) = try dialect.aggregate(aggregate.function, of: value, type)
      sql += "(SELECT \(columns.joined(separator: ", ")) FROM (\(values)) AS a)"
    case .numbers:
      let total = try dialect.aggregate(aggregate.function, ofGroup: "a.v", type)
      if let total {
        append(failing: "(SELECT \(total) FROM (\(values)) AS a)")
      } else {
        append(failing: try dialect.aggregate(aggregate.function, ofRows: values, type))
      }
    }
  }
}

@_spi(Backend) extension ColumnType {
  /// What the last decimal place of a fixed-point type is worth: `0.001`; `nil` for every other type.
  public var unit: String? {
    let digits = scale.description.utf8.count - 1
    return digits > 0 ? "0." + String(repeating: "0", count: digits - 1) + "1" : nil
  }
}

@_spi(Backend) public import IgataRuntime
internal import IgataTables

@_spi(Backend) extension QueryTranslator {
  /// The query that returns what `query` reads of the groups that it selects; `nil` if one of its aggregates can only
  /// be completed by the reader of ``aggregates(_:by:_:_:)``.
  ///
  /// A subquery is the table of groups:
  /// `SELECT t0.value0, t0.value1 FROM (SELECT … AS value0, … AS value1 FROM … GROUP BY 1) AS t0 WHERE … ORDER BY …`.
  public static func groups(_ query: GroupQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery? {
    var translator = QueryTranslator(TableText(query.groups.table, text.dialect))
    let columns = try translator.columns(of: query.groups)
    var inner = translator.inside(text)
    guard let groups = try inner.table(of: query) else { return nil }
    translator.adopt(inner)
    try translator.appendSelection(query.groups)
    return try translator.translated(
      "SELECT \(columns.isEmpty ? "1" : columns.joined(separator: ", "))", " FROM (\(groups)) AS t0\(translator.sql)")
  }

  /// The query whose rows are all groups, with the columns of the table of groups.
  private mutating func table(of query: GroupQuery) throws(StoreError) -> String? {
    var columns: [String] = []
    for key in query.keys { columns.append(try compared(key) + collation(of: key)) }
    for aggregate in query.aggregates {
      guard let column = try column(of: aggregate) else { return nil }
      columns.append(column)
    }
    try appendAggregatedRows(of: query.rows)
    sql += " GROUP BY " + query.keys.indices.map { String($0 + 1) }.joined(separator: ", ")
    let names = query.groups.table.columns.map { dialect.identifier($0.name) }
    let selected = zip(columns, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
    return try finished("SELECT \(selected)").sql
  }

  /// An aggregate as one column, which conditions and orders can use.
  private mutating func column(of aggregate: Aggregate) throws(StoreError) -> String? {
    guard let expression = aggregate.expression, aggregate.function.input == .numbers else {
      return try self.columns(of: aggregate).columns.first
    }
    return try dialect.aggregate(aggregate.function, ofGroup: try sql(of: expression), try type(of: expression))
  }
}

@_spi(Backend) public import IgataRuntime

@_spi(Backend) extension QueryTranslator {
  /// The statement that deletes the rows of a query.
  public static func deletion(_ query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    let start = text.dialect.deletion(from: text.dialect.identifier(query.table.name))
    var direct = QueryTranslator(text)
    try direct.appendCondition(query.condition)
    if direct.joins.isEmpty, !direct.hasSubqueries, !query.isLimited {
      return try direct.translated(start, direct.sql)
    }
    // No database supports an order or limit in `DELETE`, and not all support joins. Also, rows that were deleted must
    // not affect the condition of the others. So the keys are selected first.
    var translator = QueryTranslator(text)
    try translator.appendKeyIsIn(query)
    return try translator.translated(start, translator.sql)
  }

  /// The query that returns the keys of the rows of `query`, as they are stored.
  public static func keys(of query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    var translator = QueryTranslator(text)
    try translator.appendSelection(query, isOrdered: query.isLimited)
    return try translator.finished("SELECT \(text.key)")
  }

  /// Appends `WHERE` and the condition that a row is one of those that the query selects.
  mutating func appendKeyIsIn(_ query: RowQuery) throws(StoreError) {
    var inner = inside()
    try inner.appendSelection(query, isOrdered: query.isLimited)
    let selection = try inner.finished("SELECT \(text.key)")
    adopt(inner)
    sql += table.primaryKey.count == 1 ? " WHERE \(text.key) IN (" : " WHERE (\(text.key)) IN ("
    sql += dialect.nested(selection.sql) + ")"
  }
}

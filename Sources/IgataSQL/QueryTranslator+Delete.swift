@_spi(Backend) public import IgataRuntime

@_spi(Backend) extension QueryTranslator {
  /// Deletes the rows of a query.
  public static func deletion(_ query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    let start = text.dialect.deletion(from: text.dialect.quoted(query.table.name))
    var direct = QueryTranslator(text)
    try direct.appendCondition(query.condition)
    if direct.joins.isEmpty, !direct.hasSubqueries, !query.isLimited {
      return try direct.translated(start, direct.sql)
    }
    // No engine knows an order or limit there, and not all delete from joined tables; and rows that are gone must not
    // change what holds for the others: the keys are selected first.
    var translator = QueryTranslator(text)
    try translator.appendKeyIsIn(query)
    return try translator.translated(start, translator.sql)
  }

  /// The keys of the rows of a query.
  public static func keys(of query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    var translator = QueryTranslator(text)
    try translator.appendSelection(query, isOrdered: query.isLimited)
    return try translator.finished("SELECT \(text.key)")
  }

  /// `WHERE` the row is one of those that the query selects.
  mutating func appendKeyIsIn(_ query: RowQuery) throws(StoreError) {
    var inner = inside()
    try inner.appendSelection(query, isOrdered: query.isLimited)
    let selection = try inner.finished("SELECT \(text.key)")
    adopt(inner)
    sql += table.primaryKey.count == 1 ? " WHERE \(text.key) IN (" : " WHERE (\(text.key)) IN ("
    sql += dialect.nested(selection.sql) + ")"
  }
}

extension RowQuery {
  /// Whether not all rows for which the condition holds are wanted.
  var isLimited: Bool { limit != nil || offset > 0 }
}

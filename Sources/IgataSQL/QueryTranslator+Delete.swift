@_spi(Backend) package import IgataRuntime

extension QueryTranslator {
  /// Deletes the rows of a query.
  package static func deletion(_ query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    let table = text.dialect.quoted(query.table.name)
    var direct = QueryTranslator(text)
    try direct.appendCondition(query.condition)
    if direct.joins.isEmpty, !direct.hasSubqueries, !query.isLimited {
      return try direct.translated("DELETE FROM \(table) AS t0", direct.sql)
    }
    // No engine knows an order or limit there, nor does SQLite delete from joined tables; and rows that are gone must not change what
    // holds for the others: the keys are selected first.
    var translator = QueryTranslator(text)
    try translator.appendKeyIsIn(query)
    return try translator.translated("DELETE FROM \(table) AS t0", translator.sql)
  }

  /// The keys of the rows of a query.
  package static func keys(of query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
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
    sql += selection.sql + ")"
  }
}

extension RowQuery {
  /// Whether not all rows for which the condition holds are wanted.
  var isLimited: Bool { limit != nil || offset > 0 }
}

#if SQLite || canImport(SQLite3)
internal import IgataRuntime

extension QueryTranslator {
  /// Deletes the rows of a query.
  static func deletion(_ query: RowQuery) throws(StoreError) -> TranslatedQuery {
    let table = query.table.name.quotedName
    var direct = QueryTranslator(query.table)
    try direct.appendCondition(query.condition)
    if direct.joins.isEmpty, query.limit == nil, query.offset == 0 {
      return TranslatedQuery(sql: "DELETE FROM \(table) AS t0\(direct.sql)", parameters: direct.parameters)
    }
    // SQLite deletes from one table alone, and knows no order or limit there: the keys are selected first.
    let selection = try keys(of: query)
    let key = query.table.primaryKey.map { query.table.columns[$0].name }.quotedNames
    let isSingle = query.table.primaryKey.count == 1
    return TranslatedQuery(
      sql: "DELETE FROM \(table) WHERE \(isSingle ? key : "(\(key))") IN (\(selection.sql))",
      parameters: selection.parameters)
  }

  /// The keys of the rows of a query.
  static func keys(of query: RowQuery) throws(StoreError) -> TranslatedQuery {
    var translator = QueryTranslator(query.table)
    try translator.appendSelection(query, isOrdered: query.limit != nil || query.offset > 0)
    let columns = query.table.primaryKey.map { "t0." + query.table.columns[$0].name.quotedName }
    return translator.finished("SELECT \(columns.joined(separator: ", "))")
  }
}

#endif

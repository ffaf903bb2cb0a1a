#if SQLite || canImport(SQLite3)
internal import IgataRuntime

extension QueryTranslator {
  /// Deletes the rows of a query.
  static func deletion(_ query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    let table = query.table.name.quotedName
    var direct = QueryTranslator(text)
    try direct.appendCondition(query.condition)
    if direct.joins.isEmpty, query.limit == nil, query.offset == 0 {
      return TranslatedQuery(start: "DELETE FROM \(table) AS t0", rest: direct.sql, parameters: direct.parameters)
    }
    // SQLite deletes from one table alone, and knows no order or limit there: the keys are selected first.
    let selection = try keys(of: query, text)
    let key = query.table.primaryKey.map { query.table.columns[$0].name }.quotedNames
    let isSingle = query.table.primaryKey.count == 1
    return TranslatedQuery(
      start: "DELETE FROM \(table) WHERE \(isSingle ? key : "(\(key))") IN ", rest: "(\(selection.sql))",
      parameters: selection.parameters)
  }

  /// The keys of the rows of a query.
  static func keys(of query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    var translator = QueryTranslator(text)
    try translator.appendSelection(query, isOrdered: query.limit != nil || query.offset > 0)
    let columns = query.table.primaryKey.map { text.columns[$0] }
    return translator.finished("SELECT \(columns.joined(separator: ", "))")
  }
}

#endif

#if SQLite || canImport(SQLite3)
internal import IgataRuntime

extension QueryTranslator {
  /// Deletes the rows of a query.
  static func deletion(_ query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    let table = query.table.name.quotedName
    var direct = QueryTranslator(text)
    try direct.appendCondition(query.condition)
    if direct.joins.isEmpty, !direct.hasSubqueries, query.limit == nil, query.offset == 0 {
      return try direct.translated("DELETE FROM \(table) AS t0", direct.sql)
    }
    // SQLite deletes from one table alone, and knows no order or limit there; and rows that are gone must not change what
    // holds for the others: the keys are selected first.
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
    return try translator.finished("SELECT \(columns.joined(separator: ", "))")
  }
}

#endif

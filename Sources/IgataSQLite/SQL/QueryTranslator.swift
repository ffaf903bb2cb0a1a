#if SQLite || canImport(SQLite3)
internal import IgataRuntime

/// What a parameter of a translated query is bound to.
enum QueryParameter {
  case value(StoredValue)
  case integer(Int64)
  /// The rows of ``ValueList``, which a query reads as a table of its own.
  case rows([[StoredValue]])
}

/// A query in SQL. Two queries that differ in their values alone have the same text, and so share one statement.
struct TranslatedQuery {
  /// What is the same for all queries of the kind on the table.
  var start: String
  var rest: String
  var parameters: [QueryParameter]

  var sql: String { start + rest }
}

/// Translates conditions, orders and aggregates of one query. The query's own table is `t0`, related rows are `t1` and
/// on; parameters are numbered in the order in which they are met.
struct QueryTranslator {
  let text: TableText
  var sql = ""
  private(set) var parameters: [QueryParameter] = []
  private(set) var joins = JoinedTables()

  init(_ text: TableText) { self.text = text }

  var table: TableDescription { text.table }

  /// The rows of a query, all columns of its table.
  static func rows(_ query: RowQuery, _ text: TableText) throws(StoreError) -> TranslatedQuery {
    var translator = QueryTranslator(text)
    try translator.appendSelection(query)
    return TranslatedQuery(
      start: text.selection, rest: translator.joins.sql + translator.sql, parameters: translator.parameters)
  }

  /// `WHERE`, `ORDER BY` and `LIMIT`.
  mutating func appendSelection(_ query: RowQuery, isOrdered: Bool = true) throws(StoreError) {
    try appendCondition(query.condition)
    if isOrdered { try appendOrder(query.order) }
    appendLimit(query)
  }

  mutating func appendCondition(_ condition: Condition?) throws(StoreError) {
    guard let condition else { return }
    sql += " WHERE "
    try append(condition, isNegated: false, depth: 0)
  }

  /// Null comes first, and last where the order is descending: SQLite's own way.
  private mutating func appendOrder(_ order: [Ordering]) throws(StoreError) {
    sql += " ORDER BY "
    for ordering in order {
      try append(ordering.expression)
      sql += try collation(of: ordering.expression)
      sql += ordering.isDescending ? " DESC, " : ", "
    }
    sql += text.keyOrder
  }

  private mutating func appendLimit(_ query: RowQuery) {
    guard query.limit != nil || query.offset > 0 else { return }
    // A negative limit is none.
    sql += " LIMIT "
    appendParameter(.integer(Int64(query.limit.map { max($0, 0) } ?? -1)))
    if query.offset > 0 {
      sql += " OFFSET "
      appendParameter(.integer(Int64(query.offset)))
    }
  }

  mutating func appendParameter(_ parameter: QueryParameter) {
    parameters.append(parameter)
    sql += "?"
    sql += String(parameters.count)
  }

  func finished(_ start: String) -> TranslatedQuery {
    TranslatedQuery(
      start: start, rest: " FROM \(table.name.quotedName) AS t0\(joins.sql)\(sql)", parameters: parameters)
  }

  mutating func join(_ path: RelationPath) throws(StoreError) -> JoinedTables.Place {
    try joins.place(of: path, from: table)
  }
}

#endif

@_spi(Backend) internal import IgataRuntime

extension QueryTranslator {
  /// The query that returns the rows of `query`, which has a partition, and a limit or an offset of each part.
  ///
  /// A subquery numbers the rows of each part in the order of the query:
  /// `SELECT c0, c1 FROM (SELECT … AS c0, … AS c1, … AS p0, row_number() OVER (…) AS n FROM …) AS parts WHERE n <= 3`.
  mutating func parts(of query: RowQuery) throws(StoreError) -> TranslatedQuery {
    let columns = try columns(of: query)
    var parts: [String] = []
    for expression in query.partition { parts.append(try compared(expression)) }
    let order = try rendering { (translator) throws(StoreError) in try translator.appendOrder(query.order) }
    try appendCondition(query.condition)
    var selected = columns.enumerated().map { "\($1) AS c\($0)" }
    selected += parts.enumerated().map { "\($1) AS p\($0)" }
    selected.append("row_number() OVER (PARTITION BY \(parts.joined(separator: ", ")) \(order)) AS n")
    let rows = try finished("SELECT \(selected.joined(separator: ", "))").sql
    sql = rows + ") AS parts WHERE n > "
    appendParameter(.integer(Int64(max(query.offset, 0))))
    if let limit = query.limit {
      sql += " AND n <= "
      let (end, isOverflow) = max(query.offset, 0).addingReportingOverflow(max(limit, 0))
      appendParameter(.integer(Int64(isOverflow ? .max : end)))
    }
    sql += " ORDER BY "
    for (number, expression) in query.partition.enumerated() {
      sql += "p\(number)" + (try collation(of: expression))
      if try isNullable(expression) { sql += dialect.nullOrder(isDescending: false) }
      sql += ", "
    }
    sql += "n"
    let names = columns.isEmpty ? "1" : columns.indices.map { "c\($0)" }.joined(separator: ", ")
    return try translated("SELECT \(names) FROM (", sql)
  }
}

@_spi(Backend) internal import IgataRuntime

extension QueryTranslator {
  /// Appends the condition that a row can be among the first ones, if they are sorted by a column of another program
  /// whose order is nearly that of its values: `2024-05-27 11:12:13` and `2024-05-27 11:12:13.0` are the same date. So
  /// an index finds all rows up to the last date, of which only a few are sorted:
  /// `… AND t0.at < (SELECT end_of(f.v) FROM (SELECT t0.at AS v FROM … ORDER BY t0.at LIMIT 1 OFFSET ?1 - 1) AS f)`.
  mutating func appendFirstRows(of query: RowQuery) throws(StoreError) {
    guard !text.adapted.isEmpty, query.limit != nil, query.partition.isEmpty, let first = query.order.first,
      case .column(let path, _) = first.expression, path.origin == .query, path.steps.isEmpty,
      let source = try adaptedSource(of: first.expression), let adapted = source.adapted, let edges = adapted.edges,
      adapted.bounds?.areExact == true, adapted.bounds?.areInOrder == false
    else { return }
    var inner = inside()
    try inner.appendCondition(query.condition)
    // What is looked up in other tables would be looked up twice.
    guard !inner.hasSubqueries, inner.joins.isEmpty else { return }
    let column = AdaptedColumn.sql(adapted.ordered, source.column)
    let direction = first.isDescending ? " DESC" : ""
    inner.sql += " ORDER BY \(column)\(direction)"
    if source.isColumnNullable { inner.sql += dialect.nullOrder(isDescending: first.isDescending) }
    inner.appendParameter(.integer(Int64(max(query.limit ?? 0, 0))))
    let limit = dialect.parameter(inner.parameters.count)
    inner.sql.removeLast(limit.count)
    var last = "\(Self.bounded(limit)) - 1"
    var offset: String?
    if query.offset > 0 {
      inner.appendParameter(.integer(Int64(query.offset)))
      let parameter = dialect.parameter(inner.parameters.count)
      inner.sql.removeLast(parameter.count)
      last += " + \(Self.bounded(parameter))"
      offset = parameter
    }
    let edge = AdaptedColumn.sql(first.isDescending ? edges.start : edges.end, "f.v")
    let rows = "FROM \(dialect.identifier(table.name)) AS t0"
    let start = "SELECT \(edge) FROM (SELECT \(source.column) AS v \(rows)\(inner.sql) LIMIT 1 OFFSET \(last)) AS f"
    let end = "coalesce((\(start)), \(first.isDescending ? edges.least : edges.greatest))"
    // No value is beyond the other end.
    let other = first.isDescending ? "<= (SELECT max(\(column)) \(rows))" : ">= \(edges.least)"
    let isBefore = edges.needsBoth ? " AND \(column) \(other)" : ""
    adopt(inner)
    limits = (limit, offset)
    // Null is first, or last if the order is descending.
    let isNull = source.isColumnNullable ? " OR \(source.column) IS NULL" : ""
    sql += query.condition == nil ? " WHERE (" : " AND ("
    sql += "\(column) \(first.isDescending ? ">=" : "<") \(end)\(isBefore)\(isNull))"
  }

  /// More rows than a table has, two of which are still a number of 64 bits.
  private static let mostRows = Int64(1) << 60

  private static func bounded(_ number: String) -> String {
    "CASE WHEN \(number) < \(mostRows) THEN \(number) ELSE \(mostRows) END"
  }
}

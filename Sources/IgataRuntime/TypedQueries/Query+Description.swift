// No description of a query, and nothing that `dump` or a debugger shows of it, contains a value that is compared with
// a `@sensitive` column. A part without a table shows no values at all.

extension RowQuery: ShownByDescription {
  /// The query as Swift code: `Account.where { Account.kind == "cash" }.limit(10)`.
  public var description: String {
    let text = QueryDescription([table])
    var parts = [table.model + (condition == nil ? ".all" : "")]
    if let condition { parts.append("where { \(text.text(condition)) }") }
    if !order.isEmpty { parts.append("order { (\(order.map { text.text($0) }.joined(separator: ", "))) }") }
    if let limit { parts.append("limit(\(limit))") }
    if offset > 0 { parts.append("offset(\(offset))") }
    if let values { parts.append("select { (\(values.map { text.text($0) }.joined(separator: ", "))) }") }
    return parts.joined(separator: ".")
  }
}

extension Query: ShownByDescription {
  /// The query as Swift code: `Account.where { Account.kind == "cash" }.limit(10)`.
  public var description: String { rowQuery.description }
}

extension GroupedQuery: ShownByDescription {
  /// The query, the expressions by which its rows are grouped, and which of the groups are selected.
  public var description: String {
    let text = QueryDescription([Model.table])
    let keys = grouping.keys.map { text.text($0) }.joined(separator: ", ")
    var parts = ["\(query).grouped { \(grouping.keys.count == 1 ? keys : "(\(keys))") }"]
    if let condition = grouping.condition { parts.append("having { \(text.text(condition)) }") }
    let order = grouping.orderings.map { text.text($0) }.joined(separator: ", ")
    if !order.isEmpty { parts.append("order { (\(order)) }") }
    if let limit = grouping.limit { parts.append("limit(\(limit))") }
    return parts.joined(separator: ".")
  }
}

extension Condition: ShownByDescription {
  /// The condition without values, as it isn't known which columns are `@sensitive`.
  public var description: String { QueryDescription().text(self) }
}

@_spi(Backend) extension Condition.Kind: ShownByDescription {
  /// The condition without values, as it isn't known which columns are `@sensitive`.
  public var description: String { QueryDescription().text(Condition(self, depth: 1)) }
}

@_spi(Backend) extension QueryExpression: ShownByDescription {
  /// The expression without values, as it isn't known which columns are `@sensitive`.
  public var description: String { QueryDescription().text(self) }
}

extension Ordering: ShownByDescription {
  /// The direction and the expression, without the names of a table.
  public var description: String { QueryDescription().text(self) }
}

@_spi(Backend) extension RelatedRows: ShownByDescription {
  /// The rows without values, as it isn't known which columns are `@sensitive`.
  public var description: String { QueryDescription().text(self) }
}

extension Column: ShownByDescription {
  /// The column without names and values, as its table isn't known.
  public var description: String { "\(expression)" }
}

// No description of a query, and nothing that `dump` or a debugger shows of it, has a value that is compared with a
// `@sensitive` column. A part that does not know its table shows no value at all.

extension RowQuery: CustomStringConvertible, CustomReflectable {
  /// The query as Swift has it: `Account.where { Account.kind == "cash" }.limit(10)`.
  public var description: String {
    let text = QueryDescription([table])
    var parts = [table.model + (condition == nil ? ".all" : "")]
    if let condition { parts.append("where { \(text.text(condition)) }") }
    if !order.isEmpty { parts.append("order { (\(order.map { text.text($0) }.joined(separator: ", "))) }") }
    if let limit { parts.append("limit(\(limit))") }
    if offset > 0 { parts.append("offset(\(offset))") }
    return parts.joined(separator: ".")
  }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Query: CustomStringConvertible, CustomReflectable {
  /// The query as Swift has it: `Account.where { Account.kind == "cash" }.limit(10)`.
  public var description: String { rowQuery.description }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension GroupedQuery: CustomStringConvertible, CustomReflectable {
  /// The query, and what its rows are grouped by.
  public var description: String { "\(query).grouped { \(QueryDescription([Model.table]).text(key.expression)) }" }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Condition: CustomStringConvertible, CustomReflectable {
  /// The condition without values: it does not know which columns are `@sensitive`.
  public var description: String { QueryDescription().text(self) }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Condition.Kind: CustomStringConvertible, CustomReflectable {
  /// The condition without values: it does not know which columns are `@sensitive`.
  public var description: String { QueryDescription().text(Condition(self, depth: 1)) }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension QueryExpression: CustomStringConvertible, CustomReflectable {
  /// The expression without values: it does not know which columns are `@sensitive`.
  public var description: String { QueryDescription().text(self) }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Ordering: CustomStringConvertible, CustomReflectable {
  /// The direction: what is sorted by has its names from a table.
  public var description: String { QueryDescription().text(self) }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension RelatedRows: CustomStringConvertible, CustomReflectable {
  /// The rows without values: they do not know which columns are `@sensitive`.
  public var description: String { QueryDescription().text(self) }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Column: CustomStringConvertible, CustomReflectable {
  /// The column without names and values: it does not know its table.
  public var description: String { "\(expression)" }

  /// What `dump` and debuggers show: no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

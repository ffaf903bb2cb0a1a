/// What a backend sends for a query, and how the database executes it; see ``Store/explain(_:)-(Query<Model>)``.
public struct QueryPlan: Hashable, Sendable, CustomStringConvertible {
  /// The statement, with placeholders instead of values.
  public var sql: String
  /// The plan as the database describes it, a line for each step. Its form depends on the database and its release.
  public var steps: [String]
  /// What the program does with the result that a database would otherwise do, and why; `nil` if it does nothing.
  public var remark: String?
  /// The plans of the further statements that load relations and lists, in the order in which they are sent. Each is
  /// the one for many rows, and is sent only if there are rows to look for.
  public var related: [QueryPlan]

  /// A statement and its plan.
  public init(sql: String, steps: [String], remark: String? = nil, related: [QueryPlan] = []) {
    self.sql = sql
    self.steps = steps
    self.remark = remark
    self.related = related
  }

  /// Each statement, followed by the lines of its plan and the remark.
  public var description: String {
    ([sql] + steps + [remark].compactMap(\.self) + related.map(\.description)).joined(separator: "\n")
  }
}

/// A query whose plan is requested; see ``BackendSession/explain(_:)``.
@_spi(Backend) public enum ExplainedQuery: Sendable {
  /// A query that reads rows.
  case rows(RowQuery)
  /// A query that reads groups.
  case groups(GroupQuery)
  /// A statement in SQL.
  case sql(SQL)
}

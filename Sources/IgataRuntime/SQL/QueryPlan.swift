/// What a backend sends for a query, and how the database executes it; see ``Store/explain(_:)-(Query<Model>)``.
public struct QueryPlan: Hashable, Sendable, CustomStringConvertible {
  /// The statement, with placeholders instead of values.
  public var sql: String
  /// The plan as the database describes it, a line for each step. Its form depends on the database and its release.
  public var steps: [String]

  /// A statement and its plan.
  public init(sql: String, steps: [String]) {
    self.sql = sql
    self.steps = steps
  }

  /// The statement, followed by the lines of the plan.
  public var description: String { ([sql] + steps).joined(separator: "\n") }
}

/// A query whose plan is requested; see ``BackendSession/explain(_:)``.
@_spi(Backend) public enum ExplainedQuery: Sendable {
  /// A query that reads rows.
  case rows(RowQuery)
  /// The aggregates of groups.
  case groups(RowQuery, by: [QueryExpression], [Aggregate])
  /// A statement in SQL.
  case sql(SQL)
}

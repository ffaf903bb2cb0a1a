/// What a statement in SQL changed; see ``BackendSession/execute(_:)``.
@_spi(Backend) public struct SQLChange: Hashable, Sendable {
  /// How many rows the statement itself inserted, updated and deleted, without those of triggers and delete rules.
  public var count: Int
  /// The names of the tables that may have changed, also through triggers and delete rules; `nil` if any may have.
  public var tables: Set<String>?

  /// A change of rows in some tables, or in any table.
  public init(count: Int, tables: Set<String>?) {
    self.count = count
    self.tables = tables
  }
}

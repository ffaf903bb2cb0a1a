/// Options that affect the meaning of a schema.
public struct ResolveOptions: Hashable, Sendable {
  /// How tables are named if their models have no `@table`.
  public var tableNames: TableNaming

  public init(tableNames: TableNaming = .singular) { self.tableNames = tableNames }
}

/// Options that affect the meaning of a schema.
public struct ResolveOptions: Hashable, Sendable {
  /// How tables and columns are named if `@table` and `@column` don't name them.
  public var names: NamingRules

  public init(names: NamingRules = NamingRules()) { self.names = names }
}

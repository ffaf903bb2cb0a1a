/// Options that affect the meaning of a schema.
public struct ResolveOptions: Hashable, Sendable {
  /// How tables and columns are named if `@table` and `@column` don't name them.
  public var names: NamingRules
  /// Whether the checks that need the whole schema run. They don't change it.
  public var checks: Bool

  public init(names: NamingRules = NamingRules(), checks: Bool = true) {
    self.names = names
    self.checks = checks
  }
}

/// A condition that every row of a table satisfies: `check(endsAt > startsAt)`.
public struct TableCheck: Hashable, Sendable {
  /// The name in SQL, not quoted.
  public var name: String
  public var condition: RowCondition

  public init(_ name: String, _ condition: RowCondition) {
    self.name = name
    self.condition = condition
  }
}

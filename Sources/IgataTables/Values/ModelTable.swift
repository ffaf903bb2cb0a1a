/// The table of a model of a schema, and the targets of its relations.
public struct ModelTable: Hashable, Sendable {
  public var table: Table
  /// The target of each relation, as an index into the tables of the schema.
  public var targets: [Int]

  public init(table: Table, targets: [Int]) {
    self.table = table
    self.targets = targets
  }
}

/// The table of a model among those of a schema, and where its relations lead.
public struct ModelTable: Hashable, Sendable {
  public var table: Table
  /// The models at the other ends of the relations, in their order: indexes into the tables of the schema.
  public var targets: [Int]

  public init(table: Table, targets: [Int]) {
    self.table = table
    self.targets = targets
  }
}

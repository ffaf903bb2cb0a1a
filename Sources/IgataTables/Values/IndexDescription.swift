/// A unique constraint or an index.
public struct IndexDescription: Hashable, Sendable {
  /// One column of the index and its direction.
  public struct Part: Hashable, Sendable {
    /// The index of the column in its table.
    public var column: Int
    /// Whether the greatest comes first.
    public var isDescending: Bool

    public init(_ column: Int, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// The name in SQL, not quoted.
  public var name: String
  /// The columns, in the order of the index.
  public var parts: [Part]
  /// The condition of a partial one.
  public var condition: IndexCondition?

  public init(_ name: String, _ columns: [Int], descending: Set<Int> = [], where condition: IndexCondition? = nil) {
    self.name = name
    self.parts = columns.map { Part($0, isDescending: descending.contains($0)) }
    self.condition = condition
  }
}

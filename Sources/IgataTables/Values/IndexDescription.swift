/// A unique constraint or an index.
public struct IndexDescription: Hashable, Sendable {
  /// One column of the index and its direction.
  public struct Part: Hashable, Sendable {
    /// The index of the column in its table.
    public var column: Int
    /// The function whose results are indexed; `nil` for the values themselves.
    public var function: IndexFunction?
    /// Whether the greatest comes first.
    public var isDescending: Bool

    public init(_ column: Int, _ function: IndexFunction? = nil, isDescending: Bool = false) {
      self.column = column
      self.function = function
      self.isDescending = isDescending
    }
  }

  /// The name in SQL, not quoted.
  public var name: String
  /// The columns, in the order of the index.
  public var parts: [Part]
  /// The method of PostgreSQL that organizes it, such as `gin`; `nil` for a B-tree. See ``IndexMethod``.
  public var method: String?
  /// The condition of a partial one.
  public var condition: IndexCondition?

  public init(_ name: String, _ columns: [Int], descending: Set<Int> = [], where condition: IndexCondition? = nil) {
    self.name = name
    self.parts = columns.map { Part($0, isDescending: descending.contains($0)) }
    self.condition = condition
  }

  /// The columns, without their functions and directions.
  public var columns: [Int] { parts.map(\.column) }

  /// Whether every part is the value of a column, so that the parts are unique if and only if the columns are.
  public var isOfValues: Bool { parts.allSatisfy { $0.function == nil } }

  /// Whether the index contains every row, in an order in which a row is found.
  public var isComplete: Bool { condition == nil && method == nil }

  /// The columns by whose values every row can be found: none if the index does not contain all rows, or has a method
  /// that does not look for equal values.
  public var searchableColumns: [Int] {
    condition == nil && IndexMethod.findsEqualValues(method) ? parts.prefix { $0.function == nil }.map(\.column) : []
  }
}

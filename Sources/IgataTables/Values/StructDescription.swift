/// A struct whose fields are columns of the table.
public struct StructDescription: Hashable, Sendable {
  /// The names that lead to it from the model: `["home"]`.
  public var path: [String]
  /// Its first column.
  public var column: Int
  /// How many columns it takes, those of structs inside of it included.
  public var columnCount: Int
  /// For an optional struct: the column of a required field, which is null if there is no struct.
  public var presenceColumn: Int?

  public init(_ path: [String], column: Int, columnCount: Int, presenceColumn: Int? = nil) {
    self.path = path
    self.column = column
    self.columnCount = columnCount
    self.presenceColumn = presenceColumn
  }
}

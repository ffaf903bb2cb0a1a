/// The value of a column if none is given.
public enum ColumnDefault: Hashable, Sendable {
  case value(ColumnLiteral)
  case uuid, uuid7, cuid, ulid, now, autoincrement
  /// The database evaluates an expression of SQL for a row that is inserted without a value.
  case sql(String)
  /// The database computes the value, or another program writes it: a store only reads it.
  case computed
  /// The field's relation or struct is made from its own defaults.
  case construct

  /// Whether only a database has the value.
  public var isMadeByDatabase: Bool {
    switch self {
    case .sql, .computed: true
    case .value, .uuid, .uuid7, .cuid, .ulid, .now, .autoincrement, .construct: false
    }
  }
}

/// A value that a schema can write down: an enum is its raw value, a fixed-point number its integer.
public enum ColumnLiteral: Hashable, Sendable {
  case bool(Bool)
  /// A whole number, or a fixed-point number as value × scale.
  case integer(Int64)
  case real(Double)
  /// Exact decimal digits: `-1.25`.
  case decimal(String)
  case text(String)
  /// `2024-05-27`
  case day(String)
  /// The canonical text of a JSON value: no white space, members sorted by key.
  case json(String)
  case list([ColumnLiteral])
}

@_spi(Backend) public import IgataRuntime
public import IgataTables

extension QueryTranslator {
  /// The number of values up to which a list is better passed value by value if the database can also read it as a
  /// table.
  @_spi(Backend) public static let longestList = 8

  /// Appends ` IN` and a list of rows without null. Each row has as many values as there are expressions.
  mutating func appendList(
    _ rows: [[StoredValue]], of expressions: [QueryExpression], isNegated: Bool
  ) throws(StoreError) {
    var types: [ColumnType] = []
    for expression in expressions { types.append(try type(of: expression).widened) }
    dialect.appendList(rows, of: types, isNegated: isNegated, to: &self)
  }

  /// Appends rows value by value: `($1, $2)`, or `(VALUES ($1, $2), ($3, $4))` if rows have several values.
  ///
  /// - Parameter keyword: The keyword before rows of several values.
  @_spi(Backend) public mutating func appendValues(
    _ rows: [[StoredValue]], _ types: [ColumnType], after keyword: String = "VALUES "
  ) {
    let isWide = rows.contains { $0.count > 1 }
    sql += isWide ? "(" + keyword : "("
    for (index, row) in rows.enumerated() {
      sql += index == 0 ? "" : ", "
      if isWide { sql += "(" }
      for (column, value) in row.enumerated() {
        sql += column == 0 ? "" : ", "
        if dialect.typesLists, types.indices.contains(column), types[column].isList {
          appendParameter(.list(value, types[column]))
        } else {
          appendParameter(.value(value))
        }
      }
      if isWide { sql += ")" }
    }
    sql += ")"
  }
}

@_spi(Backend) extension ColumnType {
  /// Whether the values are lists.
  public var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The widest type of the same kind of values.
  public var widened: ColumnType { storage.widestScalar.map { .scalar($0) } ?? self }
}

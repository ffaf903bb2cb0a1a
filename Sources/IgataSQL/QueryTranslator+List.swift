@_spi(Backend) package import IgataRuntime

extension QueryTranslator {
  /// Up to so many values a list is written out, or held against one by one; beyond, it is read as a table.
  package static let longestList = 8

  /// ` IN` a list of rows of values, none of them null, which are compared with as many expressions.
  mutating func appendList(
    _ rows: [[StoredValue]], of expressions: [QueryExpression], isNegated: Bool
  ) throws(StoreError) {
    if dialect == .postgresql {
      var types: [ColumnType] = []
      for expression in expressions { types.append(try type(of: expression).widened) }
      // There are no arrays of arrays.
      if !types.contains(where: \.isList) { return appendArrays(rows, types, isNegated: isNegated) }
      sql += isNegated ? " NOT IN " : " IN "
      return appendWrittenOut(rows, types)
    }
    sql += isNegated ? " NOT IN " : " IN "
    guard rows.count <= Self.longestList else {
      sql += "(SELECT \(SQLiteFunction.columnNames(expressions.count)) FROM \(SQLiteFunction.values)("
      appendParameter(.rows(rows))
      sql += "))"
      return
    }
    appendWrittenOut(rows, [])
  }

  /// `(?1, ?2)` or `(VALUES (?1, ?2), (?3, ?4))`.
  private mutating func appendWrittenOut(_ rows: [[StoredValue]], _ types: [ColumnType]) {
    let isWide = rows.contains { $0.count > 1 }
    sql += isWide ? "(VALUES " : "("
    for (index, row) in rows.enumerated() {
      sql += index == 0 ? "" : ", "
      if isWide { sql += "(" }
      for (column, value) in row.enumerated() {
        sql += column == 0 ? "" : ", "
        if types.indices.contains(column), types[column].isList {
          appendParameter(.list(value, types[column]))
        } else {
          appendParameter(.value(value))
        }
      }
      if isWide { sql += ")" }
    }
    sql += ")"
  }

  /// `= ANY ($1)`, which an index serves value by value, or a table of columns, `IN (SELECT * FROM unnest($1, $2))`.
  private mutating func appendArrays(_ rows: [[StoredValue]], _ types: [ColumnType], isNegated: Bool) {
    if types.count == 1, rows.count <= Self.longestList {
      sql += isNegated ? " <> ALL (" : " = ANY ("
      appendParameter(.array(rows.map { $0[0] }, types[0]))
      sql += ")"
      return
    }
    sql += isNegated ? " NOT IN (SELECT * FROM unnest(" : " IN (SELECT * FROM unnest("
    for (column, type) in types.enumerated() {
      if column > 0 { sql += ", " }
      appendParameter(.array(rows.map { $0[column] }, type))
    }
    sql += "))"
  }
}

extension ColumnType {
  var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The widest type of the same kind of values.
  package var widened: ColumnType {
    switch self {
    case .int16, .int32, .int64, .int, .fixed, .integerEnum: .int64
    case .float, .double: .double
    case .decimal: .decimal()
    case .string, .url, .stringEnum: .string
    case .bool, .data, .date, .uuid, .json, .list: self
    }
  }
}

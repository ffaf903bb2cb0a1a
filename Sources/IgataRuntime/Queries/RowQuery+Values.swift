internal import IgataTables

extension RowQuery {
  /// The description of the rows that a query reads: that of its table, or one with a column for each of ``values``,
  /// which has no key.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` if a value has no type.
  @_spi(Backend) public func resultTable() throws(StoreError) -> TableDescription {
    guard let values else { return table }
    var columns: [ColumnDescription] = []
    for (number, value) in values.enumerated() {
      columns.append(
        ColumnDescription(
          "value\(number)", [table.text(of: value)], try [table].type(of: value), isNullable: table.isNullable(value),
          isSensitive: [table].isSensitive(value)))
    }
    return TableDescription(model: table.model, name: table.name, columns: columns, primaryKey: [])
  }
}

extension [TableDescription] {
  /// The type of an expression's values. The tables are the query's own, followed by those of the enclosing related
  /// rows.
  ///
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` if it has none.
  package func type(of expression: QueryExpression) throws(StoreError) -> ColumnType {
    switch expression {
    case .column(let path, let column):
      guard let column = self.column(path, column) else {
        throw .unsupportedQuery(expression: text(of: expression), reason: "there is no such column")
      }
      return column.type
    case .value(let value): return value.columnType
    case .lowercased: return .scalar(.string)
    case .json(_, _, let form): return form.type
    case .datePart(let part, let date): return part.isDate ? try type(of: date) : .scalar(.int)
    case .related(let aggregate, let rows): return try inside(rows).type(of: aggregate)
    case .aggregate(let aggregate): return try type(of: aggregate)
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .arithmetic(_, let left, let right):
      // `nil` is of the type of what it is combined with.
      let leftType = try type(of: left == .value(.null) ? right : left)
      let rightType = try type(of: right == .value(.null) ? left : right)
      guard leftType.isNumber, rightType.isNumber else {
        throw .unsupportedQuery(expression: "arithmetic on \(leftType)", reason: "it is not a number")
      }
      // `3 * amount` has the scale of `amount`, and a whole number is a fraction when combined with one.
      if case .value = left { return rightType }
      return leftType
    }
  }
}

extension [TableDescription] {
  /// Whether an expression contains the value of a `@sensitive` field.
  func isSensitive(_ expression: QueryExpression) -> Bool {
    if case .column(let path, let column) = expression { return self.column(path, column)?.isSensitive ?? false }
    var isSensitive = false
    QueryNode.expression(expression).forEachChild(in: self) { child, tables in
      // A condition on related rows decides which of them are used, and is no part of the value.
      if case .expression(let operand) = child, tables.isSensitive(operand) { isSensitive = true }
    }
    return isSensitive
  }
}

extension StoredValue {
  /// A type that has such values.
  var columnType: ColumnType {
    switch self {
    case .null, .text: .scalar(.string)
    case .bool: .scalar(.bool)
    case .integer: .scalar(.int64)
    case .real: .scalar(.double)
    case .data: .scalar(.data)
    case .uuid: .scalar(.uuid)
    case .date: .scalar(.date)
    case .day: .scalar(.day)
    case .decimal: .scalar(.decimal())
    case .json: .scalar(.json)
    case .list: .list(.scalar(.string))
    }
  }
}

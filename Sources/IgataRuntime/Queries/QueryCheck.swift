// What a backend may take for granted of a query. Columns and paths that generated code made are always right; the
// rest can be written, and is refused before anything is sent.
extension RowQuery {
  /// How deep conditions and expressions may nest; each `&&`, `||` and `!` is a level.
  static var depthLimit: Int { 500 }

  func check() throws(StoreError) {
    if let condition { try table.check(condition, depth: 0) }
    for ordering in order {
      try table.check(ordering.expression, depth: 0)
      try table.checkOrder(ordering.expression)
    }
  }

  func check(_ aggregate: Aggregate) throws(StoreError) {
    switch aggregate {
    case .count: return
    case .sum(let expression), .average(let expression): try table.check(expression, depth: 0)
    case .minimum(let expression), .maximum(let expression):
      try table.check(expression, depth: 0)
      try table.checkOrder(expression)
    }
  }
}

extension TableDescription {
  fileprivate func check(_ condition: Condition, depth: Int) throws(StoreError) {
    try check(depth: depth)
    switch condition {
    case .always, .never: return
    case .keyIsIn(let keyColumns, _):
      if keyColumns.allSatisfy({ columns.indices.contains($0) }) { return }
      throw .unsupportedQuery(expression: model, reason: "\(model) has no such columns")
    case .comparison(let left, let comparison, let right):
      try check(left, depth: depth + 1)
      try check(right, depth: depth + 1)
      switch comparison {
      case .equal, .notEqual: return
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        try checkOrder(left)
        try checkOrder(right)
      }
    case .isNull(let expression), .isIn(let expression, _), .text(let expression, _, _):
      try check(expression, depth: depth + 1)
    case .not(let condition): try check(condition, depth: depth + 1)
    case .and(let left, let right), .or(let left, let right):
      try check(left, depth: depth + 1)
      try check(right, depth: depth + 1)
    }
  }

  fileprivate func check(_ expression: QueryExpression, depth: Int) throws(StoreError) {
    try check(depth: depth)
    switch expression {
    case .value(.real(let value)) where value.isNaN:
      throw .unsupportedQuery(expression: "NaN", reason: "no value is equal to NaN, or before or after it")
    case .value: return
    case .column(let path, let column):
      if let table = table(along: path), table.columns.indices.contains(column) { return }
      throw .unsupportedQuery(expression: text(of: expression), reason: "\(model) has no such column")
    case .arithmetic(_, let left, let right):
      try check(left, depth: depth + 1)
      try check(right, depth: depth + 1)
    }
  }

  private func check(depth: Int) throws(StoreError) {
    guard depth > RowQuery.depthLimit else { return }
    throw .unsupportedQuery(
      expression: model, reason: "the condition nests deeper than \(RowQuery.depthLimit): use isIn for many values")
  }

  /// Lists and JSON are equal or not, and neither comes before the other.
  fileprivate func checkOrder(_ expression: QueryExpression) throws(StoreError) {
    guard case .column(let path, let column) = expression, let type = table(along: path)?.columns[column].type else {
      return
    }
    switch type {
    case .list, .json:
      throw .unsupportedQuery(expression: text(of: expression), reason: "lists and JSON values have no order")
    default: return
    }
  }
}

extension RowQuery {
  /// The error, with the calculations that may have overflowed. An engine reports an overflow without the calculation,
  /// so that its backend can only name the model.
  func naming(_ error: StoreError, by groups: [QueryExpression] = [], _ aggregates: [Aggregate] = []) -> StoreError {
    naming(error, groups, aggregates)
  }

  /// The error, with the calculations of an update that may have overflowed.
  func naming(_ error: StoreError, _ assignments: [ColumnAssignment]) -> StoreError {
    naming(error, assignments.map(\.value), [])
  }

  private func naming(
    _ error: StoreError, _ expressions: [QueryExpression], _ aggregates: [Aggregate]
  ) -> StoreError {
    guard case .overflow(table.model) = error else { return error }
    var calculations = Calculations()
    if let condition { calculations.add(condition, [table]) }
    for expression in order.map(\.expression) + (values ?? []) + expressions { calculations.add(expression, [table]) }
    for aggregate in aggregates {
      switch aggregate {
      case .sum(let expression), .average(let expression): calculations.add("the sum of \(table.text(of: expression))")
      case .minimum(let expression), .maximum(let expression): calculations.add(expression, [table])
      case .count: break
      }
    }
    guard !calculations.texts.isEmpty else { return error }
    return .overflow(expression: calculations.texts.joined(separator: "' or '"))
  }
}

/// The calculations of a query, as messages show them. `tables` are the query's own, followed by those of the enclosing
/// related rows.
private struct Calculations {
  private(set) var texts: [String] = []

  mutating func add(_ text: String) {
    if !texts.contains(text) { texts.append(text) }
  }

  mutating func add(_ expression: QueryExpression, _ tables: [TableDescription]) {
    switch expression {
    case .arithmetic: add(tables.text(of: expression))
    case .lowercased(let operand), .json(let operand, _, _): add(operand, tables)
    case .datePart(let part, let date):
      add(date, tables)
      if part.isDate { add(tables.text(of: expression)) }
    case .related(let aggregate, let rows):
      add(rows, tables)
      if let expression = aggregate.expression { add(expression, tables.inside(rows)) }
      switch aggregate {
      case .sum, .average: add(tables.text(of: expression))
      case .count, .minimum, .maximum: break
      }
    case .column, .value, .aggregate, .unsupported: break
    }
  }

  mutating func add(_ condition: Condition, _ tables: [TableDescription]) {
    condition.forEachOperand { operand in
      switch operand {
      case .expression(let expression): add(expression, tables)
      case .rows(let rows): add(rows, tables)
      }
    }
  }

  private mutating func add(_ rows: RelatedRows, _ tables: [TableDescription]) {
    if let condition = rows.condition { add(condition, tables.inside(rows)) }
  }
}

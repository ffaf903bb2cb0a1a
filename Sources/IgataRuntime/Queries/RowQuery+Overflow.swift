extension RowQuery {
  /// The error, with the calculations that may have overflowed. An engine reports an overflow without the calculation,
  /// so that its backend can only name the model.
  ///
  /// - Parameter expressions: What an update assigns.
  func naming(
    _ error: StoreError, _ expressions: [QueryExpression] = [], aggregates: [Aggregate] = []
  ) -> StoreError {
    guard case .overflow(table.model) = error else { return error }
    var calculations = Calculations()
    calculations.add(self, expressions, aggregates)
    return calculations.error ?? error
  }
}

extension GroupQuery {
  /// The error, with the calculations of the rows and of the groups that may have overflowed.
  func naming(_ error: StoreError) -> StoreError {
    guard case .overflow(rows.table.model) = error else { return error }
    var calculations = Calculations()
    calculations.add(rows, keys, aggregates)
    calculations.add(groups)
    return calculations.error ?? error
  }
}

/// The calculations of a query, as messages show them. `tables` are the query's own, followed by those of the enclosing
/// related rows.
private struct Calculations {
  private var texts: [String] = []

  /// The error that one of them is out of range; `nil` if there are none.
  var error: StoreError? {
    texts.isEmpty ? nil : .overflow(expression: texts.joined(separator: "' or '"))
  }

  mutating func add(_ query: RowQuery, _ expressions: [QueryExpression] = [], _ aggregates: [Aggregate] = []) {
    let table = query.table
    query.forEachChild { add($0, [table]) }
    for expression in expressions { add(.expression(expression), [table]) }
    for aggregate in aggregates {
      guard let expression = aggregate.expression else { continue }
      if aggregate.function.canOverflow {
        add("the sum of \(table.text(of: expression))")
      } else {
        add(.expression(expression), [table])
      }
    }
  }

  private mutating func add(_ text: String) {
    if !texts.contains(text) { texts.append(text) }
  }

  // Otherwise, each caller gets its own copy of all functions that visit a query: 15 KB.
  @inline(never)
  private mutating func add(_ node: QueryNode, _ tables: [TableDescription]) {
    // The text of an arithmetic operation shows its operands.
    if case .expression(.arithmetic) = node {} else { node.forEachChild(in: tables) { add($0, $1) } }
    if case .expression(let expression) = node, expression.canOverflow { add(tables.text(of: expression)) }
  }
}

extension QueryExpression {
  fileprivate var canOverflow: Bool {
    switch self {
    case .arithmetic: true
    case .datePart(let part, _): part.isDate
    case .related(let aggregate, _): aggregate.function.canOverflow
    default: false
    }
  }
}

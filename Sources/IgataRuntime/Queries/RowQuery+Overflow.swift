extension RowQuery {
  /// The error, with the calculations that may have overflowed. An engine reports an overflow without the calculation,
  /// so that its backend can only name the model.
  ///
  /// - Parameter expressions: What the rows are grouped by, or what an update assigns.
  func naming(
    _ error: StoreError, _ expressions: [QueryExpression] = [], _ aggregates: [Aggregate] = []
  ) -> StoreError {
    guard case .overflow(table.model) = error else { return error }
    var calculations = Calculations()
    forEachChild { calculations.add($0, [table]) }
    for expression in expressions { calculations.add(.expression(expression), [table]) }
    for aggregate in aggregates {
      guard let expression = aggregate.expression else { continue }
      if aggregate.function.canOverflow {
        calculations.add("the sum of \(table.text(of: expression))")
      } else {
        calculations.add(.expression(expression), [table])
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

  mutating func add(_ node: QueryNode, _ tables: [TableDescription]) {
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

extension Condition {
  /// An operand of a condition.
  enum Operand {
    case expression(QueryExpression)
    case rows(RelatedRows)
  }

  /// Calls `body` with the operands of the condition and its terms, in order.
  func forEachOperand(_ body: (Operand) -> Void) {
    switch kind {
    case .always, .never, .keyIsIn, .unsupported: break
    case .comparison(let left, _, let right):
      body(.expression(left))
      body(.expression(right))
    case .isNull(let expression), .isIn(let expression, _), .contains(let expression, _), .text(let expression, _, _):
      body(.expression(expression))
    case .not(let condition): condition.forEachOperand(body)
    case .all(let terms), .any(let terms): for term in terms { term.forEachOperand(body) }
    case .exists(let rows): body(.rows(rows))
    }
  }
}

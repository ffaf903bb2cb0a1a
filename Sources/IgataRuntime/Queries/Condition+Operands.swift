extension Condition {
  /// What a condition looks at.
  enum Operand {
    case expression(QueryExpression)
    case rows(RelatedRows)
  }

  /// Calls `body` with what the condition and its terms look at, in the order in which they stand.
  func forEachOperand(_ body: (Operand) -> Void) {
    switch kind {
    case .always, .never, .keyIsIn, .unsupported: break
    case .comparison(let left, _, let right):
      body(.expression(left))
      body(.expression(right))
    case .isNull(let expression), .isIn(let expression, _), .text(let expression, _, _): body(.expression(expression))
    case .not(let condition): condition.forEachOperand(body)
    case .all(let terms), .any(let terms): for term in terms { term.forEachOperand(body) }
    case .exists(let rows): body(.rows(rows))
    }
  }
}

/// A part of a query that may consist of other parts.
///
/// What visits all of a query decides about the nodes that it needs, and visits the children of all others.
enum QueryNode {
  case condition(Condition)
  case expression(QueryExpression)
  case rows(RelatedRows)

  /// Calls `body` with the parts of which the node directly consists, in order, each with the tables of its rows.
  ///
  /// - Parameter tables: The query's table, followed by those of the enclosing related rows.
  func forEachChild<Failure>(
    in tables: [TableDescription], _ body: (QueryNode, [TableDescription]) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .condition(let condition): try condition.forEachChild { (child) throws(Failure) in try body(child, tables) }
    case .expression(let expression): try expression.forEachChild(in: tables, body)
    case .rows(let rows):
      if let condition = rows.condition { try body(.condition(condition), tables.inside(rows)) }
    }
  }
}

extension RowQuery {
  /// Calls `body` with the parts of which the query consists.
  func forEachChild(_ body: (QueryNode) -> Void) {
    if let condition { body(.condition(condition)) }
    for ordering in order { body(.expression(ordering.expression)) }
    for expression in partition { body(.expression(expression)) }
    for value in values ?? [] { body(.expression(value)) }
  }
}

extension Condition {
  fileprivate func forEachChild<Failure>(_ body: (QueryNode) throws(Failure) -> Void) throws(Failure) {
    switch kind {
    case .always, .never, .keyIsIn, .unsupported: break
    case .comparison(let left, _, let right):
      try body(.expression(left))
      try body(.expression(right))
    case .isNull(let operand), .isIn(let operand, _), .contains(let operand, _), .text(let operand, _, _):
      try body(.expression(operand))
    case .not(let term): try body(.condition(term))
    case .all(let terms), .any(let terms): for term in terms { try body(.condition(term)) }
    case .exists(let rows): try body(.rows(rows))
    }
  }

  /// The same condition with other terms, operands and related rows.
  package func mapChildren<Failure>(
    _ term: (Condition) throws(Failure) -> Condition,
    operands operand: (QueryExpression) throws(Failure) -> QueryExpression,
    rows relatedRows: (RelatedRows) throws(Failure) -> RelatedRows = { $0 }
  ) throws(Failure) -> Condition {
    let kind: Kind =
      switch kind {
      case .always, .never, .keyIsIn, .unsupported: kind
      case .comparison(let left, let sign, let right): .comparison(try operand(left), sign, try operand(right))
      case .isNull(let value): .isNull(try operand(value))
      case .isIn(let value, let values): .isIn(try operand(value), values)
      case .contains(let list, let value): .contains(try operand(list), value)
      case .text(let value, let comparison, let text): .text(try operand(value), comparison, text)
      case .not(let condition): .not(try term(condition))
      case .all(let terms): .all(try terms.map(term))
      case .any(let terms): .any(try terms.map(term))
      case .exists(let rows): .exists(try relatedRows(rows))
      }
    return Condition(closed: kind, of: self)
  }
}

extension QueryExpression {
  fileprivate func forEachChild<Failure>(
    in tables: [TableDescription], _ body: (QueryNode, [TableDescription]) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .column, .value, .unsupported: break
    case .arithmetic(_, let left, let right):
      try body(.expression(left), tables)
      try body(.expression(right), tables)
    case .lowercased(let operand), .datePart(_, let operand), .json(let operand, _, _):
      try body(.expression(operand), tables)
    case .related(let aggregate, let rows):
      try body(.rows(rows), tables)
      if let operand = aggregate.expression { try body(.expression(operand), tables.inside(rows)) }
    case .aggregate(let aggregate): if let operand = aggregate.expression { try body(.expression(operand), tables) }
    }
  }

  /// The same expression with other operands and related rows.
  ///
  /// - Parameter operand: Returns another operand. It also receives whether that is one of the related rows.
  func mapChildren<Failure>(
    _ operand: (_ operand: QueryExpression, _ isRelated: Bool) throws(Failure) -> QueryExpression,
    rows relatedRows: (RelatedRows) throws(Failure) -> RelatedRows = { $0 }
  ) throws(Failure) -> QueryExpression {
    switch self {
    case .column, .value, .unsupported: self
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, try operand(left, false), try operand(right, false))
    case .lowercased(let text): .lowercased(try operand(text, false))
    case .datePart(let part, let date): .datePart(part, try operand(date, false))
    case .json(let root, let path, let form): .json(try operand(root, false), path, form)
    case .related(let aggregate, let rows):
      .related(
        try aggregate.mapped { (value) throws(Failure) in try operand(value, true) }, try relatedRows(rows))
    case .aggregate(let aggregate):
      .aggregate(try aggregate.mapped { (value) throws(Failure) in try operand(value, false) })
    }
  }
}

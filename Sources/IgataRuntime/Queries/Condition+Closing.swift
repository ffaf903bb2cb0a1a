extension RelatedRows {
  /// The rows for which the condition that `body` returns is true.
  init<Target: PersistableModel>(
    _ owner: RelationPath, _ relation: Int, of target: Target.Type, where body: (Target.Columns) -> Condition
  ) {
    let row = OpenRow()
    let condition = body(Target._columns(RelationPath(from: .open(row))))
    self.init(owner, relation, where: condition.closing(row, depth: 0))
  }

  /// The same rows, and an expression on each of them, which `body` returns.
  func expression<Target: PersistableModel, Value>(
    of target: Target.Type, _ body: (Target.Columns) -> Column<Value>
  ) -> Column<Value> {
    let row = OpenRow()
    let column = body(Target._columns(RelationPath(from: .open(row))))
    return Column(expression: column.expression.closing(row, depth: 0), depth: column.depth)
  }

  /// `depth` is the number of conditions on related rows between the row's own condition and this one.
  fileprivate func closing(_ row: OpenRow, depth: Int) -> RelatedRows {
    RelatedRows(owner.closing(row, depth: depth), relation, where: condition?.closing(row, depth: depth + 1))
  }
}

// After the closure has returned, its row is identified by its depth, so that equal conditions are equal.
extension Condition {
  fileprivate func closing(_ row: OpenRow, depth: Int) -> Condition {
    switch kind {
    case .always, .never, .keyIsIn, .unsupported: self
    case .comparison(let left, let comparison, let right):
      .comparison(left.closing(row, depth: depth), comparison, right.closing(row, depth: depth))
    case .isNull(let expression): .isNull(expression.closing(row, depth: depth))
    case .contains(let list, let value): Condition(closed: .contains(list.closing(row, depth: depth), value), of: self)
    case .isIn(let expression, let values): .isIn(expression.closing(row, depth: depth), values)
    case .text(let expression, let operation, let text): .text(expression.closing(row, depth: depth), operation, text)
    case .not(let condition): .not(condition.closing(row, depth: depth))
    case .all(let terms): Condition(closed: .all(terms.map { $0.closing(row, depth: depth) }), of: self)
    case .any(let terms): Condition(closed: .any(terms.map { $0.closing(row, depth: depth) }), of: self)
    case .exists(let rows): .exists(rows.closing(row, depth: depth))
    }
  }
}

extension QueryExpression {
  fileprivate func closing(_ row: OpenRow, depth: Int) -> QueryExpression {
    switch self {
    case .value, .aggregate, .unsupported: self
    case .column(let path, let column): .column(path.closing(row, depth: depth), column)
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, left.closing(row, depth: depth), right.closing(row, depth: depth))
    case .lowercased(let expression): .lowercased(expression.closing(row, depth: depth))
    case .datePart(let part, let date): .datePart(part, date.closing(row, depth: depth))
    case .json(let root, let path, let form): .json(root.closing(row, depth: depth), path, form)
    case .related(let aggregate, let rows):
      .related(aggregate.mapped { $0.closing(row, depth: depth + 1) }, rows.closing(row, depth: depth))
    }
  }
}

extension RelationPath {
  fileprivate func closing(_ row: OpenRow, depth: Int) -> RelationPath {
    origin == .open(row) ? RelationPath(steps, from: .related(depth)) : self
  }
}

/// Returns the path that replaces one. `depth` is the number of conditions on related rows in which it is nested.
typealias PathReplacement = (_ path: RelationPath, _ depth: Int) -> RelationPath

extension Condition {
  /// The same condition with other paths.
  func mapPaths(depth: Int = 0, _ replacement: PathReplacement) -> Condition {
    func mapped(_ expression: QueryExpression) -> QueryExpression {
      expression.mapPaths(depth: depth, replacement)
    }
    func mapped(_ condition: Condition) -> Condition { condition.mapPaths(depth: depth, replacement) }
    let kind: Kind =
      switch kind {
      case .always, .never, .keyIsIn, .unsupported: kind
      case .comparison(let left, let comparison, let right): .comparison(mapped(left), comparison, mapped(right))
      case .isNull(let expression): .isNull(mapped(expression))
      case .contains(let list, let value): .contains(mapped(list), value)
      case .isIn(let expression, let values): .isIn(mapped(expression), values)
      case .text(let expression, let operation, let text): .text(mapped(expression), operation, text)
      case .not(let condition): .not(mapped(condition))
      case .all(let terms): .all(terms.map(mapped))
      case .any(let terms): .any(terms.map(mapped))
      case .exists(let rows): .exists(rows.mapPaths(depth: depth, replacement))
      }
    return Condition(closed: kind, of: self)
  }
}

extension QueryExpression {
  /// The same expression with other paths.
  func mapPaths(depth: Int = 0, _ replacement: PathReplacement) -> QueryExpression {
    switch self {
    case .value, .aggregate, .unsupported: self
    case .column(let path, let column): .column(replacement(path, depth), column)
    case .arithmetic(let operation, let left, let right):
      .arithmetic(operation, left.mapPaths(depth: depth, replacement), right.mapPaths(depth: depth, replacement))
    case .lowercased(let expression): .lowercased(expression.mapPaths(depth: depth, replacement))
    case .datePart(let part, let date): .datePart(part, date.mapPaths(depth: depth, replacement))
    case .json(let root, let path, let form): .json(root.mapPaths(depth: depth, replacement), path, form)
    case .related(let aggregate, let rows):
      .related(
        aggregate.mapped { $0.mapPaths(depth: depth + 1, replacement) }, rows.mapPaths(depth: depth, replacement))
    }
  }
}

extension RelatedRows {
  fileprivate func mapPaths(depth: Int, _ replacement: PathReplacement) -> RelatedRows {
    RelatedRows(
      replacement(owner, depth), relation, where: condition?.mapPaths(depth: depth + 1, replacement))
  }
}

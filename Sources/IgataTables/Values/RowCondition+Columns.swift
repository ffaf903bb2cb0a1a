extension RowCondition {
  /// The condition with other columns; `nil` if one of them has no counterpart.
  package func mapColumns(_ transform: (Int) -> Int?) -> RowCondition? {
    switch self {
    case .comparison(let left, let comparison, let right):
      guard let left = left.mapColumn(transform), let right = right.mapColumn(transform) else { return nil }
      return .comparison(left, comparison, right)
    case .isNull(let column): return transform(column).map { .isNull($0) }
    case .isIn(let operand, let values): return operand.mapColumn(transform).map { .isIn($0, values) }
    case .not(let condition): return condition.mapColumns(transform).map { .not($0) }
    case .all(let terms): return Self.mapped(terms, transform).map { .all($0) }
    case .any(let terms): return Self.mapped(terms, transform).map { .any($0) }
    }
  }

  private static func mapped(_ terms: [RowCondition], _ transform: (Int) -> Int?) -> [RowCondition]? {
    let mapped = terms.compactMap { $0.mapColumns(transform) }
    return mapped.count == terms.count ? mapped : nil
  }
}

extension RowOperand {
  fileprivate func mapColumn(_ transform: (Int) -> Int?) -> RowOperand? {
    switch self {
    case .column(let column): transform(column).map { .column($0) }
    case .length(let column): transform(column).map { .length($0) }
    case .literal: self
    }
  }
}

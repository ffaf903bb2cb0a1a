extension TableWords {
  /// A condition in parentheses, as ``ConditionWriter`` writes it; `nil` if it can't be read.
  mutating func condition(_ columns: [ColumnDescription], _ index: (String) -> Int?) -> RowCondition? {
    condition(columns, index, depth: 0)
  }

  private mutating func condition(
    _ columns: [ColumnDescription], _ index: (String) -> Int?, depth: Int
  ) -> RowCondition? {
    let deepest = 100
    guard depth < deepest, take("(") else { return nil }
    if take("not") {
      guard let inner = condition(columns, index, depth: depth + 1), take(")") else { return nil }
      return .not(inner)
    }
    for (word, isAll) in [("all", true), ("any", false)] where take(word) {
      var terms: [RowCondition] = []
      while !take(")") {
        guard let term = condition(columns, index, depth: depth + 1) else { return nil }
        terms.append(term)
      }
      if terms.isEmpty { return nil }
      return isAll ? .all(terms) : .any(terms)
    }
    guard let result = leaf(columns, index), take(")") else { return nil }
    return result
  }

  private mutating func leaf(_ columns: [ColumnDescription], _ index: (String) -> Int?) -> RowCondition? {
    guard let left = operand(of: nil, index), let column = left.column else { return nil }
    if take("is") {
      guard case .column = left, take("null") else { return nil }
      return .isNull(column)
    }
    let type: ColumnType = if case .length = left { .scalar(.int64) } else { columns[column].type }
    if take("in") {
      let values = list { Self.value($0, type) }
      return values.flatMap { $0.isEmpty ? nil : .isIn(left, $0) }
    }
    guard let comparison = next().flatMap(RowComparison.init), let right = operand(of: type, index) else { return nil }
    return .comparison(left, comparison, right)
  }

  /// - Parameter type: The type of a literal; `nil` if there can be none.
  private mutating func operand(of type: ColumnType?, _ index: (String) -> Int?) -> RowOperand? {
    if take("length") { return name(index).map { .length($0) } }
    if let type, isAtLiteral { return next().flatMap { Self.value($0, type) }.map { .literal($0) } }
    return name(index).map { .column($0) }
  }

  private mutating func name(_ index: (String) -> Int?) -> Int? {
    _ = take("column")
    return next().flatMap(index)
  }
}

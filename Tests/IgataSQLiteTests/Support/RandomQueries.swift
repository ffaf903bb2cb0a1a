import IgataRuntime

/// Random queries over the tests' tables.
struct RandomQueries {
  var rows: RandomRows
  var generator: SeededGenerator

  private static let paths: [RelationPath] = [
    RelationPath(), RelationPath(), RelationPath(), RelationPath([0]), RelationPath([1]), RelationPath([2]),
    RelationPath([0, 0]), RelationPath([1, 2]), RelationPath([1, 0]), RelationPath([1, 1, 2]), RelationPath([1, 0, 0]),
  ]

  mutating func query() -> RowQuery {
    var query = RowQuery(Thing.table)
    if !generator.chance(8) { query.condition = condition(depth: 0) }
    for _ in 0..<generator.pick([0, 0, 1, 2]) {
      guard let expression = orderedColumn() else { continue }
      query.order.append(Ordering(expression.0, isDescending: generator.chance(2)))
    }
    if generator.chance(3) { query.limit = generator.pick([0, 1, 3, 20, 1000]) }
    if generator.chance(4) { query.offset = generator.pick([0, 1, 3, 20, 1000]) }
    return query
  }

  mutating func condition(depth: Int) -> Condition {
    switch Int.random(in: 0..<(depth < 4 ? 11 : 6), using: &generator) {
    case 0: return generator.chance(2) ? .always : .never
    case 1: return .isNull(column().0)
    case 2:
      let (expression, type) = column()
      let count = generator.pick([0, 1, 2, 7, 30])
      return .isIn(expression, (0..<count).map { _ in generator.chance(6) ? .null : rows.value(type) })
    case 3: return text()
    case 4: return keys()
    case 6: return .not(condition(depth: depth + 1))
    case 7, 8: return .and(condition(depth: depth + 1), condition(depth: depth + 1))
    case 9, 10: return .or(condition(depth: depth + 1), condition(depth: depth + 1))
    default: return comparison()
    }
  }

  private mutating func comparison() -> Condition {
    let operators: [ComparisonOperator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    let comparison = generator.pick(operators)
    let isOrder = comparison != .equal && comparison != .notEqual
    guard let (expression, type) = isOrder ? orderedColumn() : column() else { return .always }
    if generator.chance(3), let other = column(of: type) { return .comparison(expression, comparison, other) }
    let value = generator.chance(10) ? .null : rows.value(type)
    return .comparison(expression, comparison, .value(value))
  }

  private mutating func text() -> Condition {
    let operation = generator.pick([TextOperator.contains, .hasPrefix, .hasSuffix, .equalsIgnoringCase])
    let column = column(of: .string) ?? .column(RelationPath(), 9)
    return .text(column, operation, generator.pick(RandomRows.texts))
  }

  private mutating func keys() -> Condition {
    let columns = generator.pick([[0], [18], [19], [18, 19], [15, 2]])
    let count = generator.pick([0, 1, 3, 12])
    let keys = (0..<count).map { _ in columns.map { rows.value(Thing.table.columns[$0].type) } }
    return .keyIsIn(columns: columns, keys)
  }

  private mutating func column() -> (QueryExpression, ColumnType) {
    let path = generator.pick(Self.paths)
    let table = Thing.table.table(along: path) ?? Thing.table
    let column = Int.random(in: 0..<table.columns.count, using: &generator)
    return (.column(path, column), table.columns[column].type)
  }

  mutating func orderedColumn() -> (QueryExpression, ColumnType)? {
    for _ in 0..<10 {
      let (expression, type) = column()
      switch type {
      case .json, .list: continue
      case .double, .decimal, .int16, .fixed: if generator.chance(3) { return (arithmetic(expression, type), type) }
      default: break
      }
      return (expression, type)
    }
    return nil
  }

  /// Small numbers, so that what overflows is rare; it is tested apart.
  private mutating func arithmetic(_ expression: QueryExpression, _ type: ColumnType) -> QueryExpression {
    let operation = generator.pick([ArithmeticOperator.add, .subtract, .multiply])
    switch type {
    case .double: return .arithmetic(.multiply, expression, .value(.real(generator.pick([0.5, -2, 3]))))
    case .decimal: return .arithmetic(operation, expression, .value(.decimal(generator.pick([1, -2, 10]))))
    case .int16: return .arithmetic(operation, expression, .value(.integer(generator.pick([1, -2, 10]))))
    default: return expression
    }
  }

  /// A column of the wanted type, on some path.
  private mutating func column(of type: ColumnType) -> QueryExpression? {
    for _ in 0..<20 {
      let (expression, found) = column()
      if found == type { return expression }
    }
    return nil
  }

  mutating func aggregates() -> [Aggregate] {
    (0..<generator.pick([1, 2, 4])).map { _ in
      guard let (expression, type) = orderedColumn() else { return .count }
      switch (type, Int.random(in: 0..<5, using: &generator)) {
      case (_, 0): return .count
      case (_, 1): return .minimum(expression)
      case (_, 2): return .maximum(expression)
      // Sums of floating-point numbers depend on the order of the terms.
      case (.int16, 3), (.decimal, 3), (.fixed, 3), (.int64, 3): return .sum(expression)
      case (.int16, 4), (.decimal, 4): return .average(expression)
      default: return .count
      }
    }
  }
}

@_spi(Backend) internal import IgataRuntime

// The same questions with other values: a backend that caches a question must not cache its values.
extension RandomQueries {
  /// The query with each value replaced by another one of the same kind.
  mutating func withOtherValues(_ query: RowQuery) -> RowQuery {
    var other = query
    other.condition = query.condition.map { withOtherValues($0) }
    if query.limit != nil { other.limit = values.pick([1, 2, 3, 4]) }
    if query.offset > 0 { other.offset = values.pick([1, 2, 3]) }
    return other
  }

  private mutating func withOtherValues(_ condition: Condition) -> Condition {
    switch condition.kind {
    // An element of another size could be none of the list's type.
    case .isNull, .contains: return condition
    case .isIn(let expression, let list): return .isIn(expression, list.map { other($0) })
    case .text(let expression, let comparison, _):
      return .text(expression, comparison, values.pick(RandomValues.texts))
    case .keyIsIn(let columns, let keys):
      return .keyIsIn(columns: columns, keys.map { key in key.map { other($0) } })
    default:
      return condition.mapChildren {
        withOtherValues($0)
      } operands: {
        withOtherValue($0)
      } rows: { rows in
        RelatedRows(rows.owner, rows.relation, where: rows.condition.map { withOtherValues($0) })
      }
    }
  }

  /// Values in calculations are not replaced, as others might overflow.
  private mutating func withOtherValue(_ expression: QueryExpression) -> QueryExpression {
    switch expression {
    case .value(let value): .value(other(value))
    case .json(let root, _, let form): .json(root, jsonPath(), form)
    default: expression
    }
  }

  private mutating func other(_ value: StoredValue) -> StoredValue {
    switch value {
    case .null, .json, .list, .data: value
    case .bool: .bool(values.chance(2))
    case .integer(let number): values.chance(2) ? .integer(number) : .integer(values.pick(RandomValues.integers))
    case .real: .real(values.pick(RandomValues.reals))
    case .text: .text(values.pick(RandomValues.texts))
    case .date: .date(microseconds: values.pick(RandomValues.dates))
    case .day: .day(values.pick(RandomValues.days))
    case .decimal: .decimal(values.pick(RandomValues.decimals))
    case .uuid: anyUUID() ?? value
    }
  }

  /// A UUID from the rows, so that it matches.
  private mutating func anyUUID() -> StoredValue? {
    let rows = data.rows[values.pick(data.tables).name] ?? []
    return rows.isEmpty ? nil : values.pick(rows).first { $0.isUUID }
  }
}

extension StoredValue {
  fileprivate var isUUID: Bool {
    if case .uuid = self { true } else { false }
  }
}

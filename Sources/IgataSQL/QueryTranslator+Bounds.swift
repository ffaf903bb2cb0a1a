@_spi(Backend) internal import IgataRuntime
internal import IgataTables

// A column of another program is compared as it is stored, with the ends of the range in which it has the value. So an
// index supports the comparison, and nothing is computed for each row.

extension QueryTranslator {
  /// Appends the comparison of a column with a value that is converted for it. Otherwise appends nothing, and returns
  /// `false`.
  mutating func appendBounded(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression, isNegated: Bool
  ) throws(StoreError) -> Bool {
    guard !text.adapted.isEmpty else { return false }
    for (column, other, comparison) in [(left, right, comparison), (right, left, comparison.mirrored)] {
      guard case .value(let value) = other, let range = try storedRange(of: value, in: column) else { continue }
      let isNullable = try isNullable(column)
      let isOrder = comparison != .equal && comparison != .notEqual
      let wanted = isNegated ? comparison.negated : comparison
      // Null is neither equal to a value nor less than it.
      let isNullUndecided = isNullable && (isOrder ? isNegated : wanted == .notEqual)
      if isNullUndecided { sql += "(" }
      append(range, isNullUndecided ? (isOrder ? comparison : .equal) : wanted)
      if isNullUndecided { sql += ") IS NOT TRUE" }
      return true
    }
    return false
  }

  /// Appends the condition that a column is one of some values, none of them null. Otherwise appends nothing, and
  /// returns `false`.
  mutating func appendBounded(
    _ expression: QueryExpression, isIn values: [StoredValue], isNegated: Bool
  ) throws(StoreError) -> Bool {
    guard !text.adapted.isEmpty, let source = try adaptedSource(of: expression) else { return false }
    if source.adapted?.bounds == nil, source.adapted?.searched != nil, !isNegated, values.count <= Self.longestList {
      sql += "("
      for (index, value) in values.enumerated() {
        if index > 0 { sql += " OR " }
        _ = try appendSearched(expression, .value(value))
      }
      sql += ")"
      return true
    }
    guard values.count > Self.longestList else {
      let ranges = values.compactMap { range(of: $0, in: source) }
      guard ranges.count == values.count, !ranges.isEmpty else { return false }
      sql += isNegated ? "NOT (" : "("
      for (index, range) in ranges.enumerated() {
        if index > 0 { sql += " OR " }
        append(range, .equal)
      }
      sql += ")"
      return true
    }
    let least = values.min { $0.compared(to: $1) == .orderedAscending }
    let greatest = values.max { $0.compared(to: $1) == .orderedAscending }
    guard !isNegated, let least, let greatest, let start = range(of: least, in: source),
      let end = range(of: greatest, in: source)
    else { return false }
    // The ends of the list alone, as each value would be a condition on each row.
    sql += "(\(start.column) >= "
    append(.start, of: start)
    sql += " AND \(end.column) \(end.isSingle ? "<=" : "<") "
    append(end.isSingle ? .start : .end, of: end)
    sql += " AND \(source.compared)"
    try appendList(values.map { [$0] }, of: [expression], isNegated: false)
    sql += ")"
    return true
  }

  /// The range in which a column has a value.
  private struct StoredRange {
    /// The column in the order of its bounds.
    var column: String
    /// What is read of the column.
    var read: String
    var adapted: AdaptedColumn
    var bounds: StoredBounds
    var value: StoredValue

    var isSingle: Bool { bounds.areSingle(for: value) }
  }

  private mutating func storedRange(
    of value: StoredValue, in expression: QueryExpression
  ) throws(StoreError) -> StoredRange? {
    guard !value.isNull, let source = try adaptedSource(of: expression) else { return nil }
    return range(of: value, in: source)
  }

  private func range(of value: StoredValue, in source: ColumnSource) -> StoredRange? {
    guard let adapted = source.adapted, let bounds = adapted.bounds, bounds.bound(.start, of: value) != nil,
      bounds.bound(.end, of: value) != nil
    else { return nil }
    return StoredRange(
      column: AdaptedColumn.sql(adapted.ordered, source.column), read: source.compared, adapted: adapted,
      bounds: bounds, value: value)
  }

  private mutating func append(_ edge: StoredBounds.Edge, of range: StoredRange) {
    appendParameter(.bound(edge, range.bounds, of: range.value))
    guard let bound = range.adapted.bound else { return }
    let parameter = dialect.parameter(parameters.count)
    sql.removeLast(parameter.count)
    sql += AdaptedColumn.sql(bound, parameter)
  }

  private mutating func append(_ range: StoredRange, _ comparison: ComparisonOperator) {
    if range.isSingle {
      sql += "\(range.column) \(comparison.sql) "
      return append(.start, of: range)
    }
    if let single = range.adapted.single, comparison == .equal || comparison == .notEqual,
      single.bound(.start, of: range.value) != nil
    {
      sql += "\(range.column) \(comparison.sql) "
      return appendParameter(.bound(.start, single, of: range.value))
    }
    if let form = range.adapted.keyForm, comparison == .equal || comparison == .notEqual {
      // With a plain value, SQLite would calculate in place of the column, also with one that can't be read.
      sql += "\(range.column) \(comparison.sql) (SELECT "
      appendParameter(.bound(.start, .stored(form), of: range.value))
      return sql += ")"
    }
    switch comparison {
    case .equal:
      sql += "(\(range.column) >= "
      append(.start, of: range)
      sql += " AND \(range.column) < "
      append(.end, of: range)
      appendExact(range, " AND ", comparison)
      sql += ")"
    case .notEqual:
      sql += "(\(range.column) < "
      append(.start, of: range)
      sql += " OR \(range.column) >= "
      append(.end, of: range)
      appendExact(range, " OR ", comparison)
      sql += ")"
    case .less where range.bounds.areExact, .greaterOrEqual where range.bounds.areExact:
      sql += "\(range.column) \(comparison.sql) "
      append(.start, of: range)
    case .lessOrEqual where range.bounds.areExact, .greater where range.bounds.areExact:
      sql += "\(range.column) \(comparison == .greater ? ">=" : "<") "
      append(.end, of: range)
    case .less, .lessOrEqual:
      // Rows are only read within the range.
      sql += "(\(range.column) < "
      append(.end, of: range)
      sql += " AND (\(range.column) < "
      append(.start, of: range)
      appendExact(range, " OR ", comparison)
      sql += "))"
    case .greater, .greaterOrEqual:
      sql += "(\(range.column) >= "
      append(.start, of: range)
      sql += " AND (\(range.column) >= "
      append(.end, of: range)
      appendExact(range, " OR ", comparison)
      sql += "))"
    }
  }

  /// Appends the comparison of what is read, if the range has other values as well.
  private mutating func appendExact(_ range: StoredRange, _ word: String, _ comparison: ComparisonOperator) {
    if range.bounds.areExact { return }
    sql += "\(word)\(range.read) \(comparison.sql) "
    appendParameter(.value(range.value))
  }
}

extension ComparisonOperator {
  /// The operator with the operands exchanged.
  fileprivate var mirrored: ComparisonOperator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

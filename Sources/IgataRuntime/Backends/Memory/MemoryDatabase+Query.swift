internal import Foundation

extension MemoryDatabase {
  /// The rows that the query selects, in its order.
  func select(_ query: RowQuery) throws(StoreError) -> [[StoredValue]] {
    try query.check()
    let table = tables[try number(of: query.table)]
    let evaluation = RowEvaluation(database: self, tables: [query.table])
    let restriction = query.condition.flatMap { table.restriction(in: $0) }
    let condition = restriction.map(\.rest) ?? query.condition
    let test: RowEvaluation.Test? = if let condition { try evaluation.test(condition) } else { nil }
    let frame = RowFrame()
    let range = query.rowRange
    let order = query.partition.map { Ordering($0) } + query.order
    let isSorted = order.isEmpty
    var rows: [[StoredValue]] = []
    func take(_ row: [StoredValue]) throws(StoreError) -> Bool {
      frame.rows[0] = row
      if let test, try !test(frame) { return true }
      rows.append(row)
      return !isSorted || rows.count != range.upperBound
    }
    if range.upperBound == 0 { return [] }
    if let restriction {
      for key in restriction.keys {
        guard let row = table.rows[key] else { continue }
        guard try take(row) else { break }
      }
    } else {
      try table.rows.forEach { entry throws(StoreError) in try take(entry.value) }
    }
    if !isSorted { rows = try sort(rows, by: order, evaluation) }
    if range == 0..<Int.max { return rows }
    if query.partition.isEmpty { return Array(rows[range.clamped(to: 0..<rows.count)]) }
    return try limit(rows, to: range, ofEach: query.partition, evaluation)
  }

  /// The rows in a range of each part of the rows, which are sorted by the parts.
  private func limit(
    _ rows: [[StoredValue]], to range: Range<Int>, ofEach partition: [QueryExpression], _ evaluation: RowEvaluation
  ) throws(StoreError) -> [[StoredValue]] {
    let values = try evaluation.values(partition)
    var results: [[StoredValue]] = []
    var part: [StoredValue]?
    var count = 0
    for row in rows {
      let own = try values(RowFrame(row))
      if part != own { (part, count) = (own, 0) }
      if range.contains(count) { results.append(row) }
      count += 1
    }
    return results
  }

  /// What the query reads of the rows that it selects: their columns, or its values.
  func read(_ query: RowQuery) throws(StoreError) -> [[StoredValue]] { try values(query, of: try select(query)) }

  private func values(_ query: RowQuery, of rows: [[StoredValue]]) throws(StoreError) -> [[StoredValue]] {
    guard let expressions = query.values else { return rows }
    let values = try RowEvaluation(database: self, tables: [query.table]).values(expressions)
    return try rows.map { (row) throws(StoreError) in try values(RowFrame(row)) }
  }

  /// What a query on a table that isn't stored reads of its rows, which are given in the order of their keys.
  static func read(_ query: RowQuery, of rows: [[StoredValue]]) throws(StoreError) -> [[StoredValue]] {
    let database = MemoryDatabase()
    let evaluation = RowEvaluation(database: database, tables: [query.table])
    var selected = rows
    if let condition = query.condition {
      let test = try evaluation.test(condition)
      selected = []
      for row in rows where try test(RowFrame(row)) { selected.append(row) }
    }
    selected = try database.sort(selected, by: query.order, evaluation)
    return try database.values(query, of: Array(selected.dropFirst(query.offset).prefix(query.limit ?? .max)))
  }

  /// Sorts rows that are in the order of their keys. Rows that are equal otherwise stay in that order.
  private func sort(
    _ rows: [[StoredValue]], by order: [Ordering], _ evaluation: RowEvaluation
  ) throws(StoreError) -> [[StoredValue]] {
    let values = try evaluation.values(order.map(\.expression))
    var keyed: [(offset: Int, values: [StoredValue])] = []
    for (offset, row) in rows.enumerated() { keyed.append((offset, try values(RowFrame(row)))) }
    keyed.sort { left, right in
      for (index, ordering) in order.enumerated() {
        let result = left.values[index].compared(to: right.values[index])
        if result != .orderedSame { return (result == .orderedAscending) != ordering.isDescending }
      }
      return left.offset < right.offset
    }
    return keyed.map { rows[$0.offset] }
  }

  /// One row for each group, in the order of the groups: the group's values, followed by one value for each aggregate.
  /// Without grouping, all rows are one group.
  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) throws(StoreError) -> [[StoredValue]] {
    try query.check(aggregates, by: groups)
    let evaluation = RowEvaluation(database: self, tables: [query.table])
    let keys = try evaluation.values(groups)
    let values = try aggregates.map { (aggregate) throws(StoreError) in
      try evaluation.value(aggregate.expression ?? .value(.null))
    }
    var indexes: [[StoredValue]: Int] = groups.isEmpty ? [[]: 0] : [:]
    var reductions = groups.isEmpty ? [aggregates.map { Reduction($0) }] : []
    for row in try select(query) {
      let frame = RowFrame(row)
      let key = try keys(frame)
      let index = indexes[key] ?? reductions.count
      if index == reductions.count {
        indexes[key] = index
        reductions.append(aggregates.map { Reduction($0) })
      }
      for (column, value) in values.enumerated() { reductions[index][column].add(try value(frame)) }
    }
    var results: [[StoredValue]] = []
    for (key, index) in indexes.sorted(by: { Self.isBefore($0.key, $1.key) }) {
      var result = key
      for reduction in reductions[index] {
        guard let value = reduction.result else {
          throw .overflow(
            expression: "the sum of " + (reduction.aggregate.expression.map { query.table.text(of: $0) } ?? "rows"))
        }
        result.append(value)
      }
      results.append(result)
    }
    return results
  }

  private static func isBefore(_ left: [StoredValue], _ right: [StoredValue]) -> Bool {
    for (left, right) in zip(left, right) {
      let result = left.compared(to: right)
      if result != .orderedSame { return result == .orderedAscending }
    }
    return false
  }
}

extension RowQuery {
  /// The numbers of the rows that the limit and the offset leave.
  fileprivate var rowRange: Range<Int> {
    let start = max(0, offset)
    guard let limit else { return start..<Int.max }
    let (end, isOverflow) = max(0, limit).addingReportingOverflow(start)
    return start..<(isOverflow ? Int.max : end)
  }
}

extension MemoryTable {
  /// If an index can answer it: the keys of the rows that can satisfy a condition, in order, and the rest of the
  /// condition, which must still be tested.
  func restriction(in condition: Condition) -> (keys: [RowKey], rest: Condition)? {
    switch condition.kind {
    case .all(let terms):
      for (index, term) in terms.enumerated() {
        guard let (keys, rest) = restriction(in: term) else { continue }
        var others = terms
        others[index] = rest
        return (keys, others.dropFirst().reduce(others[0]) { $0 && $1 })
      }
      return nil
    case .keyIsIn(let columns, let keys):
      return orderedKeys(columns, keys.compactMap { RowKey($0) }.filter { !$0.hasNull }).map { ($0, .always) }
    case .isIn(.column(let path, let column), let values) where path == RelationPath():
      if values.contains(where: \.isNull) { return nil }
      return orderedKeys([column], values.map { RowKey($0) }).map { ($0, .always) }
    case .comparison(.column(let path, let column), .equal, .value(let value)):
      guard path == RelationPath(), !value.isNull else { return nil }
      return orderedKeys([column], [RowKey(value)]).map { ($0, .always) }
    default: return nil
    }
  }

  private func orderedKeys(_ columns: [Int], _ values: [RowKey]) -> [RowKey]? {
    // Removes duplicates, so that a row whose key is listed twice is returned once.
    var last: RowKey?
    let values = values.sorted().filter { value in
      defer { last = value }
      return value != last
    }
    if columns == description.primaryKey { return values }
    var found: [RowKey] = []
    if description.primaryKey.starts(with: columns) {
      for value in values {
        rows.forEach(from: value) { entry in
          guard entry.key.hasPrefix(value) else { return false }
          found.append(entry.key)
          return true
        }
      }
      return found
    }
    guard let index = indexes.firstIndex(where: { $0.columns == columns && $0.findsRows }) else { return nil }
    for value in values { found += keys(index, value) }
    return found.sorted()
  }
}

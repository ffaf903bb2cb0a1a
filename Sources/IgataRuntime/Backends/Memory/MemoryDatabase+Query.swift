internal import Foundation

extension MemoryDatabase {
  /// The rows that the query selects, in its order.
  func select(_ query: RowQuery) throws(StoreError) -> [[StoredValue]] {
    try query.check()
    let table = tables[try number(of: query.table)]
    let evaluation = RowEvaluation(database: self, table: query.table)
    let restriction = query.condition.flatMap { table.restriction(in: $0) }
    let condition = restriction.map(\.rest) ?? query.condition
    let test: RowEvaluation.Test? = if let condition { try evaluation.test(condition) } else { nil }
    let offset = max(0, query.offset)
    let end = query.limit.flatMap { limit in
      let (end, isOverflow) = max(0, limit).addingReportingOverflow(offset)
      return isOverflow ? nil : end
    }
    let isSorted = query.order.isEmpty
    var rows: [[StoredValue]] = []
    func take(_ row: [StoredValue]) throws(StoreError) -> Bool {
      if let test, try !test(row) { return true }
      rows.append(row)
      return !isSorted || rows.count != end
    }
    if end == 0 { return [] }
    if let restriction {
      for key in restriction.keys {
        guard let row = table.rows[key] else { continue }
        guard try take(row) else { break }
      }
    } else {
      try table.rows.forEach { entry throws(StoreError) in try take(entry.value) }
    }
    if !isSorted { rows = try sort(rows, by: query.order, evaluation) }
    if offset == 0, end == nil { return rows }
    return Array(rows[min(offset, rows.count)..<min(end ?? rows.count, rows.count)])
  }

  /// The rows come in the order of their keys, which stays where they are equal in everything else.
  private func sort(
    _ rows: [[StoredValue]], by order: [Ordering], _ evaluation: RowEvaluation
  ) throws(StoreError) -> [[StoredValue]] {
    var values: [RowEvaluation.Value] = []
    for ordering in order { values.append(try evaluation.value(ordering.expression)) }
    var keyed: [(offset: Int, values: [StoredValue])] = []
    for (offset, row) in rows.enumerated() {
      var sortValues: [StoredValue] = []
      for value in values { sortValues.append(try value(row)) }
      keyed.append((offset, sortValues))
    }
    keyed.sort { left, right in
      for (index, ordering) in order.enumerated() {
        let result = left.values[index].compared(to: right.values[index])
        if result != .orderedSame { return (result == .orderedAscending) != ordering.isDescending }
      }
      return left.offset < right.offset
    }
    return keyed.map { rows[$0.offset] }
  }

  func aggregate(_ query: RowQuery, _ aggregates: [Aggregate]) throws(StoreError) -> [StoredValue] {
    for aggregate in aggregates { try query.check(aggregate) }
    let rows = try select(query)
    let evaluation = RowEvaluation(database: self, table: query.table)
    var results: [StoredValue] = []
    for aggregate in aggregates { results.append(try reduce(rows, aggregate, evaluation)) }
    return results
  }

  private func reduce(
    _ rows: [[StoredValue]], _ aggregate: Aggregate, _ evaluation: RowEvaluation
  ) throws(StoreError) -> StoredValue {
    switch aggregate {
    case .count: return .integer(Int64(rows.count))
    case .sum(let expression):
      return try total(rows, expression, evaluation).sum
    case .average(let expression):
      let total = try total(rows, expression, evaluation)
      return total.count == 0 ? .null : total.sum.divided(by: total.count)
    case .minimum(let expression), .maximum(let expression):
      var wanted = ComparisonResult.orderedAscending
      if case .maximum = aggregate { wanted = .orderedDescending }
      let value = try evaluation.value(expression)
      var result = StoredValue.null
      for row in rows {
        let candidate = try value(row)
        if candidate.isNull { continue }
        if result.isNull || candidate.compared(to: result) == wanted { result = candidate }
      }
      return result
    }
  }

  private func total(
    _ rows: [[StoredValue]], _ expression: QueryExpression, _ evaluation: RowEvaluation
  ) throws(StoreError) -> (sum: StoredValue, count: Int) {
    let value = try evaluation.value(expression)
    var integers: Int128 = 0
    var reals = 0.0
    var decimals = Decimal(0)
    var kind = StoredValue.null
    var count = 0
    for row in rows {
      let value = try value(row)
      switch value {
      case .integer(let number): integers += Int128(number)
      case .real(let number): reals += number
      case .decimal(let number): decimals += number
      default: continue
      }
      kind = value
      count += 1
    }
    switch kind {
    case .integer:
      guard let sum = Int64(exactly: integers) else { break }
      return (.integer(sum), count)
    case .real: return (.real(reals), count)
    case .decimal where !decimals.isNaN: return (.decimal(decimals), count)
    case .decimal: break
    default: return (.null, 0)
    }
    throw .overflow(expression: "sum of " + evaluation.table.text(of: expression))
  }
}

extension StoredValue {
  fileprivate func divided(by count: Int) -> StoredValue {
    switch self {
    case .integer(let sum): .real(Double(sum) / Double(count))
    case .real(let sum): .real(sum / Double(count))
    case .decimal(let sum): .decimal(sum / Decimal(count))
    default: .null
    }
  }
}

extension MemoryTable {
  /// The keys of the rows that a condition can hold for, in order, where an index tells; and what remains to be tested.
  func restriction(in condition: Condition) -> (keys: [RowKey], rest: Condition)? {
    switch condition {
    case .and(let left, let right):
      if let (keys, rest) = restriction(in: left) { return (keys, .and(rest, right)) }
      return restriction(in: right).map { ($0.keys, .and(left, $0.rest)) }
    case .keyIsIn(let columns, let keys):
      return orderedKeys(columns, keys.compactMap { RowKey($0) }).map { ($0, .always) }
    case .isIn(.column(let path, let column), let values) where path.steps.isEmpty:
      if values.contains(where: \.isNull) { return nil }
      return orderedKeys([column], values.map { RowKey($0) }).map { ($0, .always) }
    case .comparison(.column(let path, let column), .equal, .value(let value)):
      guard path.steps.isEmpty, !value.isNull else { return nil }
      return orderedKeys([column], [RowKey(value)]).map { ($0, .always) }
    default: return nil
    }
  }

  private func orderedKeys(_ columns: [Int], _ values: [RowKey]) -> [RowKey]? {
    let values = values.sorted()
    var found: [RowKey] = []
    if columns == description.primaryKey {
      found = values
    } else if description.primaryKey.starts(with: columns) {
      for value in values {
        rows.forEach(from: value) { entry in
          guard entry.key.hasPrefix(value) else { return false }
          found.append(entry.key)
          return true
        }
      }
    } else if let index = indexes.firstIndex(where: { $0.columns == columns }) {
      for value in values { found += keys(index, value) }
      found.sort()
    } else {
      return nil
    }
    var last: RowKey?
    return found.filter { key in
      defer { last = key }
      return key != last
    }
  }
}

internal import Foundation

/// Turns the conditions and expressions of a query into functions of a row.
struct RowEvaluation {
  typealias Row = [StoredValue]
  typealias Test = (Row) throws(StoreError) -> Bool
  typealias Value = (Row) throws(StoreError) -> StoredValue

  let database: MemoryDatabase
  let table: TableDescription

  func test(_ condition: Condition) throws(StoreError) -> Test {
    switch condition {
    case .always: return { _ in true }
    case .never: return { _ in false }
    case .comparison(let left, let comparison, let right):
      return try compare(left, comparison, right)
    case .isNull(let expression):
      let value = try value(expression)
      return { row throws(StoreError) in try value(row).isNull }
    case .isIn(let expression, let values):
      let value = try value(expression)
      let values = Set(values)
      return { row throws(StoreError) in values.contains(try value(row)) }
    case .text(let expression, let operation, let text):
      let value = try value(expression)
      let match = TextMatch(operation, text)
      return { row throws(StoreError) in
        guard case .text(let text) = try value(row) else { return false }
        return match.holds(for: text)
      }
    case .keyIsIn(let columns, let keys):
      let keys = Set(keys.compactMap { RowKey($0) })
      return { row in keys.contains(RowKey(columns, of: row)) }
    case .not(let condition):
      let test = try test(condition)
      return { row throws(StoreError) in try !test(row) }
    case .and(let left, let right):
      let left = try test(left)
      let right = try test(right)
      return { row throws(StoreError) in
        guard try left(row) else { return false }
        return try right(row)
      }
    case .or(let left, let right):
      let left = try test(left)
      let right = try test(right)
      return { row throws(StoreError) in
        if try left(row) { return true }
        return try right(row)
      }
    }
  }

  private func compare(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression
  ) throws(StoreError) -> Test {
    let left = try value(left)
    let right = try value(right)
    return { row throws(StoreError) in
      let left = try left(row)
      let right = try right(row)
      switch comparison {
      case .equal: return left == right
      case .notEqual: return left != right
      case .less, .lessOrEqual, .greater, .greaterOrEqual: break
      }
      if left.isNull || right.isNull { return false }
      let order = left.compared(to: right)
      switch comparison {
      case .less: return order == .orderedAscending
      case .lessOrEqual: return order != .orderedDescending
      case .greater: return order == .orderedDescending
      default: return order != .orderedAscending
      }
    }
  }

  func value(_ expression: QueryExpression) throws(StoreError) -> Value {
    switch expression {
    case .value(let value): return { _ in value }
    case .column(let path, let column): return try value(path, column)
    case .arithmetic(let operation, let left, let right):
      let leftValue = try value(left)
      let rightValue = try value(right)
      let table = table
      return { row throws(StoreError) in
        guard let result = operation.apply(try leftValue(row), try rightValue(row)) else {
          throw .overflow(expression: table.text(of: expression))
        }
        return result
      }
    }
  }

  private func value(_ path: RelationPath, _ column: Int) throws(StoreError) -> Value {
    if path.steps.isEmpty { return { $0[column] } }
    var steps: [(columns: [Int], target: MemoryTable, missing: StoredValue)] = []
    var owner = table
    for (index, step) in path.steps.enumerated() {
      let relation = owner.relations[step]
      owner = relation.target().table
      let target = database.tables[try database.number(of: owner)]
      steps.append((relation.columns, target, table.valueWhereMissing(path, column, missing: index)))
    }
    return { row in
      var row = row
      for step in steps {
        guard let next = step.target.rows[RowKey(step.columns, of: row)] else { return step.missing }
        row = next
      }
      return row[column]
    }
  }
}

extension ArithmeticOperator {
  /// Null where a side is null; nothing where the result is out of range.
  func apply(_ left: StoredValue, _ right: StoredValue) -> StoredValue? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      let (result, isOverflow) =
        switch self {
        case .add: left.addingReportingOverflow(right)
        case .subtract: left.subtractingReportingOverflow(right)
        case .multiply: left.multipliedReportingOverflow(by: right)
        }
      return isOverflow ? nil : .integer(result)
    case (.real(let left), .real(let right)):
      let result =
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        }
      return result.isNaN ? nil : .real(result)
    case (.decimal(let left), .decimal(let right)):
      let result =
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        }
      return result.isNaN ? nil : .decimal(result)
    default: return .null
    }
  }
}

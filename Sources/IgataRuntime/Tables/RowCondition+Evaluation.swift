internal import Foundation
internal import IgataTables

extension RowCondition {
  /// Whether a row satisfies the condition. Values are compared as the conditions of queries compare them.
  package func holds(for row: [StoredValue]) -> Bool {
    switch self {
    case .comparison(let left, let comparison, let right):
      comparison.holds(left.value(in: row), right.value(in: row))
    case .isNull(let column): row[column].isNull
    case .isIn(let operand, let literals):
      literals.contains { RowComparison.equal.holds(operand.value(in: row), StoredValue($0)) }
    case .not(let condition): !condition.holds(for: row)
    case .all(let terms): terms.allSatisfy { $0.holds(for: row) }
    case .any(let terms): terms.contains { $0.holds(for: row) }
    }
  }
}

extension RowOperand {
  fileprivate func value(in row: [StoredValue]) -> StoredValue {
    switch self {
    case .column(let column): row[column]
    case .length(let column): row[column].length.map { .integer(Int64($0)) } ?? .null
    case .literal(let literal): StoredValue(literal)
    }
  }
}

extension RowComparison {
  /// Whether it holds for two values, as conditions of schemas and of queries compare them.
  func holds(_ left: StoredValue, _ right: StoredValue) -> Bool {
    switch self {
    case .equal: return left == right
    case .notEqual: return left != right
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    if left.isNull || right.isNull { return false }
    let order = left.compared(to: right)
    switch self {
    case .less: return order == .orderedAscending
    case .lessOrEqual: return order != .orderedDescending
    case .greater: return order == .orderedDescending
    case .equal, .notEqual, .greaterOrEqual: return order != .orderedAscending
    }
  }
}

extension StoredValue {
  /// The length that the schema measures; `nil` for a value without one.
  fileprivate var length: Int? {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .data(let data): data.count
    case .list(let elements): elements.count
    case .null, .bool, .integer, .real, .uuid, .date, .day, .decimal, .json: nil
    }
  }
}

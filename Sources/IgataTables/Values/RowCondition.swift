/// A condition on the columns of one row, with two truth values: a null is equal to a null and to nothing else, and it
/// is neither less nor greater than anything.
public indirect enum RowCondition: Hashable, Sendable {
  /// `a == 1`, `a < b`. The left side is never a literal.
  case comparison(RowOperand, RowComparison, RowOperand)
  /// The column is null.
  case isNull(Int)
  /// One of these values, which are not empty.
  case isIn(RowOperand, [ColumnLiteral])
  case not(RowCondition)
  case all([RowCondition])
  case any([RowCondition])
}

/// One side of a comparison.
public enum RowOperand: Hashable, Sendable {
  /// The value of a column, given by its index.
  case column(Int)
  /// The length of a column's value: Unicode scalars of a text, bytes of data, elements of a list.
  case length(Int)
  case literal(ColumnLiteral)

  /// The column; `nil` for a literal.
  public var column: Int? {
    switch self {
    case .column(let index), .length(let index): index
    case .literal: nil
    }
  }
}

/// The operator of a comparison; the raw value is how the language and the text of a table write it.
public enum RowComparison: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// Whether it depends on an order of the values.
  public var isOrdered: Bool { self != .equal && self != .notEqual }

  /// The one that holds for two values, neither of which is null, where this one does not.
  public var negated: RowComparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The same comparison with its sides exchanged.
  public var flipped: RowComparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension RowCondition {
  /// The columns in the order of their first appearance, each once.
  public var columns: [Int] {
    var result: [Int] = []
    visit { column in
      if !result.contains(column) { result.append(column) }
    }
    return result
  }

  private func visit(_ body: (Int) -> Void) {
    switch self {
    case .comparison(let left, _, let right):
      if let column = left.column { body(column) }
      if let column = right.column { body(column) }
    case .isNull(let column): body(column)
    case .isIn(let operand, _): if let column = operand.column { body(column) }
    case .not(let condition): condition.visit(body)
    case .all(let terms), .any(let terms): for term in terms { term.visit(body) }
    }
  }
}

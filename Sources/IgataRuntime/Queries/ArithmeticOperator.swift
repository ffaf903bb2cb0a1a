package import Foundation

/// How two numbers are combined.
@_spi(Backend) public enum ArithmeticOperator: Int, Hashable, Sendable, CaseIterable {
  case add, subtract, multiply

  /// The operator in Swift and in SQL, between spaces.
  public var symbol: String {
    switch self {
    case .add: " + "
    case .subtract: " - "
    case .multiply: " * "
    }
  }
}

extension ArithmeticOperator {
  /// The exact result; `nil` if a `Decimal` can't hold it.
  package func apply(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard let left = DecimalDigits(left), let right = DecimalDigits(right) else { return nil }
    switch self {
    case .add: return left.adding(right).decimal
    case .subtract: return left.adding(right.negated).decimal
    case .multiply: return left.multiplied(by: right).decimal
    }
  }

  /// The result, with zero unsigned; `nil` if it is NaN.
  package func apply(_ left: Double, _ right: Double) -> Double? {
    let result =
      switch self {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      }
    return result.isNaN ? nil : result + 0
  }

  /// The result; `nil` if it doesn't fit into 64 bits.
  package func apply(_ left: Int64, _ right: Int64) -> Int64? {
    let (result, isOverflow) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      }
    return isOverflow ? nil : result
  }
}

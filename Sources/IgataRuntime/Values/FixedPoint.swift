public import Foundation

/// An exact number with a fixed count of decimal places: an `Int64` that holds value × ``scale``.
///
/// ``Currency`` is one. The schema's `type Rate = Fixed(scale: 10_000)` makes others. Nothing here rounds unless a
/// ``RoundingRule`` says how, and nothing wraps or traps: what does not fit throws a ``FixedPointError``.
public protocol FixedPoint: QueryNumber, PersistableKey, Comparable, LosslessStringConvertible
where QuerySum == Self, QueryFactor == Int64, QueryAverage == Decimal {
  /// A power of ten from 1 to 10^18.
  static var scale: Int64 { get }
  /// Value × ``scale``: what a store keeps.
  var savedValue: Int64 { get }
  init(savedValue: Int64)
}

/// A fixed-point type that whole numbers can be written for in code: `let fee: Currency = 100`.
///
/// For scales up to 10^9. A literal is an `Int32`, so that one that does not fit is an error when the program is
/// compiled, and never one when it runs.
public protocol FixedPointLiteral: FixedPoint, ExpressibleByIntegerLiteral where IntegerLiteralType == Int32 {}

extension FixedPointLiteral {
  /// A literal in whole units.
  public init(integerLiteral value: Int32) {
    // A scale above 10^9, which only a type written by hand can have, stops at the bounds of the type.
    let (product, isOutside) = Int64(value).multipliedReportingOverflow(by: Self.scale)
    self.init(savedValue: isOutside ? (value < 0 ? .min : .max) : product)
  }
}

/// What a calculation with fixed-point numbers can't do.
public enum FixedPointError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The result does not fit into 64 bits.
  case overflow
  /// The result has more decimal places than the type keeps, and the rule is ``RoundingRule/exact``.
  case inexact
  case divisionByZero
  /// The text is no number.
  case malformed(String)
  /// Something can be split into one or more parts only.
  case noParts

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .overflow: "the number is too large"
    case .inexact: "the number has more decimal places than are kept"
    case .divisionByZero: "division by zero"
    case .malformed(let text): "'\(text)' is no number"
    case .noParts: "nothing can be split into fewer than one part"
    }
  }
}

/// So that `localizedDescription` reports the same.
extension FixedPointError: LocalizedError {
  /// What ``description`` reports.
  public var errorDescription: String? { description }
}

/// What becomes of digits that a fixed-point type does not keep.
public enum RoundingRule: Hashable, Sendable, CaseIterable {
  /// There may be none; ``FixedPointError/inexact`` is thrown where there are.
  case exact
  case toNearestOrEven
  case toNearestOrAwayFromZero
  case up
  case down
  case towardZero
  case awayFromZero
}

extension FixedPoint {
  /// Zero.
  public static var zero: Self { Self(savedValue: 0) }
  /// The largest number of the type.
  public static var max: Self { Self(savedValue: .max) }
  /// The smallest number of the type.
  public static var min: Self { Self(savedValue: .min) }

  /// Whole units: `try Currency(int64: 5)` is five, not five thousandths.
  public init(int64 value: Int64) throws(FixedPointError) {
    let (product, isOutside) = value.multipliedReportingOverflow(by: Self.scale)
    if isOutside { throw .overflow }
    self.init(savedValue: product)
  }

  /// Whether the value is below zero.
  public var isNegative: Bool { savedValue < 0 }
  /// Whether the value is zero.
  public var isZero: Bool { savedValue == 0 }

  public static func < (left: Self, right: Self) -> Bool { left.savedValue < right.savedValue }

  /// How many decimal places the type keeps.
  public static var fractionDigits: Int { Swift.max(0, scale.description.utf8.count - 1) }
}

extension FixedPoint {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self.init(savedValue: row.int64(column)) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.int64(column, savedValue) }
  public var _storedValue: StoredValue { .integer(savedValue) }
}

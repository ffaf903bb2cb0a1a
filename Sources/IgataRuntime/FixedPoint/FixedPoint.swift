public import Foundation

/// An exact number with a fixed number of decimal places: an `Int64` that stores value × ``scale``.
///
/// ``Currency`` is one, and `type Rate = Fixed(scale: 10_000)` in a schema declares others. Nothing is rounded without
/// a ``RoundingRule``, and nothing wraps or traps: a result that doesn't fit throws a ``FixedPointError``.
public protocol FixedPoint: QueryNumber, PersistableKey, Comparable, LosslessStringConvertible
where QuerySum == Self, QueryFactor == Int64, QueryAverage == Decimal {
  /// A power of ten from 1 to 10^18.
  static var scale: Int64 { get }
  /// Value × ``scale``, which is what a store stores.
  var savedValue: Int64 { get }
  init(savedValue: Int64)
}

/// A fixed-point type that integer literals can express: `let fee: Currency = 100`.
///
/// For scales up to 10^9. A literal is an `Int32`, so that a literal that doesn't fit is an error at compile time, and
/// never at run time.
public protocol FixedPointLiteral: FixedPoint, ExpressibleByIntegerLiteral where IntegerLiteralType == Int32 {}

extension FixedPointLiteral {
  /// A literal in whole units.
  public init(integerLiteral value: Int32) {
    // A scale above 10^9, which only a handwritten type can have, is clamped to the bounds of the type.
    let (product, isOutside) = Int64(value).multipliedReportingOverflow(by: Self.scale)
    self.init(savedValue: isOutside ? (value < 0 ? .min : .max) : product)
  }
}

extension FixedPoint {
  /// Zero.
  public static var zero: Self { Self(savedValue: 0) }
  /// The largest number of the type.
  public static var max: Self { Self(savedValue: .max) }
  /// The smallest number of the type.
  public static var min: Self { Self(savedValue: .min) }

  /// A number of whole units: `try Currency(int64: 5)` is five, not five thousandths.
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

  /// The number of decimal places of the type.
  public static var fractionDigits: Int { Swift.max(0, scale.description.utf8.count - 1) }
}

extension FixedPoint {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self.init(savedValue: row.int64(column)) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.int64(column, savedValue) }
  public var _storedValue: StoredValue { .integer(savedValue) }
}

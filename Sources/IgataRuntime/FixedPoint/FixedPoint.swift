public import Foundation

/// An exact number with a fixed number of decimal places: an `Int64` that stores value × ``scale``.
///
/// ``Currency`` is one, and `type Rate = Fixed(scale: 10_000)` in a schema declares others. Nothing is rounded without
/// a ``RoundingRule``, and nothing wraps or traps: a result that doesn't fit throws a ``FixedPointError``.
public protocol FixedPoint: QueryNumber, PersistableKey, Comparable, LosslessStringConvertible
where QuerySum == Self, QueryFactor == Int64, QueryAverage == Decimal {
  /// A power of ten from 1 to 10^18.
  static var scale: Int64 { get }
  /// Value × ``scale``, which is what a store stores: 3500 for an amount of 3.50 with three decimal places.
  var storedInteger: Int64 { get }
  /// The number whose value × ``scale`` is this integer. An amount in whole units is `Currency(5)`.
  init(storedInteger: Int64)
}

extension FixedPoint {
  /// Zero.
  public static var zero: Self { Self(storedInteger: 0) }
  /// The largest number of the type.
  public static var max: Self { Self(storedInteger: .max) }
  /// The smallest number of the type.
  public static var min: Self { Self(storedInteger: .min) }

  /// A number of whole units: `try Currency(count)` is five if `count` is 5. Throws ``FixedPointError/overflow`` if it
  /// doesn't fit.
  public init(_ value: some BinaryInteger) throws(FixedPointError) {
    guard let whole = Int64(exactly: value) else { throw .overflow }
    let (product, isOutside) = whole.multipliedReportingOverflow(by: Self.scale)
    if isOutside { throw .overflow }
    self.init(storedInteger: product)
  }

  /// Whether the value is below zero.
  public var isNegative: Bool { storedInteger < 0 }
  /// Whether the value is zero.
  public var isZero: Bool { storedInteger == 0 }

  public static func < (left: Self, right: Self) -> Bool { left.storedInteger < right.storedInteger }

  /// The number of decimal places of the type.
  public static var fractionDigits: Int { Swift.max(0, scale.description.utf8.count - 1) }
}

extension FixedPoint {
  @inlinable
  public init(row: inout RowReader, at column: Int) { self.init(storedInteger: row.int64(column)) }
  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { row.int64(column, storedInteger) }
  public var _storedValue: StoredValue { .integer(storedInteger) }
}

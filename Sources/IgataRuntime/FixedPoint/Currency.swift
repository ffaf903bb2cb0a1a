/// An amount of money, exact to a thousandth of its unit.
public struct Currency: FixedPointLiteral {
  /// The smallest amount is a thousandth.
  public static let scale: Int64 = 1000

  /// The amount × 1000.
  public var storedInteger: Int64

  /// An amount in thousandths.
  public init(storedInteger: Int64) { self.storedInteger = storedInteger }
}

public import Foundation

/// A type whose columns can be calculated with and added up: numbers, `Currency`, and their optionals.
public protocol QueryNumber: Storable {
  /// The type of the sum of such a column: `Int64` for every integer, otherwise the type itself.
  associatedtype QuerySum: Storable = Int64
  /// The type of the average of such a column: `Decimal` for exact types, `Double` for floating-point numbers.
  associatedtype QueryAverage: Storable = Decimal
  /// The type that such a column can be multiplied by: an integer for a fixed-point type, so that the product has the
  /// same scale.
  associatedtype QueryFactor: Storable = Self
}

extension Int16: QueryNumber {}
extension Int32: QueryNumber {}
extension Int64: QueryNumber {}
extension Int: QueryNumber {}
extension Float: QueryNumber {
  public typealias QueryAverage = Double
  public typealias QuerySum = Double
}
extension Double: QueryNumber {
  public typealias QueryAverage = Double
  public typealias QuerySum = Double
}
extension Decimal: QueryNumber {
  public typealias QuerySum = Decimal
}
extension Optional: QueryNumber where Wrapped: QueryNumber {
  public typealias QueryFactor = Wrapped.QueryFactor
  public typealias QueryAverage = Wrapped.QueryAverage
  public typealias QuerySum = Wrapped.QuerySum
}

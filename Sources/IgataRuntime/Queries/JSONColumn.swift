public import Foundation

/// A type whose columns contain JSON: ``JSON`` and its optional.
public protocol QueryJSON: Storable {}

extension JSON: QueryJSON {}
extension Optional: QueryJSON where Wrapped: QueryJSON {}

// What doesn't lead to a value, and a value of another kind, is `nil`.
extension Column where Value: QueryJSON {
  /// The member of an object; `nil` if there is none, or if this isn't an object.
  ///
  /// A member that is `null` is not `nil`: it is the ``JSON`` value `null`.
  public subscript(_ key: String) -> Column<JSON?> { json(appending: .string(key), .json) }

  /// The element of an array; `nil` if there is none, or if this isn't an array. A negative index throws
  /// ``StoreError/unsupportedQuery(expression:reason:)``.
  public subscript(_ index: Int) -> Column<JSON?> { json(appending: .number(JSON.Number(Int64(index))), .json) }

  /// The text; `nil` if this isn't one.
  public var string: Column<String?> { json(.string) }
  /// The number if it is whole, however it is written, and fits into 64 bits; `nil` otherwise.
  public var int64: Column<Int64?> { json(.int64) }
  /// The binary number that is nearest to the number, infinite if that is too large; `nil` if this isn't a number.
  public var double: Column<Double?> { json(.double) }
  /// The number if a `Decimal` can hold all of its digits; `nil` otherwise.
  public var decimal: Column<Decimal?> { json(.decimal) }
  /// The Boolean value; `nil` if this isn't one.
  public var bool: Column<Bool?> { json(.bool) }

  private func json<Result: Storable>(appending step: JSON? = nil, _ form: JSONForm) -> Column<Result> {
    if case .json(let root, let path, .json) = expression {
      return Column<Result>(expression: .json(root, step.map { path.appending($0) } ?? path, form), depth: depth)
    }
    return Column<Result>(expression: .json(expression, JSONPath(step.map { [$0] } ?? []), form), depth: depth + 1)
  }
}

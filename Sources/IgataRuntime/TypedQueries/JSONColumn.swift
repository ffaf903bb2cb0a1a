public import Foundation

/// A type whose columns contain JSON: ``JSON`` and its optional.
public protocol QueryJSON: Storable {}

extension JSON: QueryJSON {}
extension Optional: QueryJSON where Wrapped: QueryJSON {}

/// A type whose values lead from JSON to a value in it: `String` for the names of members, `Int` for the indexes of
/// elements.
public protocol JSONStep: Storable {}

extension String: JSONStep {}
extension Int: JSONStep {}

// What doesn't lead to a value, and a value of another kind, is `nil`.
//
// There is one subscript for names and indexes: of two, the compiler would consider both at each step of its search.
extension Column where Value: QueryJSON {
  /// The member of an object that has a name, or the element of an array at an index; `nil` if there is none, or if
  /// this isn't an object or an array. A negative index throws ``StoreError/unsupportedQuery(expression:reason:)``.
  ///
  /// A member that is `null` is not `nil`: it is the ``JSON`` value `null`.
  public subscript<Step: JSONStep>(_ step: Step) -> Column<JSON?> { json(appending: step._storedValue.jsonStep, .json) }

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

extension StoredValue {
  /// A name or an index as a step of a path; for another value, a step that leads nowhere.
  fileprivate var jsonStep: JSON {
    switch self {
    case .text(let name): .string(name)
    case .integer(let index): .number(JSON.Number(index))
    default: .null
    }
  }
}

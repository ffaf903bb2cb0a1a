/// A type whose columns contain lists of scalars or enums.
public protocol QueryList: Storable {
  /// The type of the list's elements.
  associatedtype QueryElement: Storable
}

extension Array: QueryList where Element: Storable {
  public typealias QueryElement = Element
}

extension Column where Value: QueryList {
  /// Whether the list contains the element. A list of JSON can't be searched.
  public func contains(_ element: Value.QueryElement) -> Condition {
    condition(.contains(expression, element._queriedValue))
  }

  /// Whether the list has no elements.
  public var isEmpty: Condition { condition(.comparison(expression, .equal, .value(.list([])))) }
}

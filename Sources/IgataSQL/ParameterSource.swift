@_spi(Backend) public import IgataRuntime

/// Where the value of a parameter of a statement comes from, which all queries of one shape share.
@_spi(Backend) public enum ParameterSource: Sendable {
  /// The value at an index of ``QueryShape/values``.
  case value(Int)
  /// One end of the range in which a column has such a value.
  case bound(StoredBounds.Edge, StoredBounds, of: Int)
  case constant(StoredValue)
  case limit
  case offset

  /// The parameter of a query of the shape; `nil` if another text is needed for its value.
  func parameter(_ shape: QueryShape) -> QueryParameter? {
    switch self {
    case .value(let index): return .value(shape.values[index])
    case .bound(let edge, let bounds, let index):
      let value = shape.values[index]
      return bounds.bound(edge, of: value) == nil ? nil : .bound(edge, bounds, of: value)
    case .constant(let value): return .constant(value)
    case .limit: return .integer(shape.limit)
    case .offset: return .integer(shape.offset)
    }
  }

  /// `nil` if it is ambiguous which value of the query became which parameter: if two of them are equal.
  public static func sources(of parameters: [QueryParameter], _ shape: QueryShape) -> [ParameterSource]? {
    var indexes: [StoredValue: Int] = [:]
    // Null is part of the SQL.
    for (index, value) in shape.values.enumerated() where !value.isNull {
      if indexes.updateValue(index, forKey: value) != nil { return nil }
    }
    var sources: [ParameterSource] = []
    // The limit comes before the offset, for which some databases need none.
    let integers = parameters.count { if case .integer = $0 { true } else { false } }
    var isLimit = integers > 1 || shape.limit >= 0
    for parameter in parameters {
      switch parameter {
      case .value(let value):
        guard let index = indexes[value] else { return nil }
        sources.append(.value(index))
      case .bound(let edge, let bounds, let value):
        guard let index = indexes[value] else { return nil }
        sources.append(.bound(edge, bounds, of: index))
      case .constant(let value): sources.append(.constant(value))
      case .integer:
        sources.append(isLimit ? .limit : .offset)
        isLimit = false
      case .rows, .list, .array: return nil
      }
    }
    return sources
  }
}

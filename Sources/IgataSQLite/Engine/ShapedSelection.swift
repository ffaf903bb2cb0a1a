#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The statement of all queries of one shape.
final class ShapedSelection {
  /// Where the value of a parameter comes from.
  enum Source {
    /// From the query: its place in ``QueryShape/values``.
    case value(Int)
    case constant(StoredValue)
    case limit
    case offset
  }

  /// ``QueryShape/tokens``.
  let shape: [Int]
  let statement: Statement
  /// One for each parameter.
  let sources: [Source]
  /// How the values of an aggregation stand in the columns.
  let results: [AggregateResult]

  /// Nothing where it can't be told which of the query's values became which parameter: where two of them are equal.
  init?(
    _ shape: QueryShape, _ translated: TranslatedQuery, _ statement: Statement, _ results: [AggregateResult] = []
  ) {
    guard let sources = Self.sources(of: translated.parameters, shape) else { return nil }
    self.shape = shape.tokens
    self.statement = statement
    self.sources = sources
    self.results = results
  }

  private static func sources(of parameters: [QueryParameter], _ shape: QueryShape) -> [Source]? {
    var places: [StoredValue: Int] = [:]
    // Null is written into the text.
    for (place, value) in shape.values.enumerated() where !value.isNull {
      if places.updateValue(place, forKey: value) != nil { return nil }
    }
    var sources: [Source] = []
    var integerCount = 0
    for parameter in parameters {
      switch parameter {
      case .value(let value):
        guard let place = places[value] else { return nil }
        sources.append(.value(place))
      case .constant(let value): sources.append(.constant(value))
      case .integer:
        // The limit stands before the offset.
        sources.append(integerCount == 0 ? .limit : .offset)
        integerCount += 1
      case .rows, .list, .array: return nil
      }
    }
    return sources
  }
}

#endif

#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The statement of all queries of one shape.
final class ShapedSelection {
  /// Where the value of a parameter comes from.
  enum Source {
    /// The value at an index of ``QueryShape/values``.
    case value(Int)
    /// One end of the range in which a column has such a value.
    case bound(StoredBounds.Edge, StoredBounds, of: Int)
    case constant(StoredValue)
    case limit
    case offset
  }

  /// ``QueryShape/tokens``.
  let shape: [Int]
  let statement: Statement
  /// The origins of the parameters.
  let sources: [Source]
  /// How the values of an aggregation are represented in the columns.
  let results: [AggregateResult]

  /// `nil` if it is ambiguous which value of the query became which parameter: if two of them are equal.
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
    var indexes: [StoredValue: Int] = [:]
    // Null is part of the SQL.
    for (index, value) in shape.values.enumerated() where !value.isNull {
      if indexes.updateValue(index, forKey: value) != nil { return nil }
    }
    var sources: [Source] = []
    var integerCount = 0
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
        // The limit comes before the offset.
        sources.append(integerCount == 0 ? .limit : .offset)
        integerCount += 1
      case .rows, .list, .array: return nil
      }
    }
    return sources
  }
}

#endif

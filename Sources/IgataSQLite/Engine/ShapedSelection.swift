#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The statement of all queries of one shape.
final class ShapedSelection {
  /// ``QueryShape/tokens``.
  let shape: [Int]
  let statement: Statement
  /// The origins of the parameters.
  let sources: [ParameterSource]
  /// How the values of an aggregation are represented in the columns.
  let results: [AggregateResult]

  /// `nil` if it is ambiguous which value of the query became which parameter: if two of them are equal.
  init?(
    _ shape: QueryShape, _ translated: TranslatedQuery, _ statement: Statement, _ results: [AggregateResult] = []
  ) {
    guard let sources = ParameterSource.sources(of: translated.parameters, shape) else { return nil }
    self.shape = shape.tokens
    self.statement = statement
    self.sources = sources
    self.results = results
  }
}

#endif

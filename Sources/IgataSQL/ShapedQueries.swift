@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The SQL of queries on one table by their shapes, so that it isn't made again for each query.
final class ShapedQueries: Sendable {
  /// When it is reached, all are dropped and made again when needed.
  private static let most = 500

  private let queries = Mutex<[[Int]: Shaped]>([:])

  private struct Shaped {
    var sql: String
    var sources: [ParameterSource]
  }

  /// A query in SQL; `nil` if none of its shape was kept.
  subscript(shape: QueryShape) -> TranslatedQuery? {
    guard let known = queries.withLock({ $0[shape.tokens] }) else { return nil }
    var parameters: [QueryParameter] = []
    parameters.reserveCapacity(known.sources.count)
    for source in known.sources {
      guard let parameter = source.parameter(shape) else { return nil }
      parameters.append(parameter)
    }
    return TranslatedQuery(start: known.sql, rest: "", parameters: parameters)
  }

  /// Keeps the SQL of a query for all of its shape.
  func keep(_ query: TranslatedQuery, for shape: QueryShape) {
    guard let sources = ParameterSource.sources(of: query.parameters, shape) else { return }
    queries.withLock { queries in
      if queries.count >= Self.most { queries.removeAll() }
      // Another text is for a value of which there is no range.
      if queries[shape.tokens] == nil { queries[shape.tokens] = Shaped(sql: query.sql, sources: sources) }
    }
  }
}

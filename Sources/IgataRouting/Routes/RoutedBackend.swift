@_spi(Backend) public import IgataRuntime

/// Sends each model, and where asked each operation on it, to a backend of its own.
///
/// ```swift
/// let backend = RoutedBackend(debug, routes: [
///   Route(Article.self, to: remote),
///   Route(Article.self, [.more], to: debug),   // not there yet
/// ])
/// ```
///
/// What no route names goes to the first backend; where two routes name the same, the later one holds.
///
/// - A transaction reads from any number of backends and writes to one: the first write to a second one throws
///   ``IgataRuntime/StoreError/misuse(reason:)``, and nothing of it is kept.
/// - Sessions that write wait for each other, whichever backends they write to.
/// - A reading session sees one state of each backend, as of the moment in which it first asked it.
/// - A query reaches, by its conditions and its order, tables of the backend alone that serves it; else it throws
///   ``IgataRuntime/StoreError/unsupportedQuery(expression:reason:)``. The models that a model relates to are read by
///   queries of their own, so that these may come from elsewhere.
/// - Models that refer to each other are saved and deleted by one backend;
///   ``IgataRuntime/Store/prepare(_:)-(Schema.Type)`` throws ``IgataRuntime/StoreError/schemaMismatch(_:)`` where
///   routes say otherwise. A backend that is asked for a table has those as well that it refers to.
/// - Who watches is told of what is committed here, and of what is committed by stores over one of the backends
///   themselves; these are told that something was changed from outside.
public final class RoutedBackend: Backend {
  /// That of the backend behind where there is one alone.
  @_spi(Backend) public let identity: StoreIdentity
  private let routes: RouteTable
  private let writers = AsyncMutex()

  /// A backend that hands everything on to others: to `first`, unless a route says otherwise.
  public init(_ first: any Backend, routes: [Route] = []) {
    self.routes = RouteTable(first, routes)
    identity = self.routes.backends.count == 1 ? first.identity : StoreIdentity()
  }

  /// Prepares each backend for the tables that it is asked for. One backend after the other: where a later one refuses,
  /// the earlier ones stay prepared.
  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    var report = PrepareReport()
    for (backend, tables) in zip(routes.backends, try routes.prepared(tables)) where !tables.isEmpty {
      report.append(try await backend.prepare(tables))
    }
    return report
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    if routes.backends.count == 1 { return try await routes.backends[0].begin(access) }
    if access == .write { try await writers.lock() }
    return RoutedSession(routes, access, isStreaming: false, relay, writers)
  }

  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    if routes.backends.count == 1 { return try await routes.backends[0].beginStreaming() }
    return RoutedSession(routes, .read, isStreaming: true, relay, writers)
  }

  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    if routes.backends.count == 1 { return await routes.backends[0].changesFromOutside() }
    return await relay.changes(of: routes.backends)
  }

  private var relay: ChangeRelay { ChangeRelay(identity) }
}

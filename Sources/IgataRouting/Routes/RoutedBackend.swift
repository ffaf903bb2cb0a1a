@_spi(Backend) public import IgataRuntime

/// Sends each model, or individual operations on it, to a backend of its own.
///
/// ```swift
/// let backend = RoutedBackend(debug, routes: [
///   Route(Article.self, to: remote),
///   Route(Article.self, [.more], to: debug),   // not there yet
/// ])
/// ```
///
/// Everything without a route uses the first backend. If several routes match, the last one is used.
///
/// - A transaction can read from any number of backends and write to one: the first write to a second one throws
///   ``/IgataRuntime/StoreError/misuse(reason:)``, and the whole transaction is rolled back.
/// - Sessions that write wait for each other, whichever backends they write to.
/// - A reading session sees one snapshot of each backend, taken when it first reads from it.
/// - The conditions and orderings of a query may only use tables of the backend that runs it; otherwise
///   ``/IgataRuntime/StoreError/unsupportedQuery(expression:reason:)`` is thrown. Related models are loaded by separate
///   queries, so that they may come from another backend.
/// - Models that refer to each other must be saved and deleted by one backend; otherwise
///   ``/IgataRuntime/Store/prepare(_:)-(Schema.Type)`` throws ``/IgataRuntime/StoreError/schemaMismatch(_:)``. A
///   backend that has a table also has the tables that it refers to.
/// - ``/IgataRuntime/Store/migrate(_:options:progress:)-(Schema.Type,_,_)`` migrates each backend that keeps versions,
///   such as a `SQLiteBackend`, with all tables of the schema. It refuses a version with a statement that names tables
///   whose rows are in different backends.
/// - Observers are notified of commits of this backend, and of commits of stores that use one of its backends directly.
///   Observers of such stores are notified of a change from outside.
public final class RoutedBackend: Backend {
  /// The identity of the only backend, if there is just one.
  @_spi(Backend) public let identity: StoreIdentity
  /// Whether all of its backends do.
  @_spi(Backend) public var reportsStatements: Bool { routes.backends.allSatisfy { $0.reportsStatements } }
  let routes: RouteTable
  private let writers: AsyncMutex

  /// A backend that forwards everything to others: to `first`, unless a route matches.
  public init(_ first: any Backend, routes: [Route] = []) {
    self.routes = RouteTable(first, routes)
    identity = self.routes.backends.count == 1 ? first.identity : StoreIdentity()
    writers = AsyncMutex(watch: identity.stallWatch(reading: false))
    for backend in self.routes.backends { identity.forwards(to: backend.identity) }
  }

  /// Prepares each backend for its tables, one after the other. If a later one fails, the earlier ones stay prepared.
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

  @_spi(Backend) public func writeLimit(_ table: TableDescription) -> Int? {
    routes.backends[routes.number(.save, table.name)].writeLimit(table)
  }

  @_spi(Backend) public func check(_ request: CheckedRequest) throws(StoreError) {
    let (query, operation): (RowQuery, RoutedOperation) =
      switch request {
      case .rows(let query): (query, query.isContinuation ? .more : .load)
      case .groups(let query, _, _): (query, .aggregate)
      case .update(let query): (query, .save)
      case .delete(let query): (query, .delete)
      }
    try routes.backends[routes.number(operation, query.table.name)].check(request)
  }

  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    if routes.backends.count == 1 { return await routes.backends[0].changesFromOutside() }
    return await relay.changes(of: routes.backends)
  }

  @_spi(Backend) public func checkTables() async throws(StoreError) {
    for backend in routes.backends { try await backend.checkTables() }
  }

  @_spi(Backend) public func closeConnections(until deadline: ContinuousClock.Instant) async throws(StoreError) {
    // A single one has the same identity, and so is being closed.
    if routes.backends.count == 1 { return try await routes.backends[0].closeConnections(until: deadline) }
    await waitForTransactions(until: deadline)
    try await close(routes.backends, until: deadline)
  }

  private var relay: ChangeRelay { ChangeRelay(identity) }
}

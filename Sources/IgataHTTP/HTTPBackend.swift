public import Foundation
@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Stores models with a JSON API.
///
/// ```swift
/// let store = Store(HTTPBackend(at: URL(string: "https://api.example.com/v1")!))
/// ```
///
/// By default, a table is a resource with the same name, a row is a JSON object with the names of the columns, and the
/// requests are:
///
/// | for | request |
/// |---|---|
/// | reading | `GET /article?published_at=lt.2026-01-31T00:00:00Z&order=published_at.desc,id.asc&limit=11` |
/// | a key | `GET /article?id=eq.5`; many keys as `id=in.(5,6)`, 100 of them in a request |
/// | counting | `GET /article?limit=0` with `Prefer: count=exact`, answered by `Content-Range: */57` |
/// | inserting | `POST /article` with a list of rows, answered by the rows as they are kept |
/// | saving | the same, with `Prefer: resolution=merge-duplicates` |
/// | updating | `PATCH /article?id=eq.5`, answered by the rows that were changed |
/// | deleting | `DELETE /article?id=eq.5`, answered by `Content-Range: */1` or the rows |
///
/// A page is found by the values of the row before it, so that the server need not count. ``HTTPAPI`` adapts all of
/// this to another API. What an API doesn't support throws
/// ``/IgataRuntime/StoreError/unsupportedQuery(expression:reason:)`` before anything is sent, and nothing is emulated:
/// conditions are comparisons of columns with values, joined by `&&`.
///
/// **Transactions.** A request takes effect when the server processes it, and can't be rolled back. A transaction may
/// therefore contain one request that writes. A save or deletion that takes more throws
/// ``/IgataRuntime/StoreError/misuse(reason:)`` before the first one, unless ``HTTPAPI/severalRequests`` allows it.
/// With a `FallbackBackend` it may contain more, as unfinished requests are sent again with the same identity.
///
/// **Failures.** Requests without a connection, with a time-out, and with the status 429, 502, 503 or 504 are retried
/// if that is safe: reads always, deletions and updates by key, and writes if the server recognizes a request by its
/// ``HTTPAPI/idempotencyHeader``. After that, they throw ``/IgataRuntime/StoreError/unreachable(reason:)``, like every
/// other status from 500 on. 401 and 407 are reported as `accessDenied`, 409 as a duplicate key, 404 and 410 as a
/// missing resource, 412 as a stale version, and everything else as ``/IgataRuntime/StoreError/backend(code:message:)``
/// with the status as its code. A response is `corrupted` if it is too long, isn't JSON, lacks what the model requires,
/// or has rows that were not requested. Redirects to another host are not followed.
///
/// **Successful writes.** A write succeeds if the server responds with 200, 201 or 204 and no body, or with the rows
/// that were sent, identified by their keys. Anything else, such as a login page, is an error, and so is an empty page
/// after a redirect. Use ``HTTPAPI/decode`` for servers that respond differently.
///
/// The requests use `URLSession` on Apple's platforms, and libcurl on Linux, whose headers are needed to build it.
public final class HTTPBackend: Backend {
  /// Identifies this backend.
  @_spi(Backend) public let identity = StoreIdentity()
  let base: URL
  let api: HTTPAPI
  let client: HTTPClient

  /// A backend at a base URL, to which the paths of resources are appended.
  public init(at base: URL, api: HTTPAPI = HTTPAPI(), options: HTTPOptions = HTTPOptions()) {
    self.base = base
    self.api = api
    client = HTTPClient(options)
  }

  /// Sends nothing, as the server defines its tables. The report says what the API can be asked about each.
  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    PrepareReport(notes: tables.map { .init(table: $0.name, field: $0.model, text: api.served($0)) })
  }

  @_spi(Backend) public func writeLimit(_ table: TableDescription) -> Int? {
    api.severalRequests == .refused ? 1 : nil
  }

  @_spi(Backend) public func check(_ request: CheckedRequest) throws(StoreError) {
    switch request {
    case .rows(let query): _ = try HTTPQuery.reading(query, api)
    case .groups(let query, let groups, let aggregates): _ = try HTTPQuery.counting(query, by: groups, aggregates, api)
    case .delete(let query): _ = try HTTPQuery.deleting(query, api)
    case .update(let query): throw HTTPQuery.updating(query.table)
    }
  }

  /// Waits for requests as well, and then cancels them.
  @_spi(Backend) public func closeConnections(until deadline: ContinuousClock.Instant) async throws(StoreError) {
    await waitForTransactions(until: deadline)
    await client.close(until: deadline)
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    HTTPSession(self, access, nil)
  }
}

@_spi(Backend) extension HTTPBackend: IdempotentBackend {
  /// Begins a session whose requests contain the identity, and may be several.
  public func begin(writing id: WriteID) async throws(StoreError) -> any BackendSession {
    HTTPSession(self, .write, id)
  }
}

/// The server migrates its own database.
@_spi(Backend) extension HTTPBackend: MigratingBackend {}

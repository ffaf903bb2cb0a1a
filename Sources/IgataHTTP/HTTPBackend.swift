public import Foundation
@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Keeps models at a JSON API.
///
/// ```swift
/// let store = Store(HTTPBackend(at: URL(string: "https://api.example.com/v1")!))
/// ```
///
/// By default a table is the resource of its name, a row a JSON object by the columns' names, and the requests are:
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
/// A page is found by the values of the row before it, so that the server need not count. ``HTTPAPI`` adapts all of it
/// to another API. What an API can't be asked throws ``IgataRuntime/StoreError/unsupportedQuery(expression:reason:)``;
/// nothing is sent then, and nothing is guessed here: conditions are comparisons of columns with values, joined by `&&`.
///
/// **Transactions.** A request is done when it is answered, and can't be undone. So a transaction may make one request
/// that writes; a second one throws ``IgataRuntime/StoreError/misuse(reason:)``. Behind a
/// `FallbackBackend` it may make more, as what was not finished is sent again there, under the same identity.
///
/// **Failures.** No connection, a time-out, and the answers 429, 502, 503 and 504 are tried again where that can't do
/// harm: reading always, deleting and updating by key, and writing where the server knows a request by its
/// ``HTTPAPI/idempotencyHeader``. Then, and for every other answer from 500 on, they are
/// ``IgataRuntime/StoreError/unreachable(reason:)``. 401 and 407 are `accessDenied`, 409 is a duplicate key, 404 and 410
/// a missing resource, 412 a stale version, everything else ``IgataRuntime/StoreError/backend(code:message:)`` with the
/// status as its code. An answer that is too long, no JSON, lacks what the model requires, or has rows that were not
/// asked for, is `corrupted`. No answer is followed to another host.
///
/// **What counts as written.** A write is done when the server answers 200, 201 or 204 with no body, or with the rows
/// that were sent, known by their keys. Anything else, the page of a login for one, is an error, and so is an empty page
/// to which a redirect led. A server that answers otherwise is adapted by ``HTTPAPI/decode``.
///
/// On Apple's platforms `URLSession` carries the requests; on Linux libcurl does, whose headers it is built with.
public final class HTTPBackend: Backend {
  /// Tells this backend from every other.
  @_spi(Backend) public let identity = StoreIdentity()
  let base: URL
  let api: HTTPAPI
  let client: HTTPClient

  /// A backend at an address, below which the resources are.
  public init(at base: URL, api: HTTPAPI = HTTPAPI(), options: HTTPOptions = HTTPOptions()) {
    self.base = base
    self.api = api
    client = HTTPClient(options)
  }

  /// Does nothing: what tables there are is the server's affair.
  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport { PrepareReport() }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    HTTPSession(self, access, nil)
  }
}

@_spi(Backend) extension HTTPBackend: IdempotentBackend {
  /// Begins a session whose requests bring along the identity, and may be several.
  public func begin(writing id: WriteID) async throws(StoreError) -> any BackendSession {
    HTTPSession(self, .write, id)
  }
}

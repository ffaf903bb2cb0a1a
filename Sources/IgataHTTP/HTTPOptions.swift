public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// How an ``HTTPBackend`` sends requests.
public struct HTTPOptions: Sendable {
  /// The time limit of one attempt, from its beginning to the last byte of the response.
  public var timeout: Duration = .seconds(30)
  /// The maximum number of attempts, including the first.
  public var attempts = 3
  /// How long to wait before the second attempt. The pause doubles with each further attempt, up to a minute, and is
  /// varied randomly by up to half. A `Retry-After` header of the server has precedence.
  public var pause: Duration = .milliseconds(500)
  /// The maximum number of bytes of a response. A longer one is aborted and reported as corrupted.
  public var longestAnswer = 16 << 20
  /// The maximum number of bytes of responses that are cached by their `ETag`s.
  public var cacheSize = 4 << 20
  /// A PEM file with the only certificate authorities to trust; `nil` to trust those of the system. A server with
  /// another certificate causes ``/IgataRuntime/StoreError/accessDenied(reason:)``.
  public var authorities: URL?
  /// Adds credentials to a request, such as a header. It is called for each attempt, and once more, with `wasRefused`,
  /// if the server responds with 401.
  public var authorize: @Sendable (_ request: inout URLRequest, _ wasRefused: Bool) async throws -> Void = { _, _ in }

  /// The default options.
  public init() {}
}

public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// How an ``HTTPBackend`` asks.
public struct HTTPOptions: Sendable {
  /// How long one attempt may take, from its beginning to the last byte of the answer.
  public var timeout: Duration = .seconds(30)
  /// How often a request is tried at most, the first time included.
  public var attempts = 3
  /// How long to wait before the second attempt; twice as long before each one after it, at most a minute, and as much
  /// longer or shorter as chance wants it, by half. Where the server says `Retry-After`, that.
  public var pause: Duration = .milliseconds(500)
  /// How many bytes an answer may have; a longer one is cut off and told as corrupted.
  public var longestAnswer = 16 << 20
  /// How many bytes of answers are kept for their `ETag`s.
  public var cacheSize = 4 << 20
  /// A file of certificates in PEM form: the only authorities whose word on who a server is will be taken. Nothing for
  /// those that the system trusts. A server that none of them vouches for ends as
  /// ``IgataRuntime/StoreError/accessDenied(reason:)``.
  public var authorities: URL?
  /// Adds what proves who asks, such as a header. Called for each attempt; once more, with `wasRefused`, where the
  /// server answered 401.
  public var authorize: @Sendable (_ request: inout URLRequest, _ wasRefused: Bool) async throws -> Void = { _, _ in }

  /// The default.
  public init() {}
}

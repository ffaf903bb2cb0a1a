internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A complete response.
struct HTTPAnswer: Sendable {
  var response: HTTPURLResponse
  var body: Data
  /// Whether the server redirected a write to a request that only reads.
  var isRedirectedToRead = false
}

/// Why there is no response.
enum HTTPFailure: Error {
  /// There is no connection, it broke, or it took too long.
  case unreachable(String)
  /// There is an invalid response. The reason begins with "the answer …".
  case unreadable(String)
  /// The server's certificate isn't trusted.
  case untrusted(String)
  case cancelled

  static func tooLong(limit: Int) -> HTTPFailure { .unreadable("is longer than \(limit) bytes") }

  static func timeout(_ timeout: Duration) -> HTTPFailure { .unreachable("no whole answer came in \(timeout)") }
}

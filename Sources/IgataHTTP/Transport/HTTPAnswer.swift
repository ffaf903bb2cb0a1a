internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A whole answer.
struct HTTPAnswer: Sendable {
  var response: HTTPURLResponse
  var body: Data
  /// Whether it answers a request that only reads, which the server asked for in place of one that writes.
  var isRedirectedToRead = false
}

/// Why there is no answer.
enum HTTPFailure: Error {
  /// There is no connection, or it broke, or it took too long.
  case unreachable(String)
  /// There is one that can't be taken, for this reason: "the answer …".
  case unreadable(String)
  /// Nobody vouches for the server, for this reason.
  case untrusted(String)
  case cancelled

  static func tooLong(limit: Int) -> HTTPFailure { .unreadable("is longer than \(limit) bytes") }

  static func timeout(_ timeout: Duration) -> HTTPFailure { .unreachable("no whole answer came in \(timeout)") }
}

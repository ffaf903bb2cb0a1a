#if canImport(FoundationNetworking)
internal import Foundation
internal import FoundationNetworking

/// Sends requests with libcurl. On Linux, Foundation's `URLSession` uses it too, but ends the process if a response
/// breaks off within its headers.
final class HTTPExchange: Sendable {
  /// The maximum number of redirects.
  private static let redirectionsAtMost = 8

  private let loop = CurlLoop()
  private let authorities: URL?

  /// Trusts only these certificate authorities, or the system's if `nil`.
  init(authorities: URL?) { self.authorities = authorities }

  deinit { loop.close { } }

  /// Cancels what was sent, and closes all connections.
  func close() async { await withCheckedContinuation { continuation in loop.close { continuation.resume() } } }

  /// Sends a request and waits for the complete response. If it must not be sent twice, it uses a connection of its
  /// own.
  func send(
    _ request: URLRequest, limit: Int, timeout: Duration, mayRepeat: Bool
  ) async -> Result<HTTPAnswer, HTTPFailure> {
    let method = request.httpMethod
    var request = request
    let deadline = ContinuousClock.now + timeout
    for _ in 0...Self.redirectionsAtMost {
      let order = CurlOrder(
        request: request, limit: limit, timeout: ContinuousClock.now.duration(to: deadline),
        wholeTimeout: timeout, mayRepeat: mayRepeat, authorities: authorities)
      switch await carryOut(order) {
      case .failure(let failure): return .failure(failure)
      case .success(let answer):
        if let next = request.redirected(answer) {
          request = next
          continue
        }
        guard let url = request.url,
          let response = HTTPURLResponse(
            url: url, statusCode: answer.status, httpVersion: nil, headerFields: answer.fields)
        else { return .failure(.unreachable("the answer is none of HTTP")) }
        return .success(
          HTTPAnswer(response: response, body: answer.body, isRedirectedToRead: request.httpMethod != method))
      }
    }
    return .failure(.unreachable("the server sends the request on again and again"))
  }

  private func carryOut(_ order: CurlOrder) async -> Result<CurlAnswer, HTTPFailure> {
    let number = loop.makeNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.begin(order, number) { continuation.resume(returning: $0) }
        // The task may have been canceled before there was anything to cancel.
        if Task.isCancelled { loop.cancel(number) }
      }
    } onCancel: {
      loop.cancel(number)
    }
  }
}

extension URLRequest {
  /// The request to which a response redirects; `nil` if there is none, or if it goes to another host, which must not
  /// receive the credentials.
  fileprivate func redirected(_ answer: CurlAnswer) -> URLRequest? {
    guard [301, 302, 303, 307, 308].contains(answer.status), let old = url, let new = answer.redirection,
      old.host == new.host, old.port == new.port, old.scheme == new.scheme
    else { return nil }
    var request = self
    request.url = new
    if answer.status == 303 || (answer.status < 303 && httpMethod == "POST") {
      request.httpMethod = "GET"
      request.httpBody = nil
      request.setValue(nil, forHTTPHeaderField: "Content-Type")
    }
    return request
  }
}
#endif

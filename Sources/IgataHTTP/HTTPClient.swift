internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Sends requests as configured by ``HTTPOptions``: with retries, authorization, and a cache.
final class HTTPClient: Sendable {
  private struct Kept {
    var tag: String
    var body: Data
    var use: UInt64
  }

  private struct Cache {
    var answers: [URL: Kept] = [:]
    var size = 0
    var uses: UInt64 = 0
  }

  let options: HTTPOptions
  private let exchange: HTTPExchange
  private let cache = Mutex(Cache())
  /// How many requests were sent and have no answer yet.
  private let sentCount = Atomic(0)
  private let isClosed = Atomic(false)

  init(_ options: HTTPOptions) {
    self.options = options
    exchange = HTTPExchange(authorities: options.authorities)
  }

  /// Waits for the answers to what was sent, until `deadline` or until the task is canceled, and then cancels it and
  /// closes all connections.
  func close(until deadline: ContinuousClock.Instant) async {
    while sentCount.load(ordering: .acquiring) > 0, !Task.isCancelled, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(1))
    }
    isClosed.store(true, ordering: .releasing)
    await exchange.close()
  }

  /// Sends a request, again if that may help and does no harm, and returns a complete response, including one with an
  /// error.
  func send(_ request: URLRequest, mayRepeat: Bool) async throws(StoreError) -> HTTPAnswer {
    var request = request
    let known = request.url.flatMap { request.httpMethod == "GET" ? answer(for: $0) : nil }
    if let known { request.setValue(known.tag, forHTTPHeaderField: "If-None-Match") }
    var attempt = 1
    while true {
      if isClosed.load(ordering: .acquiring) { throw .closed }
      let (reason, wait): (String, Duration?)
      switch try await sendAuthorized(request, mayRepeat) {
      case .success(let answer):
        guard [429, 502, 503, 504].contains(answer.response.statusCode) else {
          return remember(answer, request, known)
        }
        (reason, wait) = ("the server responded with \(answer.response.statusCode)", answer.retryAfter)
      case .failure(.cancelled): throw isClosed.load(ordering: .acquiring) ? .closed : .cancelled
      case .failure(.unreadable(let why)):
        throw .corrupted(
          model: request.url?.lastPathComponent ?? "", row: nil, column: nil, problem: "the answer \(why)")
      case .failure(.untrusted(let why)):
        throw .accessDenied(
          reason:
            "the server at '\(request.url?.host ?? "")' can't be trusted: \(why); where its certificate comes from an "
            + "authority that the system does not know, give that one's as HTTPOptions.authorities")
      case .failure(.unreachable(let why)): (reason, wait) = (why, nil)
      }
      guard mayRepeat, attempt < options.attempts else { throw .unreachable(reason: reason) }
      do { try await Task.sleep(for: wait ?? pause(attempt)) } catch { throw .cancelled }
      attempt += 1
    }
  }

  private func sendAuthorized(
    _ request: URLRequest, _ mayRepeat: Bool
  ) async throws(StoreError) -> Result<HTTPAnswer, HTTPFailure> {
    var result: Result<HTTPAnswer, HTTPFailure> = .failure(.cancelled)
    for wasRefused in [false, true] {
      var request = request
      do {
        try await options.authorize(&request, wasRefused)
      } catch {
        if Task.isCancelled { throw .cancelled }
        throw .unreachable(reason: "there is no authorization: \(error)")
      }
      sentCount.add(1, ordering: .relaxed)
      defer { sentCount.subtract(1, ordering: .releasing) }
      result = await exchange.send(
        request, limit: max(0, options.longestAnswer), timeout: options.timeout, mayRepeat: mayRepeat)
      guard case .success(let answer) = result, answer.response.statusCode == 401 else { return result }
    }
    return result
  }

  private func pause(_ attempt: Int) -> Duration {
    let doubled = options.pause * Double(1 << min(attempt - 1, 20))
    return min(doubled, .seconds(60)) * Double.random(in: 0.5...1.5)
  }

  // MARK: Cached responses

  private func answer(for url: URL) -> Kept? {
    cache.withLock { cache in
      cache.uses += 1
      cache.answers[url]?.use = cache.uses
      return cache.answers[url]
    }
  }

  /// Caches a response that has an `ETag`, and returns the cached one if the server reports that it is still valid.
  private func remember(_ answer: HTTPAnswer, _ request: URLRequest, _ known: Kept?) -> HTTPAnswer {
    guard request.httpMethod == "GET", let url = request.url else { return answer }
    if answer.response.statusCode == 304, let known {
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: nil, headerFields: answer.response.allHeaderFields as? [String: String])
      return HTTPAnswer(response: response ?? answer.response, body: known.body)
    }
    guard answer.response.statusCode == 200, let tag = answer.response.value(forHTTPHeaderField: "ETag") else {
      return answer
    }
    cache.withLock { cache in
      cache.size -= cache.answers[url]?.body.count ?? 0
      cache.answers[url] = Kept(tag: tag, body: answer.body, use: cache.uses)
      cache.size += answer.body.count
      while cache.size > options.cacheSize, let oldest = cache.answers.min(by: { $0.value.use < $1.value.use }) {
        cache.size -= oldest.value.body.count
        cache.answers[oldest.key] = nil
      }
    }
    return answer
  }
}

extension HTTPAnswer {
  /// How long the server asks to wait, if it reports that in seconds: at most a minute.
  fileprivate var retryAfter: Duration? {
    response.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init).map { .seconds(min(max($0, 0), 60)) }
  }
}

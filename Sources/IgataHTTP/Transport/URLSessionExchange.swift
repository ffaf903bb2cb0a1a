#if !canImport(FoundationNetworking)
internal import Foundation
internal import Security
internal import Synchronization

/// Sends requests with `URLSession`.
final class HTTPExchange: Sendable {
  private let answers: URLSessionAnswers
  private let session: URLSession

  /// Trusts only these certificate authorities, or the system's if `nil`.
  init(authorities: URL?) {
    answers = URLSessionAnswers(authorities)
    session = Self.makeSession(answers)
  }

  deinit { session.invalidateAndCancel() }

  /// Cancels what was sent, and closes all connections.
  func close() async {
    answers.endAll()
    session.invalidateAndCancel()
  }

  private static func makeSession(_ answers: URLSessionAnswers) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
  }

  /// Sends a request and waits for the complete response. If it must not be sent twice, it uses a connection of its
  /// own.
  func send(
    _ request: URLRequest, limit: Int, timeout: Duration, mayRepeat: Bool
  ) async -> Result<HTTPAnswer, HTTPFailure> {
    if mayRepeat { return await answers.send(request, in: session, limit: limit, timeout: timeout) }
    // If the server has closed a kept-alive connection, the request fails, and it isn't known whether it was received.
    let session = Self.makeSession(answers)
    defer { session.finishTasksAndInvalidate() }
    return await answers.send(request, in: session, limit: limit, timeout: timeout)
  }
}

/// Receives responses in parts, so that their length can be limited.
private final class URLSessionAnswers: NSObject, URLSessionDataDelegate, Sendable {
  private struct Pending {
    var body = Data()
    var limit: Int
    var response: HTTPURLResponse?
    var failure: HTTPFailure?
    var task: URLSessionTask
    var continuation: CheckedContinuation<Result<HTTPAnswer, HTTPFailure>, Never>
  }

  /// By their tasks, which their sessions retain for that time: each session numbers its tasks from 1.
  private let pending = Mutex<[ObjectIdentifier: Pending]>([:])
  /// The certificates of the trusted authorities, in DER; `nil` to trust those of the system.
  private let authorities: [Data]?

  init(_ file: URL?) {
    authorities = file.map { ((try? String(contentsOf: $0, encoding: .utf8)) ?? "").certificates }
  }

  func send(
    _ request: URLRequest, in session: URLSession, limit: Int, timeout: Duration
  ) async -> Result<HTTPAnswer, HTTPFailure> {
    let task = session.dataTask(with: request)
    let key = ObjectIdentifier(task)
    let clock = Task { [weak self] in
      try await Task.sleep(for: timeout)
      self?.end(task, with: .timeout(timeout))
    }
    defer { clock.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pending.withLock { $0[key] = Pending(limit: limit, task: task, continuation: continuation) }
        task.resume()
        // The task may have been canceled before there was anything to cancel.
        if Task.isCancelled { end(task, with: .cancelled) }
      }
    } onCancel: {
      end(task, with: .cancelled)
    }
  }

  /// Cancels a request.
  private func end(_ task: URLSessionTask, with failure: HTTPFailure) {
    let ended = pending.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
    task.cancel()
    ended?.continuation.resume(returning: .failure(failure))
  }

  /// Cancels all requests.
  func endAll() {
    for task in pending.withLock({ $0.values.map(\.task) }) { end(task, with: .cancelled) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let tooLong = pending.withLock { pending -> Int? in
      guard let limit = pending[ObjectIdentifier(dataTask)]?.limit else { return nil }
      pending[ObjectIdentifier(dataTask)]?.response = response as? HTTPURLResponse
      return response.expectedContentLength > Int64(limit) ? limit : nil
    }
    if let tooLong { end(dataTask, with: .tooLong(limit: tooLong)) }
    completionHandler(tooLong == nil ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let tooLong = pending.withLock { pending -> Int? in
      guard let known = pending[ObjectIdentifier(dataTask)] else { return nil }
      if data.count > known.limit - known.body.count { return known.limit }
      pending[ObjectIdentifier(dataTask)]?.body.append(data)
      return nil
    }
    if let tooLong { end(dataTask, with: .tooLong(limit: tooLong)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let ended = pending.withLock({ $0.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
    if let error {
      ended.continuation.resume(returning: .failure(HTTPFailure(error)))
    } else if let response = ended.response ?? task.response as? HTTPURLResponse {
      let isRedirectedToRead = task.currentRequest?.httpMethod != task.originalRequest?.httpMethod
      ended.continuation.resume(
        returning: .success(
          HTTPAnswer(response: response, body: ended.body, isRedirectedToRead: isRedirectedToRead)))
    } else {
      ended.continuation.resume(returning: .failure(.unreachable("the answer is none of HTTP")))
    }
  }

  /// Checks the server's certificate against the configured authorities, if there are any.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let authorities, let trust = challenge.protectionSpace.serverTrust else {
      return completionHandler(.performDefaultHandling, nil)
    }
    let certificates = authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    SecTrustSetAnchorCertificates(trust, certificates as CFArray)
    SecTrustSetAnchorCertificatesOnly(trust, true)
    var error: CFError?
    if SecTrustEvaluateWithError(trust, &error) {
      completionHandler(.useCredential, URLCredential(trust: trust))
    } else {
      end(task, with: .untrusted(error.map { $0.localizedDescription } ?? "its certificate is not trusted"))
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  }

  /// Redirects to another host aren't followed, as it must not receive the credentials.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (old, new) = (task.originalRequest?.url, request.url)
    let isSame = old?.host == new?.host && old?.port == new?.port && old?.scheme == new?.scheme
    completionHandler(isSame ? request : nil)
  }
}

extension HTTPFailure {
  fileprivate init(_ error: any Error) {
    let distrust: [URLError.Code] = [
      .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
      .serverCertificateNotYetValid,
    ]
    let isDistrust = (error as? URLError).map { distrust.contains($0.code) } ?? false
    self = isDistrust ? .untrusted(error.localizedDescription) : .unreachable(error.localizedDescription)
  }
}

extension String {
  /// The certificates of a PEM file, each in DER.
  fileprivate var certificates: [Data] {
    components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
      part.components(separatedBy: "-----END CERTIFICATE-----").first.flatMap {
        Data(base64Encoded: $0, options: .ignoreUnknownCharacters)
      }
    }
  }
}
#endif

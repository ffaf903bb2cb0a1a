// The parts of swift-log, swift-metrics and swift-distributed-tracing that the page calls.
private struct Logger: Sendable {
  struct Message: ExpressibleByStringInterpolation { init(stringLiteral value: String) {} }

  func warning(_ message: @autoclosure () -> Message) {}
}

private let logger = Logger()
private let backend = MemoryBackend()
private let key = "secret"

private enum Metrics {
  final class Timer {
    init(label: String, dimensions: [(String, String)] = []) {}
    func recordSeconds<DataType: BinaryFloatingPoint>(_ duration: DataType) {}
  }
}

private protocol SpanAttributeConvertible {}

extension String: SpanAttributeConvertible {}

private struct SpanAttributes: Sendable {
  subscript(_ name: String) -> (any SpanAttributeConvertible)? {
    get { nil }
    set {}
  }
}

private enum SpanKind { case client }

private struct SpanStatus {
  enum Code { case error }
  init(code: Code, message: String? = nil) {}
}

private protocol Span: Sendable {
  var attributes: SpanAttributes { get nonmutating set }
  func setStatus(_ status: SpanStatus)
  func end()
}

private final class AnySpan: Span {
  var attributes: SpanAttributes {
    get { SpanAttributes() }
    set {}
  }
  func setStatus(_ status: SpanStatus) {}
  func end() {}
}

private func startSpan(_ operationName: String, ofKind kind: SpanKind) -> any Span { AnySpan() }

// The parts of swift-service-lifecycle that the page calls.
private protocol Service: Sendable { func run() async throws }

private func gracefulShutdown() async throws {}

// The parts of UIKit that the page calls.
private let sqlite = SQLiteApp()

private struct SQLiteApp: Sendable {
  func suspend() {}
  func resume() {}
}

private struct UIBackgroundTaskIdentifier: Sendable { static let invalid = UIBackgroundTaskIdentifier() }

private struct UIApplication {
  func beginBackgroundTask(expirationHandler: (() -> Void)?) -> UIBackgroundTaskIdentifier { .invalid }
  func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

private let application = UIApplication()

internal import Dispatch
internal import Synchronization

/// A call of a backend whose statements are reported to an observer.
///
/// Calls that may suspend have it as a local value of their task, and those that don't as a parameter. Wherever a
/// backend executes a statement, it says what the statement was and how it ended.
@_spi(Backend) public struct ObservedCall: Sendable {
  @TaskLocal private static var local: ObservedCall?
  /// Whether the process has, or had, an observer: without one, a statement costs one comparison.
  private static let exists = Atomic<Bool>(false)

  private let observer: StoreObserver
  private let kind: StoreEvent.Kind
  private let table: TableDescription?
  private let attempt: Int
  private let wait: SessionWait?

  /// - Parameters:
  ///   - table: The table that the call is about; `nil` if it is about none, or about several.
  ///   - wait: How long the session has waited, if no event has said so.
  init(
    _ observer: StoreObserver, _ kind: StoreEvent.Kind, _ table: TableDescription?, attempt: Int = 1,
    _ wait: SessionWait? = nil
  ) {
    self.observer = observer
    self.kind = kind
    self.table = table
    self.attempt = attempt
    self.wait = wait
  }

  /// The call that this task makes; `nil` if nobody observes it.
  public static var current: ObservedCall? { exists.load(ordering: .relaxed) ? local : nil }

  /// Runs `body`, whose statements are reported.
  func run<Result>(
    _ body: () async throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    Self.exists.store(true, ordering: .relaxed)
    return try await Self.$local.withValue(self) { () async -> Swift.Result<Result, StoreError> in
      do throws(StoreError) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }

  /// Like ``run(_:)``, for statements that find out why one failed that was passed the call.
  public func reporting<Result>(_ body: () -> Result) -> Result {
    Self.exists.store(true, ordering: .relaxed)
    return Self.$local.withValue(self, operation: body)
  }

  /// Runs `body`, whose statements are not part of the call, such as those that open a connection.
  public static func withoutReports<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard current != nil else { return try await body() }
    return try await $local.withValue(nil) { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }

  /// Like ``withoutReports(_:)->_``, without suspending.
  public static func withoutReports<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard current != nil else { return try body() }
    return try $local.withValue(nil) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// Says that a statement begins.
  ///
  /// - Parameters:
  ///   - statement: Its text, with placeholders for all values; `nil` if the backend has none.
  ///   - system: The database as OpenTelemetry names it.
  public func begin(_ statement: String?, system: String?) -> StatementStart {
    let waited = wait?.take(until: .now) ?? .zero
    return StatementStart(
      waited: waited, ended: observer.started.flatMap { $0(event(statement, system, waited: waited)) })
  }

  /// Says that a statement has ended.
  ///
  /// - Parameters:
  ///   - start: What ``begin(_:system:)`` returned for the same statement.
  ///   - rows: How many rows it read or changed.
  ///   - error: Why it failed; `nil` if it didn't.
  public func end(
    _ start: StatementStart, _ statement: String?, system: String?, rows: Int, _ error: StoreError? = nil
  ) {
    let duration = start.duration
    // Most statements are faster than those that an observer wants to hear of.
    if duration < observer.threshold, error == nil { return }
    if let ended = start.ended ?? observer.ended {
      report(start, statement, system, rows: rows, duration, error, to: ended)
    }
  }

  /// Says that a statement that began is not executed. It is no event, but who heard of the beginning hears of it.
  public func abandon(_ start: StatementStart, _ statement: String?, system: String?) {
    guard let ended = start.ended else { return }
    report(start, statement, system, rows: 0, start.duration, .cancelled, to: ended)
  }

  /// Reports that the session could not begin.
  func reportWait(_ error: StoreError) {
    let call = ObservedCall(observer, .wait, nil, attempt: attempt, wait)
    call.end(call.begin(nil, system: nil), nil, system: nil, rows: 0, error)
  }

  @inline(never)
  private func report(
    _ start: StatementStart, _ statement: String?, _ system: String?, rows: Int, _ duration: Duration,
    _ error: StoreError?, to ended: StoreObserver.End
  ) {
    var event = event(statement, system, waited: start.waited)
    event.rows = rows
    event.duration = duration
    event.error = error?.caseName
    ended(event)
  }

  private func event(_ statement: String?, _ system: String?, waited: Duration) -> StoreEvent {
    let kind = statement.flatMap(StoreEvent.Kind.init(ofTransaction:))
    let model = kind == nil ? table?.model : nil
    var event = StoreEvent(kind ?? self.kind, model: model, statement: statement, system: system)
    event.waited = waited
    event.attempt = attempt
    return event
  }
}

/// When a statement began, and what is known at its end of that.
@_spi(Backend) public struct StatementStart: Sendable {
  /// How long the session waited before.
  fileprivate var waited: Duration
  /// In nanoseconds: every statement with an observer is timed, and an instant of a clock costs more.
  private var time: UInt64
  /// What an observer of beginnings wants to be called.
  fileprivate let ended: StoreObserver.End?

  fileprivate init(waited: Duration, ended: StoreObserver.End?) {
    self.waited = waited
    self.ended = ended
    time = Self.now
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// How long the statement has taken until now.
  fileprivate var duration: Duration { .nanoseconds(Int64(clamping: Self.now &- time)) }

  /// Measures the time from now on, as the statement is executed after others.
  public mutating func restart() { time = Self.now }

  /// Measures the time from now on, as the statement is sent now. Until now, it has waited.
  public mutating func endWait() {
    waited += duration
    restart()
  }
}

/// How long a session has waited, which the first event after that says.
final class SessionWait: Sendable {
  private let state: Mutex<(start: ContinuousClock.Instant, end: ContinuousClock.Instant?)?>

  /// A wait that ends with the first statement.
  init(since start: ContinuousClock.Instant) { state = Mutex((start, nil)) }

  /// Whether an event has said how long it was.
  var isTaken: Bool { state.withLock { $0 == nil } }

  /// Ends the wait, before any statement.
  func end() { state.withLock { $0?.end = .now } }

  /// How long the session has waited, the first time; zero after that.
  fileprivate func take(until now: ContinuousClock.Instant) -> Duration {
    state.withLock { state in
      defer { state = nil }
      return state.map { ($0.end ?? now) - $0.start } ?? .zero
    }
  }
}

extension StoreError {
  /// The name of the case, without its values.
  fileprivate var caseName: String { Mirror(reflecting: self).children.first?.label ?? "cancelled" }
}

extension StoreEvent.Kind {
  /// The kind of a statement that begins or ends a transaction or a part of one; `nil` for any other.
  fileprivate init?(ofTransaction statement: String) {
    if ["BEGIN", "SAVEPOINT", "SELECT set_config("].contains(where: statement.hasPrefix) {
      self = .begin
    } else if statement.hasPrefix("COMMIT") || statement.hasPrefix("RELEASE") {
      self = .commit
    } else if statement.hasPrefix("ROLLBACK") {
      self = .rollback
    } else {
      return nil
    }
  }
}

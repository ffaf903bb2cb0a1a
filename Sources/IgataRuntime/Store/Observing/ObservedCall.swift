internal import Synchronization

/// A call of a backend whose statements are reported to an observer.
///
/// It is a local value of the task that makes the call. Wherever a backend executes a statement, it asks for
/// ``current``, and if there is one, says what the statement was and how it ended.
@_spi(Backend) public final class ObservedCall: Sendable {
  @TaskLocal private static var local: ObservedCall?
  /// Whether the process has, or had, an observer: without one, a statement costs one comparison.
  private static let exists = Atomic<Bool>(false)

  fileprivate let observer: StoreObserver
  fileprivate let kind: StoreEvent.Kind
  fileprivate let table: TableDescription?
  fileprivate let attempt: Int
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

  /// Like ``run(_:)``, without suspending.
  func runSynchronously<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    Self.exists.store(true, ordering: .relaxed)
    return try Self.$local.withValue(self) { () -> Swift.Result<Result, StoreError> in
      do throws(StoreError) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// Runs `body`, whose statements are not part of the call, such as those that open a connection.
  public static func withoutReports<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard current != nil else { return try body() }
    return try $local.withValue(nil) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// Like ``withoutReports(_:)->_``, for what suspends.
  public static func withoutReports<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    guard current != nil else { return try await body() }
    return try await $local.withValue(nil) { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }

  /// Says that a statement begins.
  ///
  /// - Parameters:
  ///   - statement: Its text, with placeholders for all values; `nil` if the backend has none.
  ///   - system: The database as OpenTelemetry names it.
  public func begin(_ statement: String?, system: String?) -> ObservedStatement {
    let now = ContinuousClock.now
    return ObservedStatement(self, statement, system, now, waited: wait?.take(until: now) ?? .zero)
  }

  /// Reports that the session could not begin.
  func reportWait(_ error: StoreError) {
    ObservedCall(observer, .wait, nil, attempt: attempt, wait).begin(nil, system: nil).end(rows: 0, error)
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

/// A statement that has begun, and whose end is reported.
@_spi(Backend) public final class ObservedStatement: Sendable {
  private let call: ObservedCall
  private let statement: String?
  private let system: String?
  private let waited: Duration
  private let start: ContinuousClock.Instant
  /// What an observer of beginnings wants to be called.
  private let ended: StoreObserver.End?

  fileprivate init(
    _ call: ObservedCall, _ statement: String?, _ system: String?, _ start: ContinuousClock.Instant, waited: Duration
  ) {
    self.call = call
    self.statement = statement
    self.system = system
    self.waited = waited
    self.start = start
    ended =
      switch call.observer.listener {
      case .started(let started): started(Self.event(call, statement, system, waited))
      case .ended: nil
      }
  }

  /// Reports that the statement has ended.
  ///
  /// - Parameters:
  ///   - rows: How many rows it read or changed.
  ///   - error: Why it failed; `nil` if it didn't.
  ///   - start: When it began to run, if that was later than when it was sent.
  public func end(rows: Int, _ error: StoreError? = nil, since start: ContinuousClock.Instant? = nil) {
    let duration = ContinuousClock.now - (start ?? self.start)
    switch call.observer.listener {
    case .ended(let threshold, let ended) where duration >= threshold || error != nil:
      report(rows, duration, error, to: ended)
    case .started: if let ended { report(rows, duration, error, to: ended) }
    case .ended: break
    }
  }

  /// Ends a statement that was begun and is not executed. It is no event, but who heard of the beginning hears of it.
  public func abandon() {
    guard let ended else { return }
    report(0, ContinuousClock.now - start, .cancelled, to: ended)
  }

  @inline(never)
  private func report(_ rows: Int, _ duration: Duration, _ error: StoreError?, to ended: StoreObserver.End) {
    var event = Self.event(call, statement, system, waited)
    event.rows = rows
    event.duration = duration
    event.error = error?.caseName
    ended(event)
  }

  private static func event(
    _ call: ObservedCall, _ statement: String?, _ system: String?, _ waited: Duration
  ) -> StoreEvent {
    let kind = statement.flatMap(StoreEvent.Kind.init(ofTransaction:))
    let model = kind == nil ? call.table?.model : nil
    var event = StoreEvent(kind ?? call.kind, model: model, statement: statement, system: system)
    event.waited = waited
    event.attempt = call.attempt
    return event
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

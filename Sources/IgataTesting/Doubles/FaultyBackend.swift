@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Wraps a backend, and makes calls fail, wait or lose the connection on demand.
///
/// ```swift
/// let backend = FaultyBackend(MemoryBackend())
/// backend.fail(.write, of: Account.self, onCall: 2, with: .full(reason: "the disk is full"))
/// backend.delay(.read, by: .milliseconds(500))
/// backend.cutOff()
/// ```
public final class FaultyBackend: Backend {
  /// What happens to calls of a kind.
  private enum Fault: Sendable {
    case fail(StoreError)
    case wait(Duration)
    case loseAnswer
  }

  private struct Rule: Sendable {
    var operation: BackendOperation
    var model: String?
    /// The number of calls that succeed first; `nil` to affect every call.
    var callsBefore: Int?
    var fault: Fault
  }

  private struct State: Sendable {
    var rules: [Rule] = []
    var isCutOff = false
  }

  private let base: any Backend
  private let state = Mutex(State())

  /// A backend that behaves like `base` until faults are added.
  public init(_ base: any Backend = MemoryBackend()) { self.base = base }

  /// The identity of the wrapped backend.
  @_spi(Backend) public var identity: StoreIdentity { base.identity }
  /// Whether the wrapped backend does.
  @_spi(Backend) public var reportsStatements: Bool { base.reportsStatements }

  // MARK: Faults

  /// Makes calls fail with an error. They don't reach the wrapped backend.
  ///
  /// - Parameters:
  ///   - operation: The operation that fails.
  ///   - model: The model whose calls fail; `nil` for any model.
  ///   - number: The number of the call that fails, counted from now on, starting at 1; `nil` for all calls.
  public func fail(
    _ operation: BackendOperation, of model: (any PersistableModel.Type)? = nil, onCall number: Int? = nil,
    with error: StoreError
  ) {
    add(operation, model, number, .fail(error))
  }

  /// Delays calls before they are forwarded. A canceled call throws ``/IgataRuntime/StoreError/cancelled`` immediately.
  public func delay(
    _ operation: BackendOperation, of model: (any PersistableModel.Type)? = nil, onCall number: Int? = nil,
    by duration: Duration
  ) {
    add(operation, model, number, .wait(duration))
  }

  /// Forwards calls, but reports them to their callers as failed: ``/IgataRuntime/StoreError/unreachable(reason:)``, as
  /// if the connection had been lost between a commit and its acknowledgment.
  public func loseAnswer(
    _ operation: BackendOperation, of model: (any PersistableModel.Type)? = nil, onCall number: Int? = nil
  ) {
    add(operation, model, number, .loseAnswer)
  }

  /// Makes every call fail with ``/IgataRuntime/StoreError/unreachable(reason:)``, including those of open sessions,
  /// until ``restore()`` is called.
  public func cutOff() { state.withLock { $0.isCutOff = true } }

  /// Ends ``cutOff()``. Other faults stay.
  public func restore() { state.withLock { $0.isCutOff = false } }

  /// Removes all faults.
  public func removeFaults() { state.withLock { $0 = State() } }

  private func add(
    _ operation: BackendOperation, _ model: (any PersistableModel.Type)?, _ number: Int?, _ fault: Fault
  ) {
    let rule = Rule(
      operation: operation, model: model?.table.model, callsBefore: number.map { max($0, 1) - 1 }, fault: fault)
    state.withLock { $0.rules.append(rule) }
  }

  // MARK: Backend

  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    try await pass(BackendCall(.prepare)) { (_) async throws(StoreError) in try await base.prepare(tables) }
  }

  /// Fails as a call of `prepare` does.
  @_spi(Backend) public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    try await pass(BackendCall(.prepare)) { (_) async throws(StoreError) in
      guard let base = base as? any MigratingBackend else { throw .misuse(reason: "the backend can't migrate") }
      return try await base.migrate(request, progress)
    }
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    let session = try await pass(BackendCall(.begin)) { (_) async throws(StoreError) in try await base.begin(access) }
    return InterceptedSession(session, self)
  }

  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    let session = try await pass(BackendCall(.begin)) { (_) async throws(StoreError) in
      try await base.beginStreaming()
    }
    return InterceptedSession(session, self)
  }

  @_spi(Backend) public func writeLimit(_ table: TableDescription) -> Int? { base.writeLimit(table) }

  @_spi(Backend) public func check(_ request: CheckedRequest) throws(StoreError) { try base.check(request) }

  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    await base.changesFromOutside()
  }
}

extension FaultyBackend: Interceptor {
  private static let cut = StoreError.unreachable(reason: "the backend was cut off")

  func willPass(_ call: BackendCall) async throws(StoreError) {
    for fault in takeFaults(call) {
      switch fault {
      case .fail(let error): throw error
      case .wait(let duration):
        do { try await Task.sleep(for: duration) } catch { throw StoreError.cancelled }
      case .loseAnswer: break
      }
    }
    if state.withLock({ $0.isCutOff }) { throw Self.cut }
  }

  func didPass(_ call: BackendCall) throws(StoreError) {
    guard call.error == nil, takeLoss(call) else { return }
    throw .unreachable(reason: "the answer was lost")
  }

  /// The failures and delays for this call. Counts them down, and removes those that are used up.
  private func takeFaults(_ call: BackendCall) -> [Fault] {
    take(call) { fault in if case .loseAnswer = fault { false } else { true } }
  }

  private func takeLoss(_ call: BackendCall) -> Bool {
    !take(call) { fault in if case .loseAnswer = fault { true } else { false } }.isEmpty
  }

  private func take(_ call: BackendCall, where isMeant: (Fault) -> Bool) -> [Fault] {
    state.withLock { state in
      var faults: [Fault] = []
      for index in state.rules.indices {
        let rule = state.rules[index]
        guard rule.operation == call.operation, rule.model == nil || rule.model == call.model, isMeant(rule.fault)
        else { continue }
        if rule.callsBefore ?? 0 == 0 { faults.append(rule.fault) }
        if let callsBefore = rule.callsBefore { state.rules[index].callsBefore = callsBefore - 1 }
      }
      state.rules.removeAll { ($0.callsBefore ?? 0) < 0 }
      return faults
    }
  }
}

@_spi(Backend) extension FaultyBackend: MigratingBackend {}

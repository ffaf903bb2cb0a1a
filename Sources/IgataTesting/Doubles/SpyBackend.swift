@_spi(Backend) public import IgataRuntime
internal import Synchronization

/// Wraps a backend, and records each call with its arguments, in order.
///
/// ```swift
/// let spy = SpyBackend()
/// let presenter = MessagePresenter(store: Store(spy))
/// try await presenter.post("hello")
/// #expect(spy.written(Message.self).map(\.message) == ["hello"])
/// #expect(spy.calls.map(\.operation) == [.begin, .write, .commit])
/// ```
///
/// Calls can be made to fail, wait or lose the connection; see ``faults``. A failed call is recorded with its error.
public final class SpyBackend: Backend {
  /// The faults of the calls. The spy records calls before the faults apply.
  public let faults: FaultyBackend
  private let recorded = Mutex<[BackendCall]>([])

  /// A spy that wraps `base`.
  public init(_ base: any Backend = MemoryBackend()) { faults = FaultyBackend(base) }

  /// The identity of the wrapped backend.
  @_spi(Backend) public var identity: StoreIdentity { faults.identity }
  /// Whether the wrapped backend does.
  @_spi(Backend) public var reportsStatements: Bool { faults.reportsStatements }

  /// Every call so far, in the order in which they ended.
  public var calls: [BackendCall] { recorded.withLock { $0 } }

  /// The calls of an operation, optionally only those of a model.
  public func calls(_ operation: BackendOperation, of model: (any PersistableModel.Type)? = nil) -> [BackendCall] {
    calls.filter { $0.operation == operation && (model == nil || $0.model == model?.table.model) }
  }

  /// Whether there was a call of an operation, optionally of a model.
  public func wasCalled(_ operation: BackendOperation, of model: (any PersistableModel.Type)? = nil) -> Bool {
    !calls(operation, of: model).isEmpty
  }

  /// The models that were written, in order, without failed calls. Their relations only have keys.
  public func written<Model: PersistableModel>(_ model: Model.Type) -> [Model] {
    let rows = calls(.write).filter { $0.error == nil && $0.table === Model.table }.flatMap(\.rows)
    return ValueRowCursor(rows).read { reader in
      var models: [Model] = []
      Model.collect(&reader, into: &models)
      return models
    }
  }

  /// Removes the recorded calls.
  public func forget() { recorded.withLock { $0 = [] } }

  @_spi(Backend)
  @discardableResult
  public func prepare(_ tables: [TableDescription]) async throws(StoreError) -> PrepareReport {
    var call = BackendCall(.prepare)
    call.tables = tables
    return try await pass(call) { (_) async throws(StoreError) in try await faults.prepare(tables) }
  }

  /// Is recorded as a call of `prepare`.
  @_spi(Backend) public func migrate(
    _ request: MigrationRequest, _ progress: @Sendable (MigrationProgress) async -> Void
  ) async throws(StoreError) -> MigrationResult {
    var call = BackendCall(.prepare)
    call.tables = request.tables
    return try await pass(call) { (_) async throws(StoreError) in try await faults.migrate(request, progress) }
  }

  @_spi(Backend) public func begin(_ access: SessionAccess) async throws(StoreError) -> any BackendSession {
    var call = BackendCall(.begin)
    call.access = access
    let session = try await pass(call) { (_) async throws(StoreError) in try await faults.begin(access) }
    return InterceptedSession(session, self)
  }

  @_spi(Backend) public func beginStreaming() async throws(StoreError) -> any BackendSession {
    var call = BackendCall(.begin)
    call.access = .read
    let session = try await pass(call) { (_) async throws(StoreError) in try await faults.beginStreaming() }
    return InterceptedSession(session, self)
  }

  @_spi(Backend) public func writeLimit(_ table: TableDescription) -> Int? { faults.writeLimit(table) }

  @_spi(Backend) public func check(_ request: CheckedRequest) throws(StoreError) { try faults.check(request) }

  @_spi(Backend) public func changesFromOutside() async -> AsyncStream<OutsideChange>? {
    await faults.changesFromOutside()
  }
}

extension SpyBackend: Interceptor {
  func willPass(_ call: BackendCall) async throws(StoreError) {}

  func didPass(_ call: BackendCall) throws(StoreError) { recorded.withLock { $0.append(call) } }
}

extension SpyBackend {
  /// The queries of a model, in order: one for each reading call.
  public func queries<Model: PersistableModel>(of model: Model.Type) -> [RowQuery] {
    calls(.read, of: model).compactMap(\.query)
  }

  /// The keys of the models that were deleted by key, in order, without failed calls.
  public func deleted<Model: PersistableModel>(_ model: Model.Type) -> [Model.PrimaryKey] {
    let keys = calls(.delete, of: model).filter { $0.error == nil }.flatMap { $0.query?.keys.map(Array.init) ?? [] }
    return ValueRowCursor(keys).read { reader in
      var ids: [Model.PrimaryKey] = []
      while reader.next() { ids.append(Model.PrimaryKey(row: &reader, at: 0)) }
      return ids
    }
  }
}

@_spi(Backend) extension SpyBackend: MigratingBackend {}

internal import Synchronization

/// A session that writes, and records its changes for observers.
final class RecordingSession: BackendSession {
  private let base: any BackendSession
  private let identity: StoreIdentity
  private let scope: SessionScope?
  /// The models that were observed when the session began. Later observers have missed some of its changes.
  private let watched: [String: any WatchedModel]
  private let journal = Mutex(Journal())

  fileprivate init(_ base: any BackendSession, of backend: any Backend) {
    self.base = base
    identity = backend.identity
    scope = backend.sessionScope
    watched = identity.hub.watchedModels
  }

  func access(to backend: StoreIdentity) -> SessionAccess? { base.access(to: backend) }

  private func note(_ entry: Journal.Entry) { journal.withLock { $0.append(entry) } }

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try await base.read(query, consume)
  }

  func cursor(_ query: RowQuery) async throws(StoreError) -> (any RowCursor)? {
    try await base.cursor(query)
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try await base.aggregate(query, by: groups, aggregates)
  }

  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    let change = try await base.execute(sql)
    if change.tables?.isEmpty != true { note(.executed(change.tables)) }
    return change
  }

  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try await base.read(sql, as: table, consume)
  }

  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan { try await base.explain(query) }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    let count = try await base.write(write, produce)
    if count > 0 { note(.wrote(write.table)) }
    return count
  }

  /// Writes models and records which of them are new.
  func write<Model: PersistableModel>(
    models: inout [Model], _ write: RowWrite, _ origin: ModelOrigin
  ) async throws(StoreError) -> Int {
    guard let watchedModel = watched[Model.table.name] as? WatchedModelOf<Model> else {
      let count = try await base.writeAll(&models, write, origin)
      if count > 0 { note(.wrote(Model.table)) }
      return count
    }
    var known: Set<StoredKey> = []
    if write.kind == .save || write.kind == .insertMissing { known = try await keys(of: models) }
    let count = try await base.writeAll(&models, write, origin)
    var changes: [Change<Model>] = []
    changes.reserveCapacity(models.count)
    for model in models {
      switch write.kind {
      case .insert: changes.append(.inserted(model))
      case .update: changes.append(.updated(model))
      case .save:
        let isNew = known.insert(StoredKey(model.primaryKey)).inserted
        changes.append(isNew ? .inserted(model) : .updated(model))
      case .insertMissing:
        if known.insert(StoredKey(model.primaryKey)).inserted { changes.append(.inserted(model)) }
      }
    }
    if changes.isEmpty { return count }
    note(.rows(RowRecords(changes: changes)))
    if write.columns != nil { note(.changed(watchedModel, keys: models.map(\.keyValues))) }
    return count
  }

  /// The keys of the models that have a row.
  private func keys<Model: PersistableModel>(
    of models: [Model]
  ) async throws(StoreError) -> Set<StoredKey> {
    var keys: Set<StoredKey> = []
    let table = Model.table
    let query = RowQuery(table, keys: models.map { $0.primaryKey._keyValues })
    for values in try await base.keys(query) {
      ValueRowCursor([values]).read { row in
        if row.next() { keys.insert(StoredKey(Model.PrimaryKey(row: &row, at: 0))) }
      }
    }
    return keys
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    var deletion = RecordedDeletion(from: query.table, watched.values)
    try await deletion.survey(query, base)
    let count = try await base.delete(query)
    if count == 0 { return 0 }
    note(.deleted(query.table))
    for (model, keys) in deletion.deleted { note(.rows(model.deleted(keys))) }
    for (model, keys) in deletion.changed { note(.rows(try await model.updated(keys, identity, base))) }
    return count
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    guard let model = watched[query.table.name] else {
      let count = try await base.update(query, assignments)
      if count > 0 { note(.wrote(query.table)) }
      return count
    }
    // After the update, the query may select other rows.
    let keys = try await base.keys(query)
    let count = try await base.update(query, assignments)
    if count > 0 { note(.rows(try await model.updated(keys, identity, base))) }
    return count
  }

  func savepoint() async throws(StoreError) -> Savepoint {
    let savepoint = try await base.savepoint()
    journal.withLock { $0.mark(savepoint) }
    return savepoint
  }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    try await base.rollBack(to: savepoint)
    journal.withLock { $0.rollBack(to: savepoint) }
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {
    try await base.release(savepoint)
    journal.withLock { $0.forget(savepoint) }
  }

  func commit() async throws(StoreError) {
    var journal = journal.withLock { $0 }
    if journal.entries.isEmpty { return try await base.commit() }
    for (index, entry) in journal.entries.enumerated() {
      guard case .changed(let model, let keys) = entry else { continue }
      journal.entries[index] = .rows(try await model.updated(keys, identity, base))
    }
    let changes = RecordedChanges(journal, recordedTables: Set(watched.keys), in: scope)
    try await base.commit(publishing: .recorded(changes), in: identity.hub)
  }

  func rollback() async { await base.rollback() }
}

extension Backend {
  /// Begins a session that writes, and records its changes if there are observers.
  func beginWriting(
    for observer: StoreObserver?, attempt: Int = 1
  ) async throws(StoreError) -> any BackendSession {
    let session = try await ObservedSession.begin(.write, of: self, for: observer, attempt: attempt) {
      () async throws(StoreError) in try await begin(.write)
    }
    return identity.hub.isWatched ? RecordingSession(session, of: self) : session
  }

  /// Commits a session that ``beginWriting(for:attempt:)`` began.
  func commitWriting(_ session: any BackendSession) async throws(StoreError) {
    if session is RecordingSession { return try await session.commit() }
    try await session.commit(publishing: .unknown(.notRecorded, tables: nil), in: identity.hub)
  }
}

extension BackendSession {
  /// Commits, and publishes the changes in the order of the commits.
  fileprivate func commit(publishing changes: CommittedChanges, in hub: ChangeHub) async throws(StoreError) {
    let ticket = hub.takeTicket()
    do throws(StoreError) {
      try await commit()
    } catch {
      // If only the response was lost, the transaction may have been committed.
      if case .unreachable = error {
        hub.end(ticket, .unknown(.unanswered, tables: nil))
      } else {
        hub.end(ticket, nil)
      }
      throw error
    }
    hub.end(ticket, changes)
  }
}

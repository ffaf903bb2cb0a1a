// Operations that don't suspend, for backends that support them. Each reports whether it was done. If it wasn't,
// nothing has happened, except that a lookup may be waiting for its result. Inlinable functions are compiled where the
// model is known, and so don't look up its type's metadata.
extension Store {
  /// The model with the key.
  @inlinable
  func findSynchronously<Model: PersistableModel>(_ id: Model.PrimaryKey, _ lookup: inout Lookup)
    throws(StoreError) -> Model?
  {
    let table = Model.table
    if table.loadsRelations { return nil }
    var found: Model?
    lookup = try lookUp(table) { key in
      id.write(to: &key, at: 0)
    } _: { (row) throws(StoreError) in
      row.source = readOrigin
      if row.next() { found = Model(row: &row) }
      try row.checkFault(table)
    }
    return found
  }

  /// The origin of the models of one read, or of one save.
  @usableFromInline var readOrigin: ModelOrigin { .batch(of: backend.identity) }

  /// The models that a query selects; they have no relations to load.
  @inlinable
  func collectSynchronously<Model: PersistableModel>(_ query: RowQuery, _ models: inout [Model]) throws(StoreError)
    -> Bool
  {
    try readSynchronously(query) { (row) throws(StoreError) in
      row.source = readOrigin
      Model.collect(&row, into: &models)
      try row.checkFault(query.table)
    }
  }

  /// Writes one model without relations and without values that the database makes, and sets the fields that the store
  /// filled in.
  @inlinable
  func writeSynchronously<Model: PersistableModel>(
    _ model: inout Model, _ kind: RowWrite.Kind
  ) throws(StoreError) -> Bool {
    let table = Model.table
    guard canWriteSynchronously, !table.needsSession else { return false }
    var written = model
    let write = try write(of: model, kind)
    try SaveStamp().prepare(&written)
    let count = try writeRowSynchronously(write) { (row) throws(StoreError) in
      written.write(to: &row)
      if row.finishRow(), let key = row.generatedKey { written._assign(generatedKey: key) }
      if row.fault != nil { try row.throwFault(table) }
    }
    guard let count else { return false }
    if count == 0 {
      let key = table.keyText(written.primaryKey._keyValues)
      throw write.isMissingStale ? .staleVersion(model: table.model, key: key) : .notFound(model: table.model, key: key)
    }
    written._origin = readOrigin
    model = written
    return true
  }

  /// How a model that is saved is written.
  @usableFromInline
  func write<Model: PersistableModel>(of model: Model, _ kind: RowWrite.Kind) throws(StoreError) -> RowWrite {
    if model._origin.isKeyOnly { throw .notLoaded(model: Model.table.model, field: "") }
    return RowWrite(kind, model, in: backend.identity)
  }

  @usableFromInline
  func lookUp(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Lookup {
    if let scope {
      guard let session = try scope.enterSynchronously() else { return Lookup() }
      defer { scope.leave() }
      try session.readSynchronously(table, key: key, for: observed(.read, table), consume)
      return Lookup(.read)
    }
    guard let direct else { return Lookup() }
    try TransactionScope.checkUse(of: direct.identity, scope: nil)
    return Lookup(try direct.lookUp(table, key: key, for: observed(.read, table), consume))
  }

  @usableFromInline
  func readSynchronously(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    if let scope {
      guard let session = try scope.enterSynchronously() else { return false }
      defer { scope.leave() }
      do throws(StoreError) {
        try session.readSynchronously(query, for: observed(.read, query.table), consume)
      } catch {
        throw query.naming(error)
      }
      return true
    }
    guard let direct else { return false }
    try TransactionScope.checkUse(of: direct.identity, scope: nil)
    do throws(StoreError) {
      return try direct.readSynchronously(query, for: observed(.read, query.table), consume)
    } catch {
      throw query.naming(error)
    }
  }

  /// Whether a synchronous write can succeed. Changes that are observed are written asynchronously.
  @usableFromInline var canWriteSynchronously: Bool {
    if let scope { return scope.direct != nil }
    return direct.map { $0.writesSynchronously && !$0.identity.hub.isWatched } ?? false
  }

  @usableFromInline
  func writeRowSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int? {
    if let scope {
      guard let session = try scope.enterSynchronously() else { return nil }
      defer { scope.leave() }
      return try session.writeSynchronously(write, for: observed(.write, write.table), produce)
    }
    guard let direct else { return nil }
    try TransactionScope.checkUse(of: direct.identity, scope: nil)
    let count = try direct.writeRowSynchronously(write, for: observed(.write, write.table), produce)
    // An observer may have been added in the meantime.
    let hub = direct.identity.hub
    if count != nil, hub.isWatched { hub.publish(.unknown(.notRecorded, tables: nil)) }
    return count
  }
}

/// A lookup by key, as far as it went without suspending. It hides the types of backends from inlinable functions.
@usableFromInline
struct Lookup {
  private let outcome: LookupOutcome

  fileprivate init(_ outcome: LookupOutcome) { self.outcome = outcome }

  /// A lookup that was not made.
  @usableFromInline init() { outcome = .unasked }

  /// Whether the row was read, if there is one.
  @usableFromInline var isRead: Bool { if case .read = outcome { true } else { false } }

  /// Waits for an answer that has not arrived, and returns whether the row was read.
  @usableFromInline
  nonisolated(nonsending)
    func readAnswer(_ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) -> Bool
  {
    switch outcome {
    case .read: true
    case .awaited(let answer): try await answer.read(consume)
    case .unasked: false
    }
  }
}

extension RowReader {
  /// Throws the error of a faulty row. If the backend caused the fault, the backend throws its own error.
  @inlinable
  func checkFault(_ table: TableDescription) throws(StoreError) {
    if fault != nil { try throwFault(table) }
  }

  @usableFromInline
  func throwFault(_ table: TableDescription) throws(StoreError) {
    if let error = fault?.readingError(table, row: keyText(table)) { throw error }
  }
}

extension RowWriter {
  /// Throws the error of a faulty row. If the backend caused the fault, the backend throws its own error.
  @usableFromInline
  func throwFault(_ table: TableDescription) throws(StoreError) {
    if let error = fault?.writingError(table) { throw error }
  }
}

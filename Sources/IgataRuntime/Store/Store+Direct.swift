// What is done without suspending, on a backend that can. Each of these returns whether it was done; where it was not,
// nothing was.
extension Store {
  /// Runs `body` in a session of its own, or in that of the transaction.
  func atOnce(
    _ access: Access, _ body: (any DirectSession) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    if let scope { return try scope.atOnce(body) }
    guard let direct else { return false }
    try TransactionScope.checkUse(of: direct.identity, scope: nil)
    if Task.isCancelled { throw .cancelled }
    let isWriting = access == .write
    // Who watches is told by the ordinary way.
    if isWriting, direct.identity.hub.isWatched { return false }
    guard let session = try direct.beginAtOnce(access) else { return false }
    do throws(StoreError) {
      try body(session)
    } catch {
      session.rollbackAtOnce()
      throw error
    }
    guard isWriting else {
      session.rollbackAtOnce()
      return true
    }
    try session.commitAtOnce()
    // Somebody who began to watch meanwhile.
    let hub = direct.identity.hub
    if hub.isWatched { hub.publish(.unknown(.notRecorded, tables: nil)) }
    return true
  }

  /// The model that has the key.
  func findAtOnce<Model: PersistableModel>(_ id: Model.ID, _ found: inout Model?) throws(StoreError) -> Bool {
    let table = Model.table
    if table.loadsRelations { return false }
    return try atOnce(.singleRead) { (session) throws(StoreError) in
      try session.readAtOnce(table) { key in
        id._encodeKey(into: &key, at: 0)
      } _: { (row) throws(StoreError) in
        found = Model._next(&row)
        if row.fault != nil, let error = row.fault?.readingError(table, row: row.keyText(table)) { throw error }
      }
    }
  }

  /// The models that a query selects, none of which holds others.
  func collectAtOnce<Model: PersistableModel>(_ query: RowQuery, _ models: inout [Model]) throws(StoreError) -> Bool {
    try atOnce(.singleRead) { (session) throws(StoreError) in
      try session.readAtOnce(query) { (row) throws(StoreError) in
        Model._collect(&row, into: &models)
        if row.fault != nil, let error = row.fault?.readingError(query.table, row: row.keyText(query.table)) {
          throw error
        }
      }
    }
  }

  /// Writes one model that holds no others, and takes over what was filled in.
  func writeAtOnce<Model: PersistableModel>(
    _ model: inout Model, _ kind: RowWrite.Kind
  ) throws(StoreError) -> Bool {
    let table = Model.table
    if table.holdsRelations || direct == nil { return false }
    var written = model
    try SaveStamp().prepare(&written)
    let isDone = try atOnce(.write) { (session) throws(StoreError) in
      let count = try session.writeAtOnce(RowWrite(kind, table)) { (row) throws(StoreError) in
        Model._write(&written, into: &row)
        if row.fault != nil, let error = row.fault?.writingError(table) { throw error }
      }
      if count == 0 { throw .notFound(model: table.model, key: table.keyText(written.id._keyValues)) }
    }
    if isDone { model = written }
    return isDone
  }
}

extension TransactionScope {
  /// Runs `body` on the session, where nobody else is using it; returns whether it did.
  func atOnce(_ body: (any DirectSession) throws(StoreError) -> Void) throws(StoreError) -> Bool {
    guard let direct, try enterAtOnce() else { return false }
    defer { leave() }
    try body(direct)
    return true
  }
}

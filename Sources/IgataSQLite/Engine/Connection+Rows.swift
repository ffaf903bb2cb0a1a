#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension Connection {
  /// Passes the rows of a query to `consume`.
  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError) {
    let statements = statements(of: query.table)
    if let key = query.singleKey {
      let statement = try mapped(query.table) { () throws(EngineFailure) in try statements.finding() }
      return try use(statement, key.map { .value($0) }) { (handle) throws(StoreError) in
        try read(handle, query.table, consume)
      }
    }
    let result = try query.resultTable()
    let hasShape = shape.pointee.become(query)
    if hasShape, let selection = statements.selection(of: shape.pointee) {
      sink.bind(shape.pointee, to: selection)
      let statement = selection.statement.handle
      defer { sqlite3_clear_bindings(statement) }
      return try use(bound: statement) { (handle) throws(StoreError) in try read(handle, result, consume) }
    }
    let translated = try QueryTranslator.rows(query, statements.text)
    let statement = try mapped(query.table) { () throws(EngineFailure) in
      query.values == nil ? try statements.selection(translated) : try self.statement(for: translated.sql)
    }
    if hasShape { statements.keep(translated, statement, for: shape.pointee) }
    try use(statement, translated.parameters) { (handle) throws(StoreError) in try read(handle, result, consume) }
  }

  /// Passes the row with a key, which `key` writes, to `consume`.
  func read(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try mapped(table) { () throws(EngineFailure) in try finding(table) }
    sink.begin(statement)
    var writer = RowWriter(sink)
    key(&writer)
    // A value that can't be stored is bound as null, which no key equals.
    if writer.fault != nil { sqlite3_clear_bindings(statement) }
    try use(bound: statement) { (statement) throws(StoreError) in try read(statement, table, consume) }
  }

  /// Passes the rows of a statement, whose parameters are bound, to `consume`.
  func read(
    _ handle: OpaquePointer, _ table: TableDescription, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    let cursor = ReadCursor(handle, table)
    var reader = RowReader(cursor)
    try consume(&reader)
    if let failure = cursor.failure { throw failure.storeError(table) }
    guard let fault = reader.fault else { return }
    throw fault.readingError(table, row: reader.keyText(table)) ?? EngineFailure(database).storeError(table)
  }

  /// Writes the rows that `produce` writes. `error` translates an error of SQLite; the values of the row are then still
  /// bound to the statement.
  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void,
    _ error: (EngineFailure, _ statement: OpaquePointer) -> StoreError
  ) throws(StoreError) -> Int {
    let statement = try mapped(write.table) { () throws(EngineFailure) in
      try statements(of: write.table).writing(write).handle
    }
    return try use(bound: statement) { (handle) throws(StoreError) in
      sink.begin(handle, write)
      var writer = RowWriter(sink)
      try produce(&writer)
      guard let fault = writer.fault else { return writer.rowCount - writer.presentCount }
      if let error = fault.writingError(write.table) { throw error }
      throw error(sink.failure ?? EngineFailure(database), handle)
    }
  }

  @inline(__always)
  private func mapped<Result>(
    _ table: TableDescription, _ body: () throws(EngineFailure) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw error.storeError(table)
    }
  }
}

extension RowQuery {
  /// The key, if the query selects the row with one key and nothing else; otherwise `nil`.
  fileprivate var singleKey: [StoredValue]? {
    guard let keys, keys.count == 1, values == nil else { return nil }
    return keys.values
  }
}

#endif

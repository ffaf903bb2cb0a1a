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
  func read(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    let known = statements[query.table]
    if let key = query.singleKey {
      let stored = known.keyForms.isEmpty ? key : zip(known.keyForms, key).map { $0?.storedKey($1) ?? $1 }
      return try use(
        try finding(known, query.table), stored.map { .value($0) }, for: call
      ) { (statement) throws(StoreError) in try read(statement, query.table, consume) }
    }
    let result = try query.resultTable()
    let hasShape = shape.pointee.become(query)
    if hasShape, let selection = known.selection(of: shape.pointee) {
      return try use(selection, for: call) { (statement) throws(StoreError) in try read(statement, result, consume) }
    }
    let translated = try QueryTranslator.rows(query, known.text)
    let statement = try statement(of: translated, query.table)
    if hasShape { known.keep(translated, statement, for: shape.pointee) }
    try use(statement, translated.parameters, for: call) { (statement) throws(StoreError) in
      try read(statement, result, consume)
    }
  }

  /// Passes the rows of a translated query to `consume`.
  func read(
    _ query: RowQuery, by translated: TranslatedQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    let result = try query.resultTable()
    try use(try statement(of: translated, query.table), translated.parameters) { (statement) throws(StoreError) in
      try read(statement, result, consume)
    }
  }

  private func statement(
    of translated: TranslatedQuery, _ table: TableDescription
  ) throws(StoreError) -> Statement {
    try mapped(table) { () throws(EngineFailure) in try statements[translated.sql] }
  }

  /// Passes the row with a key, which `key` writes, to `consume`.
  func read(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    let known = statements[table]
    let statement = try finding(known, table)
    if known.keyForms.isEmpty { sink.begin(statement) } else { sink.begin(statement, keyForms: known.keyForms) }
    var writer = RowWriter(sink)
    key(&writer)
    // A value that can't be stored is bound as null, which no key equals.
    if writer.fault != nil { sqlite3_clear_bindings(statement.handle) }
    try use(bound: statement, for: call) { (statement) throws(StoreError) in try read(statement, table, consume) }
  }

  private func finding(_ known: TableStatements, _ table: TableDescription) throws(StoreError) -> Statement {
    try mapped(table) { () throws(EngineFailure) in try known.finding(statements) }
  }

  /// Passes the rows of a statement, whose parameters are bound, to `consume`.
  func read(
    _ statement: Statement, _ table: TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    try read(ReadCursor(statement, table), table, consume)
  }

  /// Passes the rows of a cursor to `consume`.
  func read(
    _ cursor: ReadCursor, _ table: TableDescription, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) {
    var reader = RowReader(cursor)
    try consume(&reader)
    usedRowCount = cursor.rowCount
    if let failure = cursor.failure { throw failure.storeError(table) }
    guard let fault = reader.fault else { return }
    throw fault.readingError(table, row: reader.keyText(table)) ?? EngineFailure(database).storeError(table)
  }

  /// Writes the rows that `produce` writes. `error` translates an error of SQLite; the values of the row are then still
  /// bound to the statement.
  func write(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void,
    _ error: (EngineFailure, Statement) -> StoreError
  ) throws(StoreError) -> Int {
    let statement = try mapped(write.table) { () throws(EngineFailure) in
      try statements[write.table].writing(write, statements)
    }
    return try use(bound: statement, for: call) { (statement) throws(StoreError) in
      sink.begin(statement, write)
      var writer = RowWriter(sink)
      try produce(&writer)
      guard let fault = writer.fault else {
        usedRowCount = writer.rowCount - writer.presentCount
        return usedRowCount
      }
      if let error = fault.writingError(write.table) { throw error }
      throw error(sink.failure ?? EngineFailure(database), statement)
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

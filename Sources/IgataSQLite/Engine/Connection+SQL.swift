#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension Connection {
  /// A statement that a user wrote, and the values that are bound to it. The ``audit`` then describes it.
  ///
  /// It isn't kept, as what it does depends on the triggers in the database.
  ///
  /// - Parameters:
  ///   - prefix: Keywords before the statement.
  ///   - isAlone: Whether the statement runs outside of a transaction.
  func prepare(
    _ sql: SQL, after prefix: String = "", isAlone: Bool = false
  ) throws(StoreError) -> (Statement, [QueryParameter], text: String) {
    func refusal(_ reason: String) -> StoreError { .unsupportedQuery(expression: sql.description, reason: reason) }
    let rendered = try RenderedSQL(sql, dialect)
    let statement: Statement?
    do {
      statement = try audit.record(isAlone: isAlone) { () throws(EngineFailure) in
        try Statement(onlyOneIn: prefix + rendered.text, on: database)
      }
    } catch {
      if let reason = audit.refusal { throw refusal(reason) }
      if error.primaryCode == SQLITE_ERROR { throw refusal(error.message) }
      throw error.storeError(nil)
    }
    guard let statement else { throw refusal("it has several statements: run them one by one, in a 'transaction'") }
    guard sqlite3_bind_parameter_count(statement.handle) == rendered.values.count else {
      throw refusal("it has placeholders of its own: interpolate the values")
    }
    return (statement, rendered.values.map { .value($0.value) }, rendered.text)
  }

  /// The names of the columns that a statement returns.
  func columnNames(of statement: Statement) -> [String] {
    (0..<sqlite3_column_count(statement.handle)).map { column in
      sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// The steps of a plan, each indented below the one that it is a part of.
  ///
  /// - Parameter statement: An `EXPLAIN QUERY PLAN`.
  func steps(of statement: Statement, _ parameters: [QueryParameter]) throws(EngineFailure) -> [String] {
    try use(statement, parameters) { (statement) throws(EngineFailure) in
      var depths: [Int64: Int] = [:]
      var steps: [String] = []
      while try statement.step() {
        let depth = depths[sqlite3_column_int64(statement.handle, 1)].map { $0 + 1 } ?? 0
        depths[sqlite3_column_int64(statement.handle, 0)] = depth
        let detail = sqlite3_column_text(statement.handle, 3).map { String(cString: $0) } ?? ""
        steps.append(String(repeating: "  ", count: depth) + detail)
      }
      return steps
    }
  }
}

extension Statement {
  /// The only statement of a text; `nil` if there is none, or more than one.
  fileprivate convenience init?(onlyOneIn sql: String, on database: OpaquePointer) throws(EngineFailure) {
    var handle: OpaquePointer?
    let (code, isOnly) = sql.withCString { start in
      var tail = Optional(start)
      let code = sqlite3_prepare_v3(database, start, -1, 0, &handle, &tail)
      guard code == SQLITE_OK else { return (code, false) }
      // What follows may be a comment, for which there is no statement.
      while let rest = tail, rest.pointee != 0 {
        var next: OpaquePointer?
        let code = sqlite3_prepare_v3(database, rest, -1, 0, &next, &tail)
        sqlite3_finalize(next)
        if code != SQLITE_OK || next != nil { return (SQLITE_OK, false) }
      }
      return (code, true)
    }
    guard code == SQLITE_OK else { throw EngineFailure(database, isOfText: true) }
    guard let handle else { return nil }
    self.init(handle, of: sql)
    if !isOnly { return nil }
  }
}

#endif

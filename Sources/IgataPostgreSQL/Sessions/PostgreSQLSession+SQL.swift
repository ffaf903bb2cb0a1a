#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension PostgreSQLSession {
  /// The tables are not known: a trigger or a function may change any.
  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange {
    try gate.enter(toWrite: true, unlessCancelled: true)
    defer { gate.leave() }
    let request = try request(sql)
    noteAnyTable()
    let result = try await run(request, sql, after: [], keepingChanges: true)
    guard let result, result.isPlainWrite else {
      try await refuseHiding(sql)
      return SQLChange(count: 0, tables: nil)
    }
    return SQLChange(count: result.changedCount, tables: nil)
  }

  /// A temporary table or view hides the table of the same name from all that use the connection after this.
  private func refuseHiding(_ sql: SQL) async throws(StoreError) {
    let names = try await rows("SELECT relname::text FROM pg_class WHERE relnamespace = pg_my_temp_schema()")
    guard let hidden = names.compactMap({ tables[$0[0] ?? ""] }).first else { return }
    throw .hidingSQL(sql, hidden)
  }

  /// Reads in a savepoint that is rolled back and allows no writes, as a query can contain some.
  func read(
    _ sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    try gate.enter(unlessCancelled: true)
    defer { gate.leave() }
    let request = try request(sql)
    let result = try await run(
      request, sql, after: [.command("SET TRANSACTION READ ONLY")], keepingChanges: false)
    guard let result else { return }
    guard result.columnCount > 0 else { throw .writingSQL(sql) }
    let names = (0..<result.columnCount).map { PQfname(result.pointer, $0).map { String(cString: $0) } ?? "" }
    let description = try table(names)
    try result.read(description, consume)
  }

  /// The plan for any values: that for the values of a query would show them.
  func explain(_ query: ExplainedQuery) async throws(StoreError) -> QueryPlan {
    try gate.enter(unlessCancelled: true)
    defer { gate.leave() }
    let sql: String
    let request: Request
    switch query {
    case .rows(let query):
      let translated = try QueryTranslator.rows(query, tables.text(of: query.table))
      (sql, request) = (translated.sql, try translated.request(query.table))
    case .groups(let query, let groups, let aggregates):
      let text = tables.text(of: query.table)
      let translated = try QueryTranslator.aggregates(query, by: groups, aggregates, text).0
      (sql, request) = (translated.sql, try translated.request(query.table))
    case .sql(let statement):
      request = try self.request(statement)
      sql = request.sql
    }
    let name = connection.takeStatementName()
    let types = request.types.map(\.name).joined(separator: ", ")
    let nulls = request.types.map { _ in "NULL" }.joined(separator: ", ")
    let suffix = request.types.isEmpty ? ("", "") : (" (\(types))", "(\(nulls))")
    let result = try await run(
      .command("EXPLAIN EXECUTE \(name)\(suffix.1)"), query.statement ?? SQL(stringLiteral: sql),
      after: [
        .command("SET LOCAL plan_cache_mode = force_generic_plan"), .command("PREPARE \(name)\(suffix.0) AS \(sql)"),
      ],
      keepingChanges: false, then: [.command("DEALLOCATE \(name)")])
    let steps = (0..<(result?.rowCount ?? 0)).compactMap { row in
      result.flatMap { String(serverBytes: $0.bytes(row, 0)) }
    }
    return QueryPlan(sql: sql, steps: steps)
  }

  private func request(_ sql: SQL) throws(StoreError) -> Request {
    let rendered = try RenderedSQL(sql, dialect)
    if let reason = Self.refusals[rendered.keyword], !rendered.isAllowed {
      throw .unsupportedQuery(expression: sql.description, reason: reason)
    }
    var parameters = Parameters()
    for (value, type) in rendered.values {
      do throws(UnsendableValue) { try parameters.append(value, type.serverType) } catch {
        throw .unstorable(model: "", field: "", reason: error.reason)
      }
    }
    return .unprepared(rendered.text, parameters)
  }

  /// Runs a statement in a savepoint, to which a failure rolls back.
  ///
  /// - Parameters:
  ///   - requests: What is run in the savepoint before the statement.
  ///   - keepsChanges: Whether the savepoint is released, or rolled back.
  ///   - last: What is run afterward.
  private func run(
    _ request: Request, _ sql: SQL, after requests: [Request], keepingChanges keepsChanges: Bool,
    then last: [Request] = []
  ) async throws(StoreError) -> ServerResult? {
    let end: [Request] = [keepsChanges ? [] : [.command("ROLLBACK TO igata")], [.command("RELEASE igata")], last]
      .flatMap(\.self)
    do throws(ServerFailure) {
      let all = takeBeginning() + [.command("SAVEPOINT igata")] + requests + [request] + end
      return try await connection.run(all).dropLast(end.count).last
    } catch {
      if connection.isTransactionFailed { await undo() }
      if error.state == ServerFailure.readOnlyTransaction, !keepsChanges { throw .writingSQL(sql) }
      var failure = error
      failure.isOfValues = !request.types.isEmpty
      throw failure.storeError(of: sql, tables.all)
    }
  }

  /// Why statements that begin with a keyword are refused. `EXPLAIN` only runs what can be run by itself.
  private static let refusals: [String: String] = {
    var refusals: [String: String] = [:]
    for keyword in ["BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE"] {
      refusals[keyword] = "use 'transaction' to begin and end transactions"
    }
    for keyword in [
      "SET", "RESET", "DISCARD", "PREPARE", "EXECUTE", "DEALLOCATE", "DECLARE", "FETCH", "MOVE", "CLOSE", "LISTEN",
      "UNLISTEN", "LOAD",
    ] {
      refusals[keyword] =
        "it would change the connection, which others use after this: only SET LOCAL and SET CONSTRAINTS are allowed"
    }
    refusals["COPY"] = "the rows of a COPY don't pass through a store: use 'insert' or 'stream'"
    return refusals
  }()
}

extension RenderedSQL {
  /// Whether it is a `SET` that ends with the transaction.
  fileprivate var isAllowed: Bool { keyword == "SET" && ["LOCAL", "CONSTRAINTS"].contains(secondKeyword) }
}

extension Request {
  fileprivate var sql: String {
    switch self {
    case .command(let sql), .statement(let sql, _), .unprepared(let sql, _): sql
    }
  }

  fileprivate var types: [ServerType] {
    switch self {
    case .command: []
    case .statement(_, let parameters), .unprepared(_, let parameters): parameters.types
    }
  }
}

extension ExplainedQuery {
  fileprivate var statement: SQL? { if case .sql(let sql) = self { sql } else { nil } }
}

extension ServerResult {
  /// Whether the statement inserted, updated or deleted rows. libpq counts those of a query as well.
  fileprivate var isPlainWrite: Bool {
    guard let status = PQcmdStatus(pointer) else { return false }
    return ["INSERT ", "UPDATE ", "DELETE ", "MERGE "].contains { String(cString: status).hasPrefix($0) }
  }
}

extension ServerFailure {
  /// The SQLSTATE of a statement that writes in a transaction that only reads.
  fileprivate static let readOnlyTransaction = "25006"

  /// The error of a statement in SQL.
  fileprivate func storeError(of sql: SQL, _ tables: [TableDescription]) -> StoreError {
    switch state {
    // Several statements are a syntax error, too.
    case "42601" where message.contains("multiple commands"):
      .unsupportedQuery(
        expression: sql.description, reason: "it has several statements: run them one by one, in a 'transaction'")
    case "42501": storeError(nil, tables)
    case _ where state.hasPrefix("42"): .unsupportedQuery(expression: sql.description, reason: reason(tables))
    default: storeError(nil, tables)
    }
  }
}

#endif

#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension PostgreSQLSession {
  static var temporaryTables: String { "SELECT relname::text FROM pg_class WHERE relnamespace = pg_my_temp_schema()" }

  /// The tables are not known: a trigger or a function may change any.
  func change(by sql: SQL) async throws(StoreError) -> (change: SQLChange, mayDefine: Bool) {
    let request = try request(sql)
    noteAnyTable()
    let result: ServerResult?
    do {
      result = try await run(request, sql, after: [], keepingChanges: true)
    } catch {
      // What a statement outside of a transaction has committed by then stays.
      if access == .alone { try? await notifyOthers() }
      throw error
    }
    guard let result, result.isPlainWrite else { return (SQLChange(count: 0, tables: nil), true) }
    return (SQLChange(count: result.changedCount, tables: nil), false)
  }

  /// Reads in a savepoint that is rolled back and allows no writes, as a query can contain some.
  func readRows(
    of sql: SQL, as table: ([String]) throws(StoreError) -> TableDescription,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    let request = try request(sql)
    let result = try await run(
      request, sql, after: [.command("SET TRANSACTION READ ONLY")], keepingChanges: false)
    guard let result else { return }
    guard result.columnCount > 0 else { throw .writingSQL(sql) }
    let names = (0..<result.columnCount).map { PQfname(result.pointer, $0).map { String(cString: $0) } ?? "" }
    let description = try table(names)
    try result.read(description, consume)
  }

  func plan(of sql: SQL) async throws(StoreError) -> QueryPlan {
    let request = try request(sql)
    return try await plan(of: request, text: request.sql, sql)
  }

  func plan(of statement: TranslatedQuery, _ table: TableDescription) async throws(StoreError) -> QueryPlan {
    let sql = statement.sql
    return try await plan(of: try statement.request(table), text: sql, SQL(stringLiteral: sql))
  }

  /// The plan for any values: that for the values of a query would show them.
  private func plan(of request: Request, text: String, _ sql: SQL) async throws(StoreError) -> QueryPlan {
    let name = connection.statements.takeName()
    let types = request.types.map(\.name).joined(separator: ", ")
    let nulls = request.types.map { _ in "NULL" }.joined(separator: ", ")
    let suffix = request.types.isEmpty ? ("", "") : (" (\(types))", "(\(nulls))")
    let result = try await run(
      .command("EXPLAIN EXECUTE \(name)\(suffix.1)"), sql,
      after: [
        .command("SET LOCAL plan_cache_mode = force_generic_plan"), .command("PREPARE \(name)\(suffix.0) AS \(text)"),
      ],
      keepingChanges: false, then: [.command("DEALLOCATE \(name)")])
    let steps = (0..<(result?.rowCount ?? 0)).compactMap { row in
      result.flatMap { String(serverBytes: $0.bytes(row, 0)) }
    }
    return QueryPlan(sql: text, steps: steps)
  }

  private func request(_ sql: SQL) throws(StoreError) -> Request {
    let rendered = try RenderedSQL(sql, dialect)
    if let reason = Self.refusals[rendered.keyword], access == .alone || !rendered.isAllowed {
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

  /// Runs a statement in a savepoint, to which a failure rolls back, or outside of a transaction.
  ///
  /// - Parameters:
  ///   - requests: What is run in the savepoint before the statement.
  ///   - keepsChanges: Whether the savepoint is released. Otherwise it is rolled back, and stays open.
  ///   - last: What is run afterward.
  private func run(
    _ request: Request, _ sql: SQL, after requests: [Request], keepingChanges keepsChanges: Bool,
    then last: [Request] = []
  ) async throws(StoreError) -> ServerResult? {
    let isAlone = access == .alone
    let start = isAlone ? [] : takeSavepoint() + requests
    let end = isAlone ? [] : (keepsChanges ? takeBeginning() : [.command("ROLLBACK TO igata")]) + last
    do throws(ServerFailure) {
      return try await connection.run(start + [request] + end).dropLast(end.count).last
    } catch {
      if connection.isTransactionFailed { await undo() }
      if error.state == ServerFailure.readOnlyTransaction, !keepsChanges { throw .writingSQL(sql) }
      var failure = error
      failure.isOfValues = !request.types.isEmpty || isScoped
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
    case .command(let sql), .statement(let sql, _), .unprepared(let sql, _), .settings(let sql, _, _): sql
    }
  }

  fileprivate var types: [ServerType] {
    switch self {
    case .command: []
    case .statement(_, let parameters), .unprepared(_, let parameters), .settings(_, let parameters, _):
      parameters.types
    }
  }
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
    if scope != nil { return storeError(nil, tables) }
    return switch state {
    // Several statements are a syntax error, too.
    case "42601" where message.contains("multiple commands"):
      .unsupportedQuery(
        expression: sql.description, reason: "it has several statements: run them one by one, in a 'transaction'")
    // Of a missing permission or a policy.
    case "42501": storeError(nil, tables)
    case _ where state.hasPrefix("42"): .unsupportedQuery(expression: sql.description, reason: reason(tables))
    default: storeError(nil, tables)
    }
  }
}

#endif

#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

internal import IgataTables
#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

extension EngineFailure {
  /// The error in the words of the schema.
  ///
  /// - Parameter table: The table that was read or written; `nil` if there is none.
  func storeError(_ table: TableDescription?) -> StoreError {
    if let thrown { return thrown }
    let reason = reason([table].compactMap(\.self))
    return switch primaryCode {
    case SQLITE_CONSTRAINT: table.flatMap(constraintError) ?? other(reason)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .locked(reason: reason)
    case SQLITE_FULL: .full(reason: reason)
    case SQLITE_READONLY, SQLITE_AUTH: .readOnly(reason: reason)
    case SQLITE_INTERRUPT: .cancelled
    case SQLITE_CANTOPEN, SQLITE_PERM: .unreachable(reason: reason)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      .corrupted(model: table?.model ?? "", row: nil, column: nil, problem: reason)
    case SQLITE_TOOBIG:
      .unstorable(model: table?.model ?? "", field: "", reason: "it is longer than SQLite's limit")
    case SQLITE_ERROR: statementError(table) ?? other(reason)
    default: other(reason)
    }
  }

  /// The error of a statement in SQL that changes some tables.
  func storeError(among tables: [TableDescription]) -> StoreError {
    guard primaryCode == SQLITE_CONSTRAINT else { return storeError(nil) }
    var unnamed: StoreError?
    for table in tables {
      guard let error = constraintError(table) else { continue }
      guard case .checkFailed(_, "", _) = error else { return error }
      unnamed = unnamed ?? error
    }
    return unnamed ?? other(reason(tables))
  }

  private func other(_ reason: String) -> StoreError { .backend(code: Int(code), message: reason) }

  private func statementError(_ table: TableDescription?) -> StoreError? {
    if message == SQLFunction.overflowMessage { return .overflow(expression: table?.model ?? "") }
    if let table, message.hasPrefix(SQLFunction.convertedMessage) {
      let name = message.dropFirst(SQLFunction.convertedMessage.count)
      let field = table.columns.firstIndex { $0.name == name }.map(table.field(at:)) ?? ""
      return .unstorable(
        model: table.model, field: field, reason: "the type of the column would store another value")
    }
    if let table, message.hasPrefix(SQLFunction.unreadMessage) {
      let name = String(message.dropFirst(SQLFunction.unreadMessage.count))
      return .corrupted(model: table.model, row: nil, column: name, problem: "a row has another form there")
    }
    if message == "parser stack overflow" || message.hasPrefix("Expression tree is too large") {
      return .unsupportedQuery(
        expression: table?.model ?? "", reason: "the condition nests deeper than SQLite can read")
    }
    if let table, message == "no such table: \(table.name)" || message == "no such table: main.\(table.name)" {
      return .schemaMismatch(
        table: table.name, column: nil, problem: "the table does not exist", help: "call prepare with the schema")
    }
    return nil
  }

  /// The message in canonical form: SQLite spells names as in the database, where their case may differ from that in
  /// the schema.
  private var key: String { Self.key(message) }

  private static func key(_ text: String) -> String { SQLiteDialect().canonicalName(text) }

  /// Foreign keys are not among these: SQLite does not report which one failed.
  private func constraintError(_ table: TableDescription) -> StoreError? {
    switch code {
    case ConstraintCode.unique, ConstraintCode.primaryKey, ConstraintCode.rowNumber: duplicateKey(table)
    case ConstraintCode.check: checkFailed(table)
    case ConstraintCode.notNull: checkFailed(table, "NOT NULL constraint failed: ", rule: "not nil")
    case ConstraintCode.dataType:
      table.columns.indices.first { key.hasSuffix(Self.key("column \(table.name).\(table.columns[$0].name)")) }.map {
        .checkFailed(model: table.model, field: table.field(at: $0), rule: "\(table.columns[$0].type)")
      }
    default: nil
    }
  }

  /// `UNIQUE constraint failed: person.email`: looked up by building the message, as a name may hold anything.
  private func duplicateKey(_ table: TableDescription) -> StoreError? {
    let candidates = [(name: "primaryKey", columns: table.primaryKey)] + table.uniques.map { ($0.name, $0.columns) }
    for (name, columns) in candidates {
      let names = columns.map { "\(table.name).\(table.columns[$0].name)" }.joined(separator: ", ")
      guard key.hasSuffix(Self.key("failed: \(names)")) || key.hasSuffix(Self.key("failed: index '\(name)'")) else {
        continue
      }
      return .duplicateKey(model: table.model, constraint: name, fields: table.fields(columns))
    }
    return nil
  }

  /// SQLite names a check by its name, or else by its expression, or, where that begins with a column's name, by that
  /// name alone. Then the last of the column's checks that do is meant: a value that has its column's type has passed
  /// those before.
  private func checkFailed(_ table: TableDescription) -> StoreError? {
    if let check = table.checks.first(where: { key == Self.key("CHECK constraint failed: \($0.name)") }) {
      return table.error(breaking: check)
    }
    for (index, column) in table.columns.enumerated() {
      let check = SQLiteDialect().checks(of: column).last { check in
        let name = check.expression.hasPrefix("\"") ? column.name : check.expression
        return key == Self.key("CHECK constraint failed: \(name)")
      }
      guard let check else { continue }
      return .checkFailed(model: table.model, field: table.field(at: index), rule: check.rule)
    }
    return .checkFailed(model: table.model, field: "", rule: message)
  }

  private func checkFailed(_ table: TableDescription, _ start: String, rule: String) -> StoreError? {
    table.columns.indices.first { key == Self.key("\(start)\(table.name).\(table.columns[$0].name)") }.map {
      .checkFailed(model: table.model, field: table.field(at: $0), rule: rule)
    }
  }
}

#endif

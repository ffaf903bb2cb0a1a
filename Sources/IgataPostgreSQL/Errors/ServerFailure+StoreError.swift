#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

extension ServerFailure {
  /// The failure as a store's error, with the schema's names.
  ///
  /// - Parameters:
  ///   - table: The table that was read or written, if any.
  ///   - others: All tables of the schema.
  func storeError(_ table: TableDescription?, _ others: [TableDescription]) -> StoreError {
    if isCancelled { return .cancelled }
    if isConnectionLost { return .unreachable(reason: message) }
    let tables = [table].compactMap(\.self) + others
    if isStatementOutdated { return .conflict(reason: reason(tables)) }
    if isOtherServerLost { return .unreachable(reason: reason(tables)) }
    if let scope { return .accessDenied(reason: "the server refused a setting of \(scope): \(refusal(of: scope))") }
    return brokenElsewhere(tables) ?? statementError(table, others, reason(tables))
  }

  /// The error of a failed statement.
  private func statementError(
    _ table: TableDescription?, _ others: [TableDescription], _ reason: String
  ) -> StoreError {
    let isComplete = state.isEmpty || reason.contains("(\(state))")
    let other = StoreError.backend(
      code: Int(state, radix: 36) ?? 0, message: isComplete ? reason : "\(reason) (\(state))")
    switch state {
    case _ where isOfPolicy:
      return .checkFailed(model: table?.model ?? "", field: "", rule: "a row-level security policy")
    case "23505":
      let table = named(table, others)
      return table?.error(breaking: constraint) ?? key.flatMap { table?.error(repeating: $0) } ?? other
    case "23514":
      guard let table = named(table, others) else { return other }
      let unknown = StoreError.checkFailed(model: table.model, field: "", rule: constraint ?? reason)
      return table.error(breaking: constraint) ?? unknown
    case "23503", "23001": return foreignKey(named(table, others), others) ?? other
    case "23502": return missingValue(named(table, others)) ?? other
    case "22P02", "22007": return converted(table) ?? unread(table) ?? notInEnum(table) ?? other
    case "22003", "22008": return .overflow(expression: table?.model ?? "")
    case "22001", "22P05", "22021", "54000":
      return .unstorable(model: table?.model ?? "", field: "", reason: reason)
    case "21000": return .conflict(reason: Self.duplicateRow)
    case "40001", "40P01": return .conflict(reason: reason)
    case "55P03": return .locked(reason: reason)
    case "57014": return Task.isCancelled ? .cancelled : .unreachable(reason: reason)
    case "53100": return .full(reason: reason)
    // The limit of a sequence.
    case "2200H": return table.map(StoreError.withoutKeys) ?? .full(reason: reason)
    case "25006", "42501": return .readOnly(reason: reason)
    case "28000", "28P01": return .accessDenied(reason: reason)
    case "54001": return .unsupportedQuery(expression: table?.model ?? "", reason: reason)
    case "42P01":
      return .schemaMismatch(
        table: table?.name ?? "", column: nil, problem: "the table does not exist", help: "call prepare with the schema"
      )
    case "42703":
      return .schemaMismatch(
        table: table?.name ?? "", column: nil, problem: reason, help: "call prepare with the schema")
    case "XX001", "XX002":
      return .corrupted(model: table?.model ?? "", row: nil, column: nil, problem: reason)
    case _ where state.hasPrefix("53") || state.hasPrefix("58"): return .unreachable(reason: reason)
    default: return other
    }
  }

  /// How the message begins of a statement that writes what a column would store otherwise, before the column's name.
  static let converted = "igata: converted: "

  private func converted(_ table: TableDescription?) -> StoreError? {
    guard let table, let index = column(of: table, after: Self.converted) else { return nil }
    return .unstorable(
      model: table.model, field: table.field(at: index), reason: "the type of the column would store another value")
  }

  /// How the message begins of a statement that reads a value in another form than its column's.
  static let unread = "igata: unread: "

  private func unread(_ table: TableDescription?) -> StoreError? {
    guard let table, let index = column(of: table, after: Self.unread) else { return nil }
    return .corrupted(
      model: table.model, row: nil, column: table.columns[index].name, problem: "a row has another form there")
  }

  /// The column whose name follows a text in the message.
  private func column(of table: TableDescription, after beginning: String) -> Int? {
    guard let start = message.firstRange(of: beginning) else { return nil }
    let rest = message[start.upperBound...]
    return table.columns.firstIndex { rest.hasPrefix($0.name + "\"") }
  }

  /// A value that the enum type of a column doesn't have. The server's message has the type's name in every language.
  private func notInEnum(_ table: TableDescription?) -> StoreError? {
    guard let table else { return nil }
    var named: (type: String, columns: [Int])?
    for (index, column) in table.columns.enumerated() {
      guard case .native(let type)? = column.form, message.contains("\(type):") || message.contains("\(type)\":") else {
        continue
      }
      named = (type, (named?.columns ?? []) + [index])
    }
    // The message doesn't say which of several columns has the value.
    return named.map { type, columns in
      let field = columns.count == 1 ? table.field(at: columns[0]) : ""
      return .checkFailed(model: table.model, field: field, rule: "a value of the type \(type)")
    }
  }

  /// The reason of the error if a statement would change one row twice.
  static let duplicateRow = "a row occurs twice among those that are saved"

  /// The table that the server reports, which may differ from the one that was written.
  private func named(_ table: TableDescription?, _ others: [TableDescription]) -> TableDescription? {
    guard let name = self.table, name != table?.name.serverName else { return table }
    return others.first { $0.name.serverName == name } ?? table
  }

  private func foreignKey(_ table: TableDescription?, _ others: [TableDescription]) -> StoreError? {
    for table in [table].compactMap(\.self) + others {
      if let error = table.error(breaking: constraint), case .foreignKey = error { return error }
    }
    return key.flatMap { table?.error(referringBy: $0) }
  }

  private func missingValue(_ table: TableDescription?) -> StoreError? {
    guard let table, let index = table.columns.firstIndex(where: { $0.name.serverName == column }) else { return nil }
    return .checkFailed(model: table.model, field: table.field(at: index), rule: "not nil")
  }
}

// In a table that Igata did not create, constraints have names that the schema does not know. Their columns identify
// them.
extension TableDescription {
  /// The error for a row that repeats a key of these columns, which are separated by commas.
  fileprivate func error(repeating key: String) -> StoreError? {
    let names = Set(key.split(separator: ", "))
    let isMeant = { (columns: [Int]) in Set(columns.map { self.columns[$0].name.serverName[...] }) == names }
    if isMeant(primaryKey) { return .duplicateKey(model: model, constraint: "primaryKey", fields: fields(primaryKey)) }
    let isMeantUnique = { (unique: IndexDescription) in
      let parts = unique.parts.map { part in
        let name = self.columns[part.column].name.serverName
        return part.function?.text(of: name) ?? name
      }
      return Set(parts.map { $0[...] }) == names
    }
    // Of a type without case, what is unique in lower case is reported by its column.
    return (uniques.first(where: isMeantUnique) ?? uniques.first { isMeant($0.columns) }).map {
      .duplicateKey(model: model, constraint: $0.name, fields: fields($0.columns))
    }
  }

  /// The error for a row whose columns refer to no row; or, if they are the key of the other table, for a row that is
  /// still referred to.
  fileprivate func error(referringBy key: String) -> StoreError? {
    let own = relations.filter { !$0.columns.isEmpty }
    let leading = own.first { $0.columns.map { columns[$0].name.serverName }.joined(separator: ", ") == key }
    let led = own.filter { relation in
      let target = relation.targetTable()
      return target.primaryKey.map { target.columns[$0].name.serverName }.joined(separator: ", ") == key
    }
    return (leading ?? (led.count == 1 ? led.first : nil)).map { .foreignKey(model: model, field: $0.name) }
  }
}

extension TableDescription {
  /// The error for a row that violates the table's constraint with this name; `nil` if there is no such constraint.
  func error(breaking name: String?) -> StoreError? {
    let definition = self.definition(in: PostgreSQLDialect())
    if name == definition.primaryKeyName.serverName {
      return .duplicateKey(model: model, constraint: "primaryKey", fields: fields(primaryKey))
    }
    if let unique = uniques.first(where: { $0.name.serverName == name }) {
      return .duplicateKey(model: model, constraint: unique.name, fields: fields(unique.columns))
    }
    if let relation = relations.indices.first(where: { definition.foreignKeyName(of: $0).serverName == name }) {
      return .foreignKey(model: model, field: relations[relation].name)
    }
    if let check = checks.first(where: { $0.name.serverName == name }) { return error(breaking: check) }
    for index in columns.indices {
      let checks = definition.dialect.checks(of: columns[index])
      if let check = checks.first(where: { definition.checkName($0, columns[index]).serverName == name }) {
        return .checkFailed(model: model, field: field(at: index), rule: check.rule)
      }
    }
    return nil
  }
}

#endif

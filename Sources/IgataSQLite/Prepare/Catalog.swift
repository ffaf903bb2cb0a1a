#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The tables that `sqlite_schema` lists, which is read once, however many tables there are.
struct Catalog: DatabaseCatalog {
  private struct Entry {
    var type: String
    var name: String
    /// The statement that created it; `nil` for the index of a constraint.
    var sql: String?

    var isVirtual: Bool { type == "table" && sqlTokens(of: sql ?? "").dropFirst().first?.is("VIRTUAL") == true }
  }

  /// The tables and views, by ``QueryDialect/canonicalName(_:)``.
  private var entries: [String: Entry] = [:]
  private(set) var objects: [String: FoundObject] = [:]
  /// The statements of the indexes of each table, by the indexes' names.
  private var indexes: [String: [String: String]] = [:]
  private(set) var records: [String: TableRecord] = [:]
  /// What the shadow tables of virtual tables are, by ``QueryDialect/canonicalName(_:)``.
  private var shadows: [String: String] = [:]
  private let connection: Connection
  private var dialect: SQLiteDialect { connection.dialect }

  init(_ connection: Connection) throws(EngineFailure) {
    self.connection = connection
    for row in try connection.texts("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      guard let type = row[0], let name = row[1], let table = row[2] else { continue }
      switch type {
      case "table", "view": entries[dialect.canonicalName(name)] = Entry(type: type, name: name, sql: row[3])
      case "index": if let sql = row[3] { indexes[dialect.canonicalName(table), default: [:]][name] = sql }
      default: break
      }
    }
    guard entries[RecordedTables.table.name] != nil else { return }
    for row in try connection.texts("SELECT name, text, version FROM igata_tables") {
      guard let name = row[0], let text = row[1], let version = row[2].flatMap({ Int($0) }) else { continue }
      records[name] = TableRecord(name: name, text: text, version: version)
    }
  }

  /// Whether a table was created by the same statement that would create it now.
  func isOurs(_ table: TableDescription) -> Bool {
    guard let sql = entries[dialect.canonicalName(table.name)]?.sql else { return false }
    return sql + ";" == table.definition(in: dialect).createTable()
  }

  /// Whether the table needs no comparison: it and its indexes were created by the same statements that would create
  /// them now, and the record is the same.
  func isUnchanged(_ table: TableDescription) -> Bool {
    guard isOurs(table), let record = records[table.name], record == TableRecord(table) else { return false }
    let definition = table.definition(in: dialect)
    let statements = Set((indexes[dialect.canonicalName(table.name)] ?? [:]).values)
    return definition.createIndexes.allSatisfy { statements.contains(String($0.dropLast())) }
  }

  /// Reads the tables and views with the given names.
  mutating func readObjects(of names: [String]) throws(EngineFailure) {
    for name in names {
      guard let entry = entries[dialect.canonicalName(name)] else { continue }
      let tokens = sqlTokens(of: entry.sql ?? "")
      if let shadow = shadows[dialect.canonicalName(entry.name)] {
        objects[name] = .other(shadow)
      } else if entry.type == "view" {
        objects[name] = .view("a view", try table(entry.name, TableTokens([])))
      } else if tokens.dropFirst().first?.is("VIRTUAL") == true {
        objects[name] = .other("a virtual table")
      } else {
        var table = try table(entry.name, TableTokens(tokens))
        let isNumber = { (column: FoundColumn) in column.name.uppercased() == "ROWID" || column.origin == .countedKey }
        if !table.options.contains("ROWID"), !table.columns.contains(where: isNumber) {
          table.rowNumber = FoundColumn(name: "rowid", type: "INTEGER", isNullable: false, origin: .countedKey)
        }
        objects[name] = .table(table)
      }
    }
  }

  /// Reads everything. What can't be read is described as that, so that it doesn't stop the rest.
  mutating func readAll() throws(EngineFailure) {
    try findShadows()
    let internalNames = Set(RecordedTables.recordNames)
    for entry in entries.values where !entry.name.hasPrefix("sqlite_") && !internalNames.contains(entry.name) {
      do {
        try readObjects(of: [entry.name])
      } catch {
        objects[entry.name] = .other("unreadable: \(error.message)")
      }
    }
  }

  /// Finds the tables in which modules keep what virtual tables hold: those that SQLite knows, and by their names those
  /// of modules that aren't loaded.
  private mutating func findShadows() throws(EngineFailure) {
    // An SQLite without this list has no modules beside its own.
    let list = try? connection.texts("SELECT lower(name) FROM pragma_module_list")
    let loaded = Set((list ?? []).compactMap { $0[0] })
    for (name, entry) in entries where entry.isVirtual {
      let module = VirtualTableModule(of: sqlTokens(of: entry.sql ?? ""))
      if !module.isKnown, loaded.contains(module.name) { continue }
      for shadow in module.shadows(of: name) where entries[shadow]?.type == "table" {
        shadows[shadow] = module.shadowKind(of: entry.name)
      }
    }
    for row in try connection.texts("SELECT name FROM pragma_table_list WHERE type = 'shadow'") {
      if let name = row[0] { shadows[dialect.canonicalName(name)] = VirtualTableModule.shadowKind }
    }
    // A virtual table is listed as one, however it is named.
    for name in shadows.keys where entries[name]?.isVirtual == true { shadows[name] = nil }
  }

  // MARK: Tables

  private func table(_ name: String, _ tokens: TableTokens) throws(EngineFailure) -> FoundTable {
    var table = FoundTable()
    let rows = try connection.texts("PRAGMA table_xinfo(\(dialect.identifier(name)))")
    let key = rows.compactMap { row in row[5].flatMap { Int($0) }.map { (position: $0, name: row[1] ?? "") } }
    table.primaryKey = key.filter { $0.position > 0 }.sorted { $0.position < $1.position }.map(\.name)
    let indexes = try connection.texts("PRAGMA index_list(\(dialect.identifier(name)))")
    // A key that is the row's own number has no index.
    let isRowNumber = table.primaryKey.count == 1 && !tokens.isWithoutRowID && !indexes.contains { $0[3] == "pk" }
    for row in rows {
      guard let column = row[1] else { continue }
      let isCounted = isRowNumber && column == table.primaryKey[0]
      let origin: FoundColumn.Origin =
        row[6] == "2" || row[6] == "3" ? .computed : isCounted ? .countedKey : row[4] != nil ? .defaultValue : .none
      var found = FoundColumn(
        name: column, type: row[2] ?? "", isNullable: row[3] == "0", origin: origin,
        collation: connection.collation(of: column, in: name))
      if origin == .defaultValue { found.defaultText = row[4] }
      table.columns.append(found)
    }
    refuseUnknownCollations(of: &table)
    let collations = Dictionary(table.columns.map { ($0.name, $0.collation) }) { first, _ in first }
    for row in indexes {
      guard let index = row[1] else { continue }
      let rows = try connection.texts("PRAGMA index_xinfo(\(dialect.identifier(index)))")
      let statement = self.indexes[dialect.canonicalName(name)]?[index] ?? ""
      let expressions = indexExpressions(of: sqlTokens(of: statement))
      let parts = rows.filter { $0[5] == "1" }.enumerated().map { number, part in
        let isDescending = part[3] == "1"
        // Only an expression has no name.
        guard let column = part[2] else {
          let expression = expressions.indices.contains(number) ? expressions[number] : []
          return FoundIndex.Part(expression: expression, isDescending: isDescending)
        }
        // An index by code points does what the schema says, whatever the column's own collation is.
        let isSame = part[4] == "BINARY" || collations[column] == part[4]
        let ignoresCase = part[4]?.uppercased() == "NOCASE"
        // A unique index without the case of a column that has it keeps what 'lower' returns unique.
        if !isSame, ignoresCase, row[2] == "1" { return FoundIndex.Part(column, .lower, isDescending: isDescending) }
        var found = FoundIndex.Part(isSame ? column : "", isDescending: isDescending)
        found.ignoresCase = isSame && ignoresCase
        return found
      }
      var found = FoundIndex(name: index, isUnique: row[2] == "1", isPartial: row[4] == "1", parts: parts)
      if found.isPartial { found.condition = Self.condition(of: sqlTokens(of: statement)) }
      table.indexes.append(found)
    }
    table.foreignKeys = try connection.foreignKeys(of: name).map(\.found)
    table.checks = tokens.checks
    table.options = tokens.options
    return table
  }

  /// SQLite can't sort a column, or change its indexes, by a collation that was not loaded.
  private func refuseUnknownCollations(of table: inout FoundTable) {
    for (index, column) in table.columns.enumerated() where !["", "BINARY"].contains(column.collation.uppercased()) {
      // `PRAGMA collation_list` also lists those that only tables name.
      let use = "SELECT '' = '' COLLATE \(dialect.identifier(column.collation))"
      if (try? connection.texts(use)) == nil { table.columns[index].collationRefusal = "was not loaded" }
    }
  }

  /// What comes after `WHERE` in the statement that creates an index.
  private static func condition(of statement: [SQLToken]) -> [SQLToken] {
    statement.firstIndex { $0.is("WHERE") }.map { Array(statement[($0 + 1)...]) } ?? []
  }
}

/// A foreign key as SQLite lists it.
struct ListedForeignKey {
  /// Its number in its table.
  var number: String
  var found: FoundForeignKey

  var columns: [String] { found.columns }
}

extension Connection {
  func foreignKeys(of name: String) throws(EngineFailure) -> [ListedForeignKey] {
    var keys: [ListedForeignKey] = []
    for row in try texts("PRAGMA foreign_key_list(\(dialect.identifier(name)))") {
      guard let number = row[0], let table = row[2], let column = row[3] else { continue }
      if keys.last?.number != number {
        keys.append(
          ListedForeignKey(
            number: number,
            found: FoundForeignKey(
              columns: [], table: table, targetColumns: [], deleteRule: DeleteRule(action: row[6]),
              updateRule: DeleteRule(action: row[5]).flatMap(UpdateRule.init))))
      }
      keys[keys.count - 1].found.columns.append(column)
      if let target = row[4] { keys[keys.count - 1].found.targetColumns.append(target) }
    }
    return keys
  }

  fileprivate func collation(of column: String, in table: String) -> String {
    var collation: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(database, "main", table, column, nil, &collation, nil, nil, nil)
    return code == SQLITE_OK ? collation.map { String(cString: $0) } ?? "" : ""
  }
}

extension DeleteRule {
  /// The rule that SQLite lists under a name; `nil` for `SET DEFAULT`.
  fileprivate init?(action: String?) {
    switch action {
    case "CASCADE": self = .cascade
    case "RESTRICT": self = .restrict
    case "SET NULL": self = .nullify
    case "NO ACTION": self = .noAction
    default: return nil
    }
  }
}

/// The parts of a table that are found only in the statement that created it.
private struct TableTokens {
  private(set) var checks: [FoundCheck] = []
  private(set) var isWithoutRowID = false
  /// The words after the columns, and that the key is never used again.
  private(set) var options: Set<String> = []

  init(_ tokens: [SQLToken]) {
    var depth = 0
    var check: FoundCheck?
    var names: [SQLToken] = []
    var options: [SQLToken] = []
    var isAfterCheck = false
    for token in tokens {
      if token == .symbol("(") {
        depth += 1
        if isAfterCheck, check == nil {
          check = FoundCheck([], name: Self.constraintName(names))
          checkDepth = depth
          isAfterCheck = false
          continue
        }
      }
      if token == .symbol(")") {
        if let found = check, depth == checkDepth {
          checks.append(found)
          check = nil
        }
        depth -= 1
        options = []
      } else if depth == 0 {
        options.append(token)
      }
      check?.tokens.append(token)
      isAfterCheck = check == nil && token.is("CHECK")
      names = names.suffix(2) + [token]
    }
    isWithoutRowID = options.contains { $0.is("ROWID") }
    self.options = Set(options.filter { $0 != .symbol(",") }.map { $0.text.uppercased() })
    if tokens.contains(where: { $0.is("AUTOINCREMENT") }) { self.options.insert("AUTOINCREMENT") }
  }

  private var checkDepth = 0

  /// The name in `CONSTRAINT name CHECK`, the last three tokens.
  private static func constraintName(_ tokens: [SQLToken]) -> String? {
    guard tokens.count == 3, tokens[0].is("CONSTRAINT") else { return nil }
    switch tokens[1] {
    case .name(let name), .word(let name): return name
    case .text, .number, .symbol, .parameter: return nil
    }
  }
}

#endif

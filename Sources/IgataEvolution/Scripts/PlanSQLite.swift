import IgataSchema
import IgataTables

/// The script that brings the rows of the old schema to the new one in SQLite.
///
/// First, tables that `ALTER TABLE` can't change are built again beside the old ones, so that every expression reads
/// the old schema. Then names are changed, and the other tables in place.
///
/// - Parameter evolution: One without errors.
public func planSQLite(_ evolution: Evolution) -> SQLiteScript {
  var plan = SQLitePlan(evolution.tables)
  plan.run()
  plan.script.own = evolution.own["sqlite"] ?? OwnSQL()
  return plan.script
}

/// Makes the script for SQLite.
struct SQLitePlan {
  let dialect = SQLiteDialect()
  private let matched: MatchedTables
  let pairs: [TablePair]
  private let added: [(table: Table, targets: [Table])]
  private let removed: [Table]
  var script = SQLiteScript()
  /// The unique indexes to create, after all tables are as they will be.
  private var uniques: [String] = []

  /// The new names of the tables that are created again.
  private(set) var rebuiltTables: Set<String> = []
  /// The tables that are filled before names change, under other names.
  private var filled: Set<String> = []

  init(_ matched: MatchedTables) {
    self.matched = matched
    pairs = matched.pairs
    added = matched.added(besides: pairs)
    removed = matched.removed(besides: pairs).map(\.table)
  }

  mutating func run() {
    let names = freeNames()
    let renamed = Dictionary(
      pairs.map { ($0.old.name, RenamedTable($0, named: names[$0.old.name] ?? $0.old.name)) }
    ) { first, _ in first }
    var tables = pairs.map { SQLiteTable($0, dialect, renamed) }
    let followed = tables.markFollowed(in: matched)
    let moved = MovedValues(matched, dialect, tables, names)
    for index in tables.indices {
      let replacements = moved.replacements[tables[index].new.name] ?? [:]
      let rekeyed = tables[index].rekeyed(in: matched, tables)
      tables[index].replacements = replacements.merging(rekeyed) { first, _ in first }
    }
    let keyTables = tables.follow(followed)
    let filledTables = Set(moved.fillings.filter(\.isNew).map(\.table.name))
    let values = tables.map(\.values)
    let isRebuilt = zip(tables, values).map { $0.needsRebuild($1.expressions) }
    rebuiltTables = Set(zip(tables, isRebuilt).filter(\.1).map(\.0.new.name))
    for table in tables { rename(table.names.renamesBeforeCopy, in: table.source.name) }
    // Before anything that takes long.
    for stop in moved.stops + values.flatMap(\.stops) { script.steps.append(.stop(Self.named(stop, names))) }
    for statement in tables.flatMap(\.numbering) + keyTables + moved.numbering { add(statement) }
    for index in pairs.indices where isRebuilt[index] { rebuild(tables[index], values[index].expressions) }
    for (table, targets) in added where filledTables.contains(table.name) { prepare(table, targets) }
    for filling in moved.fillings { fill(filling) }
    for name in moved.numbers { add("DROP TABLE temp.\"\(name)\";") }
    for statement in tables.flatMap(\.dropTemporaryTables) { add(statement) }
    renameTables(names)
    for table in tables { rename(table.names.renamesAfterCopy, in: table.new.name) }
    for (table, targets) in added { create(table, targets) }
    for (index, table) in tables.enumerated() { if isRebuilt[index] { swap(table) } else { alter(table) } }
    for table in removed { add("DROP TABLE \(quoted(names[table.name] ?? table.name));") }
    // A unique index can refuse rows, so it is part of the transaction.
    for index in uniques { add(index) }
    for statement in recordStatements(of: pairs, added.map(\.table), removed, dialect) { add(statement) }
    script.functions = calledFunctions()
  }

  /// The functions of the program that the steps call: a `@backfill` that no row needs calls none.
  private func calledFunctions() -> [SwiftFunction] {
    var found: [SwiftFunction] = []
    let functions = matched.functionCalls.compactMap(\.function)
    guard !functions.isEmpty else { return [] }
    let text = script.sql
    for function in functions where !found.contains(function) && text.contains("\(function.sqlName)(") {
      found.append(function)
    }
    return found
  }

  private mutating func createIndex(_ sql: String, isUnique: Bool) {
    if isUnique { uniques.append(sql) } else { script.indexes.append(sql) }
  }

  private mutating func createIndexes(_ definition: TableDefinition) {
    for index in definition.indexes {
      createIndex(definition.createIndex(index.index, isUnique: index.isUnique), isUnique: index.isUnique)
    }
  }

  func quoted(_ name: String) -> String { dialect.identifier(name) }

  mutating func add(_ sql: String) { script.steps.append(.statement(sql)) }

  // MARK: Names

  /// A stop whose message has the name of the table that databases know.
  private static func named(_ stop: SQLiteScript.Stop, _ names: [String: String]) -> SQLiteScript.Stop {
    guard let original = names.first(where: { $0.value == stop.table })?.key else { return stop }
    var stop = stop
    stop.reason += " (the table is '\(original)' until then)"
    return stop
  }

  /// Renames the old tables whose names other tables get: what is created from now on refers to tables by the new
  /// names.
  ///
  /// - Returns: The names of these tables, by the old ones.
  private mutating func freeNames() -> [String: String] {
    var owners: [String: String?] = [:]
    for (table, _) in added { owners[foldedName(table.name)] = .some(nil) }
    for pair in pairs { owners[foldedName(pair.new.name)] = pair.old.name }
    var names: [String: String] = [:]
    for table in pairs.map(\.old) + removed {
      guard let owner = owners[foldedName(table.name)], owner != table.name else { continue }
      names[table.name] = "igata_old_\(names.count + 1)"
      rename(from: table.name, to: names[table.name] ?? table.name)
    }
    return names
  }

  private mutating func renameTables(_ names: [String: String]) {
    for pair in pairs {
      let steps = Rename(old: names[pair.old.name] ?? pair.old.name, new: pair.new.name).steps
      for step in steps { rename(from: step.old, to: step.new) }
    }
  }

  private mutating func rename(from old: String, to new: String) {
    add("ALTER TABLE \(quoted(old)) RENAME TO \(quoted(new));")
  }

  /// Renames columns. Foreign keys that lead to them follow.
  private mutating func rename(_ columns: [Rename], in table: String) {
    for column in columns {
      add("ALTER TABLE \(quoted(table)) RENAME COLUMN \(quoted(column.old)) TO \(quoted(column.new));")
    }
  }

  // MARK: Tables

  private mutating func create(_ table: Table, _ targets: [Table]) {
    let definition = TableDefinition(table, targets: targets, dialect)
    if filled.contains(table.name) {
      add("PRAGMA legacy_alter_table = ON;")
      rename(from: temporaryName(of: table), to: table.name)
      add("PRAGMA legacy_alter_table = OFF;")
    } else {
      add(definition.createTable())
    }
    createIndexes(definition)
  }

  /// Creates a table under another name, as rows are copied into it before names change.
  private mutating func prepare(_ table: Table, _ targets: [Table]) {
    var prepared = table
    prepared.name = temporaryName(of: table)
    filled.insert(table.name)
    add(TableDefinition(prepared, targets: targets, dialect).createTable())
  }

  private mutating func fill(_ filling: FilledTable) {
    add(
      """
      INSERT INTO \(quoted(temporaryName(of: filling.table))) (\(dialect.identifiers(filling.names)))
      SELECT \(filling.columns.map(\.value).joined(separator: ", "))
      FROM \(filling.from);
      """)
  }

  private mutating func rebuild(_ table: SQLiteTable, _ values: [String]) {
    var new = table.new
    new.name = table.temporaryName
    let definition = TableDefinition(new, targets: table.newDefinition.targets, dialect)
    let copy = """
      INSERT INTO \(quoted(new.name)) (\(dialect.identifiers(new.columns.map(\.name))))
      SELECT \(values.joined(separator: ", "))
      FROM \(quoted(table.source.name));
      """
    let keepsKey =
      !table.readsOtherTables && table.new.primaryKey.map { values[$0] } == table.source.primaryKey.map(table.qualified)
    script.steps.append(
      .rebuild(
        .init(
          table: table.source.name, oldColumns: table.source.columns.map(\.name),
          oldIndexes: table.oldIndexNames, oldKey: keepsKey ? table.source.names(table.source.primaryKey) : [],
          newKey: keepsKey ? new.names(new.primaryKey) : [], temporaryName: new.name,
          create: definition.createTable(), copy: copy)))
  }

  /// Puts the new table of a rebuild in the place of the old one.
  private mutating func swap(_ table: SQLiteTable) {
    let (name, temporary) = (table.new.name, table.temporaryName)
    var statements: [String] = []
    // Keys continue after those that the old table made.
    if table.old.generatedKeyColumn != nil, table.new.generatedKeyColumn != nil {
      let (before, after) = (dialect.literal(name), dialect.literal(temporary))
      statements = [
        """
        INSERT INTO "sqlite_sequence" ("name", "seq") SELECT \(after), max("sqlite_sequence"."seq") \
        FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" IN (\(before), \(after)) HAVING count(*) > 0;
        """,
        """
        DELETE FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" = \(after) AND "sqlite_sequence"."rowid" < \
        (SELECT max("s"."rowid") FROM "sqlite_sequence" AS "s" WHERE "s"."name" = \(after));
        """,
      ]
    }
    statements += [
      "DROP TABLE \(quoted(name));", "PRAGMA legacy_alter_table = ON;",
      "ALTER TABLE \(quoted(temporary)) RENAME TO \(quoted(name));", "PRAGMA legacy_alter_table = OFF;",
    ]
    script.steps.append(.swap(.init(table: name, temporaryName: temporary, statements: statements)))
    createIndexes(table.newDefinition)
  }

  /// Changes a table in place: indexes are dropped before the columns that they have.
  private mutating func alter(_ table: SQLiteTable) {
    let name = quoted(table.new.name)
    let (before, after) = (table.oldIndexes, table.newIndexes)
    // An index that was dropped by hand changes nothing about the version.
    for index in before where !after.contains(index) { add("DROP INDEX IF EXISTS \(quoted(index.name));") }
    for index in table.new.columns.indices where table.sources[index] == nil {
      add("ALTER TABLE \(name) ADD COLUMN \(table.addedColumn(index));")
    }
    for column in table.droppedColumns { add("ALTER TABLE \(name) DROP COLUMN \(quoted(column));") }
    for index in after where !before.contains(index) { createIndex(index.sql, isUnique: index.isUnique) }
  }
}

/// The statements that record the tables that changed, for what no catalog contains.
func recordStatements(
  of pairs: [TablePair], _ added: [Table], _ removed: [Table], _ dialect: any SQLDialect
) -> [String] {
  let changed = pairs.filter { $0.old != $0.new && $0.old.recordedText != $0.new.recordedText }
  let (tables, names) = (changed.map(\.new) + added, changed.map(\.old.name) + removed.map(\.name))
  return tables.isEmpty && names.isEmpty ? [] : recordStatements(of: tables, replacing: names, dialect)
}

/// The statements that record tables.
func recordStatements(of tables: [Table], replacing names: [String], _ dialect: any SQLDialect) -> [String] {
  let definition = TableDefinition(RecordedTable.definition, targets: [], dialect)
  let table = dialect.identifier(RecordedTable.definition.name)
  var statements = [definition.createTableIfMissing]
  if !names.isEmpty {
    let list = names.map { dialect.literal($0) }.joined(separator: ", ")
    statements.append("DELETE FROM \(table) WHERE \(table).\"name\" IN (\(list));")
  }
  for recorded in tables {
    let (name, text) = (dialect.literal(recorded.name), dialect.literal(recorded.recordedText))
    statements.append(
      "INSERT INTO \(table) (\"name\", \"text\", \"version\") VALUES (\(name), \(text), \(RecordedTable.version));")
  }
  return statements
}

extension Table {
  /// The text without former names, which matter only until they are changed.
  var recordedText: String {
    var table = self
    table.formerName = nil
    for index in table.columns.indices { table.columns[index].formerName = nil }
    for index in table.relations.indices {
      guard case .ordered(var join) = table.relations[index].kind else { continue }
      join.formerTable = nil
      table.relations[index].kind = .ordered(join)
    }
    return table.text
  }
}

/// The name of a new table while the old one, or another one with its name, is there.
func temporaryName(of table: Table) -> String { "igata_new_\(table.name)" }

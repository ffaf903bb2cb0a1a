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
  plan.script.unplanned = evolution.changes.filter(\.kind.isUnplanned)
  plan.run()
  return plan.script
}

extension ChangeKind {
  /// Whether values go to other tables, which no script does yet.
  fileprivate var isUnplanned: Bool {
    switch self {
    case .fieldMoved, .relationBecameList, .listBecameRelation, .structBecameModel, .modelBecameStruct, .targetChanged:
      true
    default: false
    }
  }
}

/// Makes the script for SQLite.
struct SQLitePlan {
  let dialect = SQLiteDialect()
  let pairs: [TablePair]
  private let added: [(table: Table, targets: [Table])]
  private let removed: [Table]
  var script = SQLiteScript()
  /// The unique indexes to create, after all tables are as they will be.
  private var uniques: [String] = []

  init(_ tables: MatchedTables) {
    pairs = tables.pairs
    added = tables.added(besides: pairs)
    removed = tables.removed(besides: pairs)
  }

  mutating func run() {
    let names = vacateTables()
    let renamed = Dictionary(
      pairs.map { ($0.old.name, RenamedTable($0, named: names[$0.old.name] ?? $0.old.name)) }
    ) { first, _ in first }
    let carried = pairs.map { Carried($0, dialect, renamed) }
    let values = carried.map(\.values)
    let isRebuilt = zip(carried, values).map { $0.needsRebuild($1.expressions) }
    for pair in carried { rename(pair.names.vacating, in: pair.source.name) }
    // Before anything that takes long.
    for stop in values.flatMap(\.stops) { script.steps.append(.stop(stop)) }
    for index in pairs.indices where isRebuilt[index] { rebuild(carried[index], values[index].expressions) }
    renameTables(names)
    for pair in carried { rename(pair.names.renames, in: pair.new.name) }
    for (table, targets) in added { create(table, targets) }
    for (index, pair) in carried.enumerated() { if isRebuilt[index] { swap(pair) } else { alter(pair) } }
    for table in removed { add("DROP TABLE \(quoted(names[table.name] ?? table.name));") }
    // A unique index can refuse rows, so it is part of the transaction.
    for index in uniques { add(index) }
    record()
  }

  private mutating func createIndex(_ sql: String, isUnique: Bool) {
    if isUnique { uniques.append(sql) } else { script.indexes.append(sql) }
  }

  private mutating func createIndexes(_ definition: TableDefinition) {
    for index in definition.indexes {
      createIndex(definition.createIndex(index.index, isUnique: index.isUnique), isUnique: index.isUnique)
    }
  }

  // MARK: Records

  /// Records the tables that changed, for what no catalog contains.
  private mutating func record() {
    let changed = pairs.filter { $0.old.recordedText != $0.new.recordedText }
    let forgotten = changed.map(\.old.name) + removed.map(\.name)
    let recorded = changed.map(\.new) + added.map(\.table)
    guard !forgotten.isEmpty || !recorded.isEmpty else { return }
    for statement in recordStatements(of: recorded, forgetting: forgotten, dialect) { add(statement) }
  }

  func quoted(_ name: String) -> String { dialect.identifier(name) }

  mutating func add(_ sql: String) { script.steps.append(.statement(sql)) }

  // MARK: Names

  /// Renames the old tables whose names other tables get: what is created from now on refers to tables by the new
  /// names.
  ///
  /// - Returns: The names of these tables, by the old ones.
  private mutating func vacateTables() -> [String: String] {
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
    add(definition.createTable())
    createIndexes(definition)
  }

  private mutating func rebuild(_ pair: Carried, _ values: [String]) {
    var table = pair.new
    table.name = pair.temporaryName
    let definition = TableDefinition(table, targets: pair.newDefinition.targets, dialect)
    let copy = """
      INSERT INTO \(quoted(table.name)) (\(dialect.identifiers(table.columns.map(\.name))))
      SELECT \(values.joined(separator: ", "))
      FROM \(quoted(pair.source.name));
      """
    let keepsKey = pair.new.primaryKey.map { values[$0] } == pair.source.primaryKey.map(pair.qualified)
    script.steps.append(
      .rebuild(
        .init(
          table: pair.source.name, oldColumns: pair.source.columns.map(\.name),
          oldIndexes: pair.carriedIndexes.map(\.name), oldKey: keepsKey ? pair.key : [],
          newKey: keepsKey ? table.names(table.primaryKey) : [], temporaryName: table.name,
          create: definition.createTable(), copy: copy)))
  }

  /// Puts the new table of a rebuild in the place of the old one.
  private mutating func swap(_ pair: Carried) {
    let (table, temporary) = (pair.new.name, pair.temporaryName)
    var statements: [String] = []
    // Keys continue after those that the old table made.
    if pair.old.generatedKeyColumn != nil, pair.new.generatedKeyColumn != nil {
      statements = [
        "DELETE FROM \"sqlite_sequence\" WHERE \"name\" = \(dialect.literal(temporary));",
        """
        INSERT INTO "sqlite_sequence" ("name", "seq") SELECT \(dialect.literal(temporary)), "sqlite_sequence"."seq" \
        FROM "sqlite_sequence" WHERE "sqlite_sequence"."name" = \(dialect.literal(table));
        """,
      ]
    }
    statements += [
      "DROP TABLE \(quoted(table));", "PRAGMA legacy_alter_table = ON;",
      "ALTER TABLE \(quoted(temporary)) RENAME TO \(quoted(table));", "PRAGMA legacy_alter_table = OFF;",
    ]
    script.steps.append(.swap(.init(table: table, temporaryName: temporary, statements: statements)))
    createIndexes(pair.newDefinition)
  }

  /// Changes a table in place: indexes are dropped before the columns that they have.
  private mutating func alter(_ pair: Carried) {
    let name = quoted(pair.new.name)
    let (before, after) = (pair.carriedIndexes, pair.newIndexes)
    for index in before where !after.contains(index) { add("DROP INDEX \(quoted(index.name));") }
    for index in pair.new.columns.indices where pair.sources[index] == nil {
      add("ALTER TABLE \(name) ADD COLUMN \(pair.addedColumn(index));")
    }
    for column in pair.droppedColumns { add("ALTER TABLE \(name) DROP COLUMN \(quoted(column));") }
    for index in after where !before.contains(index) { createIndex(index.sql, isUnique: index.isUnique) }
  }
}

/// The statements that record tables.
func recordStatements(of tables: [Table], forgetting names: [String], _ dialect: any SQLDialect) -> [String] {
  let definition = TableDefinition(RecordedTable.definition, targets: [], dialect)
  let table = dialect.identifier(RecordedTable.definition.name)
  var statements = [
    definition.createTable().replacing("CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS ", maxReplacements: 1)
  ]
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

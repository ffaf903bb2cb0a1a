import IgataSchema
import IgataTables

/// The script that brings the rows of the old schema to the new one in SQLite.
///
/// Names are changed first, so that everything that follows uses the new ones. Then tables are changed in place where
/// `ALTER TABLE` can, and built again where it can't.
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
  private var uniques: [SQLiteScript.IndexStatement] = []

  init(_ tables: MatchedTables) {
    pairs = tables.pairs
    added = tables.added(besides: pairs)
    removed = tables.removed(besides: pairs)
  }

  mutating func run() {
    let renamed = Dictionary(pairs.map { ($0.old.name, RenamedTable($0)) }) { first, _ in first }
    let carried = pairs.map { Carried($0, dialect, renamed) }
    let tables = renameTables()
    for pair in carried { rename(pair) }
    let values = carried.map(\.values)
    // Before anything that takes long.
    for stop in values.flatMap(\.stops) { script.steps.append(.stop(stop)) }
    for (table, targets) in added { create(table, targets) }
    for (pair, values) in zip(carried, values) { change(pair, values.expressions) }
    for table in removed { add("DROP TABLE \(quoted(tables.name(of: table.name)));", tables.name(of: table.name)) }
    // A unique index can refuse rows, so it is part of the transaction.
    for index in uniques { add(index.sql, index.table) }
    record()
  }

  private mutating func createIndex(_ sql: String, isUnique: Bool, on table: String) {
    let statement = SQLiteScript.IndexStatement(table: table, sql: sql)
    if isUnique { uniques.append(statement) } else { script.indexes.append(statement) }
  }

  private mutating func createIndexes(_ definition: TableDefinition) {
    for index in definition.indexes {
      let sql = definition.createIndex(index.index, isUnique: index.isUnique)
      createIndex(sql, isUnique: index.isUnique, on: definition.table.name)
    }
  }

  // MARK: Records

  /// Records the tables that changed, for what no catalog contains.
  private mutating func record() {
    let changed = pairs.filter { $0.old.recordedText != $0.new.recordedText }
    let forgotten = changed.map(\.old.name) + removed.map(\.name)
    let recorded = changed.map(\.new) + added.map(\.table)
    guard !forgotten.isEmpty || !recorded.isEmpty else { return }
    for statement in recordStatements(of: recorded, forgetting: forgotten, dialect) {
      add(statement, RecordedTable.definition.name)
    }
  }

  func quoted(_ name: String) -> String { dialect.identifier(name) }

  mutating func add(_ sql: String, _ table: String) { script.steps.append(.statement(sql, table: table)) }

  // MARK: Names

  private mutating func renameTables() -> Renames {
    let names = pairs.map(\.old.name) + removed.map(\.name)
    var wanted = pairs.map { Renames.Rename(old: $0.old.name, new: $0.new.name) }
    // A dropped table whose name a new one gets.
    let created = Set(added.map { foldedName($0.table.name) })
    for (index, table) in removed.enumerated() where created.contains(foldedName(table.name)) {
      wanted.append(.init(old: table.name, new: "igata_old_dropped_\(index)"))
    }
    let renames = Renames(wanted, among: names) { "igata_old_\($0)" }
    for rename in renames.order {
      let sql = "ALTER TABLE \(quoted(rename.old)) RENAME TO \(quoted(rename.new));"
      script.steps.append(.rename(sql, table: rename.new))
    }
    return renames
  }

  /// Renames the columns that stay. Foreign keys that lead to them follow.
  private mutating func rename(_ pair: Carried) {
    for rename in pair.renames.order {
      let table = pair.new.name
      let sql = "ALTER TABLE \(quoted(table)) RENAME COLUMN \(quoted(rename.old)) TO \(quoted(rename.new));"
      script.steps.append(.rename(sql, table: table))
    }
  }

  // MARK: Tables

  private mutating func create(_ table: Table, _ targets: [Table]) {
    let definition = TableDefinition(table, targets: targets, dialect)
    add(definition.createTable(), table.name)
    createIndexes(definition)
  }

  private mutating func change(_ pair: Carried, _ values: [String]) {
    if pair.needsRebuild(values) {
      rebuild(pair, values)
    } else {
      alter(pair)
    }
  }

  private mutating func rebuild(_ pair: Carried, _ values: [String]) {
    let name = pair.new.name
    var table = pair.new
    table.name = "igata_new_\(name)"
    let definition = TableDefinition(table, targets: pair.newDefinition.targets, dialect)
    let hadCounter = pair.old.generatedKeyColumn != nil && pair.new.generatedKeyColumn != nil
    script.steps.append(
      .rebuild(
        .init(
          table: name, temporaryName: table.name, create: definition.createTable(),
          columns: zip(table.columns, values).map { .init(name: $0.name, expression: $1) },
          key: pair.key, keepsCounter: hadCounter)))
    script.checkedTables.append(name)
    createIndexes(pair.newDefinition)
  }

  /// Changes a table in place: indexes are dropped before the columns that they have.
  private mutating func alter(_ pair: Carried) {
    let name = pair.new.name
    let (before, after) = (pair.carriedIndexes, pair.newIndexes)
    for index in before where !after.contains(index) { add("DROP INDEX \(quoted(index.name));", name) }
    for index in pair.new.columns.indices where pair.sources[index] == nil {
      add("ALTER TABLE \(quoted(name)) ADD COLUMN \(pair.addedColumn(index));", name)
    }
    for column in pair.droppedColumns { add("ALTER TABLE \(quoted(name)) DROP COLUMN \(quoted(column));", name) }
    for index in after where !before.contains(index) { createIndex(index.sql, isUnique: index.isUnique, on: name) }
  }
}

/// The statements that record tables.
func recordStatements(of tables: [Table], forgetting names: [String], _ dialect: SQLiteDialect) -> [String] {
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
  fileprivate var recordedText: String {
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

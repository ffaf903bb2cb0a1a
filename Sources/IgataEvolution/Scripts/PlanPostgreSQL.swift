import IgataSchema
import IgataTables

/// The script that brings the rows of the old schema to the new one in PostgreSQL.
///
/// First, rows that don't fit are looked for, and values that an expression of the schema gives are computed in new
/// columns, so that every expression reads the old schema. Then constraints are dropped, values converted, names
/// changed, and constraints added.
///
/// - Parameter evolution: One without errors.
public func planPostgreSQL(_ evolution: Evolution) -> PostgreSQLScript {
  var plan = PostgreSQLPlan(evolution.tables)
  plan.script.unplanned = plan.withoutSQL
  plan.script.own = evolution.own["postgresql"] ?? OwnSQL()
  plan.run()
  if !plan.script.own.isEmpty { plan.script.computesValues = true }
  return plan.script
}

/// Makes the script for PostgreSQL.
struct PostgreSQLPlan {
  let dialect = PostgreSQLDialect()
  private(set) var tables: [PostgreSQLTable]
  let added: [(table: Table, targets: [Table])]
  let removed: [(table: Table, targets: [Table])]
  /// The values that come from other tables.
  let moved: MovedValues
  private let movedWithoutSQL: [ComparedColumn]
  var script = PostgreSQLScript()
  private var locked: Set<String> = []
  /// The new names of the tables to which foreign keys are added.
  var referenced: Set<String> = []

  init(_ matched: MatchedTables) {
    let pairs = matched.pairs
    var columns = followedColumns(of: pairs, in: matched)
    matched.computeKeys(of: pairs, in: &columns)
    moved = MovedValues(matched, dialect, columns)
    movedWithoutSQL = matched.movedColumnsWithoutSQL
    for (index, pair) in pairs.enumerated() {
      for (column, value) in moved.replacements[pair.new.name] ?? [:] { columns[index].replace(column, with: value) }
    }
    let renamed = Dictionary(zip(pairs, columns).map { ($0.old.name, $0.renamed($1)) }) { first, _ in first }
    tables = zip(pairs, columns).map { PostgreSQLTable($0, $1, renamed) }
    added = matched.added(besides: pairs)
    removed = matched.removed(besides: pairs)
    matchConstraints()
  }

  /// The values that only another dialect or the program computes.
  var withoutSQL: [Change] {
    var paths: Set<String> = []
    let columns = tables.flatMap { table in table.pair.columns.filter { table.columns.unplanned.contains($0.path) } }
    return (columns + movedWithoutSQL).filter { paths.insert($0.path).inserted }.map {
      Change(
        .typeChanged, .needsData, $0.path, "'@backfill' of '\($0.path)' has no SQL for PostgreSQL", at: $0.range,
        breaks: [])
    }
  }

  /// Matches the constraints: first all but foreign keys, which can stay only where the key stays to which they refer.
  private mutating func matchConstraints() {
    for index in tables.indices {
      let table = tables[index]
      tables[index].match { !$0.isForeignKey && table.keeps($0) }
    }
    let owners = Dictionary(tables.map { ($0.pair.old.name, $0) }) { first, _ in first }
    let removed = Set(removed.map(\.table.name))
    for index in tables.indices {
      let table = tables[index]
      tables[index].match { constraint in
        guard table.keeps(constraint) else { return false }
        guard case .foreignKey(let relation) = constraint.kind else { return true }
        let (name, columns) = table.referencedColumns(relation)
        // A table that is neither changed nor removed keeps its key.
        guard let target = owners[name] else { return !removed.contains(name) }
        guard columns.isDisjoint(with: target.columns.changedColumns) else { return false }
        return !target.droppedConstraints.contains { $0.isKey && $0.columns == columns }
      }
    }
  }

  mutating func run() {
    for table in tables { for stop in table.columns.stops { add(stop) } }
    for stop in moved.stops { add(stop) }
    for table in tables { addComputedColumns(table) }
    for table in tables { compute(table) }
    follow()
    readMovedValues()
    dropForeignKeys()
    if !removed.isEmpty {
      locked.formUnion(removed.flatMap { [$0.table.name] + $0.targets.map(\.name) })
      add("DROP TABLE \(dialect.identifiers(removed.map(\.table.name)));")
    }
    for table in tables { dropConstraints(table) }
    for table in tables { update(table) }
    for table in tables { alterTypes(table) }
    changeNames()
    for (table, targets) in added { create(table, targets) }
    for table in tables { alter(table) }
    insertRows()
    for table in tables { createIndexes(table) }
    addForeignKeys()
    for table in tables { comment(table) }
    let (pairs, created, dropped) = (tables.map(\.pair), added.map(\.table), removed.map(\.table))
    for statement in recordStatements(of: pairs, created, dropped, dialect) { add(statement) }
    defineFunctions()
    lockTables()
  }

  /// Has the tables locked first that statements lock, those without changes of their own as well.
  private mutating func lockTables() {
    let dropped = removed.map(\.table.name)
    let known = tables.map(\.pair.old.name) + dropped
    let others = locked.subtracting(known).sorted()
    script.lockedTables = tables.map(\.pair.old.name).filter(locked.contains) + dropped + others
    let oldNames = Dictionary(tables.map { ($0.pair.new.name, $0.pair.old.name) }) { first, _ in first }
    let names = referenced.subtracting(added.map(\.table.name)).map { oldNames[$0] ?? $0 }
    script.referencedTables = names.filter { !locked.contains($0) }.sorted()
  }

  func quoted(_ name: String) -> String { dialect.identifier(name) }

  mutating func add(_ sql: String) { script.steps.append(.statement(sql)) }

  /// Adds a statement that needs the table to be locked.
  mutating func add(_ sql: String, _ table: PostgreSQLTable) {
    locked.insert(table.pair.old.name)
    add(sql)
  }

  private mutating func add(_ stop: PostgreSQLScript.Stop) {
    locked.insert(stop.table)
    script.computesValues = true
    var stop = stop
    stop.hiddenKey = Set(stop.key.filter { isSensitive($0, of: stop.table) })
    script.steps.append(.stop(stop))
  }

  /// Adds one statement for several changes of a table.
  mutating func alter(_ table: PostgreSQLTable, named name: String, _ actions: [String]) {
    guard !actions.isEmpty else { return }
    let list = actions.joined(separator: ",\n  ")
    add("ALTER TABLE \(quoted(name))" + (actions.count == 1 ? " \(list);" : "\n  \(list);"), table)
  }

  // MARK: Computed values

  private mutating func addComputedColumns(_ table: PostgreSQLTable) {
    let actions = table.columns.changes.indices.compactMap { index -> String? in
      guard case .computed = table.columns.changes[index], let name = table.columns.names[index] else { return nil }
      return "ADD COLUMN \(quoted(name)) \(dialect.typeName(ofColumn: index, in: table.pair.new))"
    }
    alter(table, named: table.pair.old.name, actions)
  }

  private mutating func compute(_ table: PostgreSQLTable) {
    var values: [String] = []
    for (index, change) in table.columns.changes.enumerated() {
      guard case .computed(let value) = change, let name = table.columns.names[index] else { continue }
      script.computesValues = true
      switch value {
      case .expression(let expression): values.append("\(quoted(name)) = \(expression)")
      case .number(let group, let order, let first): number(table, name, group, order, from: first)
      case .key(_, _, _, let other?): values.append("\(quoted(name)) = \(other)")
      case .key, .moved: break
      }
    }
    guard !values.isEmpty else { return }
    add("UPDATE \(quoted(table.pair.old.name)) SET \(values.joined(separator: ", "));", table)
  }

  private mutating func number(
    _ table: PostgreSQLTable, _ column: String, _ group: [Int], _ order: [Int], from first: Int
  ) {
    let old = table.pair.old
    let name = quoted(old.name)
    let keys = old.names(old.primaryKey).map(quoted)
    let partition = group.isEmpty ? "" : "PARTITION BY \(dialect.identifiers(old.names(group))) "
    let window = "\(partition)ORDER BY \(dialect.identifiers(old.names(order)))"
    add(
      """
      UPDATE \(name) SET \(quoted(column)) = "igata_rows"."igata_number" FROM (
        SELECT \(keys.joined(separator: ", ")), row_number() OVER (\(window)) - \(1 - first) AS "igata_number"
        FROM \(name)
      ) AS "igata_rows" WHERE \(keys.map { "\(name).\($0) = \"igata_rows\".\($0)" }.joined(separator: " AND "));
      """, table)
  }

  /// Gives rows the new keys of the rows that they refer to. A key that is a foreign key itself comes first.
  private mutating func follow() {
    var rest: [KeyColumn] = []
    for (index, table) in tables.enumerated() {
      for (column, change) in table.columns.changes.enumerated() {
        if case .computed(.key) = change { rest.append(KeyColumn(table: index, column: column)) }
      }
    }
    while !rest.isEmpty {
      let next = rest.firstIndex { column in
        let change = tables[column.table].columns.changes[column.column]
        guard case .computed(.key(let table, let key, _, _)) = change else { return true }
        return !rest.contains(KeyColumn(table: table, column: key))
      }
      follow(rest.remove(at: next ?? 0))
    }
  }

  private mutating func follow(_ column: KeyColumn) {
    let table = tables[column.table]
    guard case .computed(.key(let targetIndex, let key, let keys, _)) = table.columns.changes[column.column],
      let name = table.columns.names[column.column], let new = tables[targetIndex].columns.names[key]
    else { return }
    let (own, target) = (quoted(table.pair.old.name), quoted(tables[targetIndex].pair.old.name))
    let conditions = keys.map { "\(own).\(quoted($0.own)) = \"igata_target\".\(quoted($0.target))" }
    add(
      """
      UPDATE \(own) SET \(quoted(name)) = "igata_target".\(quoted(new)) FROM \(target) AS "igata_target"
      WHERE \(conditions.joined(separator: " AND "));
      """, table)
  }

  // MARK: What stands in the way

  private mutating func dropForeignKeys() {
    for table in tables {
      let keys = table.droppedConstraints.filter(\.isForeignKey)
      alter(table, named: table.pair.old.name, keys.map { "DROP CONSTRAINT \(quoted($0.name))" })
      // The server locks the other table like this one.
      for case .foreignKey(let relation) in keys.map(\.kind) { locked.insert(table.referencedColumns(relation).target) }
    }
  }

  /// Drops constraints, and the rest of what would refuse new values or new types.
  private mutating func dropConstraints(_ table: PostgreSQLTable) {
    let dropped = table.droppedConstraints.filter { !$0.isForeignKey }
    var actions = dropped.filter { !$0.isIndex }.map { "DROP CONSTRAINT \(quoted($0.name))" }
    for (index, change) in table.columns.changes.enumerated() {
      guard let source = table.pair.sources[index], let name = table.columns.names[index] else { continue }
      if case .computed = change { continue }
      let (before, after) = (table.pair.old.columns[source], table.pair.new.columns[index])
      let column = "ALTER COLUMN \(quoted(name))"
      if !before.isNullable, after.isNullable { actions.append("\(column) DROP NOT NULL") }
      if source == table.pair.old.generatedKeyColumn, table.countedColumn != source {
        actions.append("\(column) DROP IDENTITY")
      }
      let isRetyped = if case .retyped = change { true } else { false }
      if dialect.defaultValue(of: before) != nil, isRetyped || dialect.defaultValue(of: after) == nil {
        actions.append("\(column) DROP DEFAULT")
      }
    }
    alter(table, named: table.pair.old.name, actions)
    let indexes = dropped.filter { $0.isIndex && !isReplaced($0, of: table) }.map { quoted($0.name) }
    // An index that was dropped by hand changes nothing about the version.
    if !indexes.isEmpty { add("DROP INDEX IF EXISTS \(indexes.joined(separator: ", "));", table) }
  }

  /// Whether an index that is dropped serves queries until the new indexes of its table are there.
  func isReplaced(_ index: PostgreSQLConstraint, of table: PostgreSQLTable) -> Bool {
    guard index.isIndex, !index.isKey, table.keeps(index) else { return false }
    let kept = tables.map(\.definition) + added.map { TableDefinition($0.table, targets: $0.targets, dialect) }
    return table.addedConstraints.contains { $0.isIndex && !$0.isKey }
      && !kept.contains { $0.constraints.contains { $0.name == index.name } }
  }

  // MARK: Values

  private mutating func update(_ table: PostgreSQLTable) {
    var values: [String] = []
    var conditions: [String] = []
    for (index, change) in table.columns.changes.enumerated() {
      guard case .updated(let value, let condition) = change, let name = table.columns.names[index] else { continue }
      values.append("\(quoted(name)) = \(value)")
      conditions.append(condition)
    }
    guard !values.isEmpty else { return }
    script.computesValues = true
    let condition = conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " OR ")
    add(
      "UPDATE \(quoted(table.pair.old.name)) SET \(values.joined(separator: ", "))\nWHERE \(condition);", table)
  }

  private mutating func alterTypes(_ table: PostgreSQLTable) {
    let kept = table.columns.keptColumns
    var actions = table.pair.old.columns.indices.filter { !kept.contains($0) }.map {
      "DROP COLUMN \(quoted(table.pair.old.columns[$0].name))"
    }
    for (index, change) in table.columns.changes.enumerated() {
      guard case .retyped(let value) = change, let name = table.columns.names[index] else { continue }
      if value != nil { script.computesValues = true }
      actions.append(
        "ALTER COLUMN \(quoted(name)) TYPE \(dialect.typeName(ofColumn: index, in: table.pair.new))"
          + (value.map { " USING \($0)" } ?? ""))
    }
    alter(table, named: table.pair.old.name, actions)
  }
}

extension TablePair {
  /// The old table with the new names.
  fileprivate func renamed(_ columns: PostgreSQLColumns) -> Table {
    var table = old
    table.name = new.name
    let kept = columns.keptColumns
    for (index, source) in sources.enumerated() {
      if let source, kept.contains(source) { table.columns[source].name = new.columns[index].name }
    }
    return table
  }
}

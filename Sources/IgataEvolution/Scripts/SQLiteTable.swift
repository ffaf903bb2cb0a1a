import IgataSchema
import IgataTables

/// An old table beside the one that it becomes.
struct SQLiteTable: MigratedTable {
  let pair: TablePair
  let dialect: SQLiteDialect
  /// The names of the old table.
  let names: RenamedTable
  /// The table from which rows are copied.
  var source: Table
  /// The values of new columns that come from other tables.
  var replacements: [Int: Replacement] = [:]
  /// The new columns whose values others follow, so that they are computed once.
  var followed: Set<Int> = []
  /// The numbers of the temporary tables in which these are; 0 for those of the first one.
  var keyParts: [Int: Int] = [:]
  /// The old columns by which others find the rows.
  var followedBy: Set<[Int]> = []
  /// The old table with the new names, those of its foreign keys' targets included.
  let renamedDefinition: TableDefinition
  let newDefinition: TableDefinition

  /// - Parameter renamed: The old tables with their new names, by their old names.
  init(_ pair: TablePair, _ dialect: SQLiteDialect, _ renamed: [String: RenamedTable]) {
    self.pair = pair
    self.dialect = dialect
    names = renamed[pair.old.name] ?? RenamedTable(pair, named: pair.old.name)
    source = names.source
    renamedDefinition = TableDefinition(
      names.table, targets: pair.oldTargets.map { renamed[$0.name]?.table ?? $0 }, dialect)
    newDefinition = TableDefinition(pair.new, targets: pair.newTargets, dialect)
  }

  private var renamed: Table { renamedDefinition.table }

  /// The columns that are dropped, by their names after the renames.
  var droppedColumns: [String] {
    Set(old.columns.indices).subtracting(sources.compactMap(\.self)).sorted().map { renamed.columns[$0].name }
  }

  /// The key that the rows get as numbers, in the order of the one that they had.
  var numberedColumn: Int? { new.generatedKeyColumn.flatMap { sources[$0] == nil ? $0 : nil } }

  /// The name of the table of these numbers.
  private var numbers: String { "igata_number_\(new.name)" }

  /// The statements that number the rows.
  var numbering: [String] { numberedColumn == nil ? [] : dialect.numbering(numbers, of: source) }

  /// The statements that drop the temporary tables.
  var dropTemporaryTables: [String] {
    (numberedColumn == nil ? [] : ["DROP TABLE temp.\(dialect.identifier(numbers));"]) + dropKeyTables
  }

  /// A key that the rows get: a number, or a UUID that is derived from the key that they had.
  func generatedKey(_ column: Int) -> String? {
    if column == numberedColumn { return dialect.number(in: numbers, of: source) }
    let isUUID = new.columns[column].defaultValue == .uuid || new.columns[column].defaultValue == .uuid7
    return isUUID && sources[column] == nil && new.primaryKey.contains(column) ? derivedKey(column) : nil
  }

  /// The position in a list that had none: its elements were in the order of their keys.
  func computedPosition(_ column: Int) -> String? {
    guard column == new.positionColumn, sources[column] == nil, old.relations.count == 2 else { return nil }
    let other = aliased("igata_other")
    let (owners, targets) = (old.relations[0].kind.columns, old.relations[1].kind.columns)
    let isOwners = owners.map { "\(other.qualified($0)) = \(qualified($0))" }.joined(separator: " AND ")
    func list(_ table: SQLiteTable) -> String { "(\(targets.map(table.qualified).joined(separator: ", ")))" }
    return """
      (SELECT count(*) FROM \(dialect.identifier(source.name)) AS "igata_other" \
      WHERE \(isOwners) AND \(list(other)) < \(list(self)))
      """
  }

  /// Whether rows can change when others do, so that they are copied all at once.
  var readsOtherTables: Bool {
    !replacements.isEmpty || !followed.isEmpty || new.positionColumn.map { sources[$0] == nil } ?? false
      || pair.columns.contains { column in
        guard case .sql(let sql?, _) = column.backfill?.kind else { return false }
        return sql.text.lowercased().contains("select")
      }
  }

  /// The name of the new table while the old one is there.
  var temporaryName: String { IgataEvolution.temporaryName(of: new) }

  func isConverted(_ column: Int) -> Bool { true }

  // MARK: Indexes

  struct Index: Hashable {
    var name: String
    var sql: String
    var isUnique: Bool
  }

  /// The indexes that the table has, except for those of its constraints. Their names stay when the table's changes.
  var oldIndexes: [Index] {
    let old = TableDefinition(pair.old, targets: pair.oldTargets, dialect)
    return zip(old.indexes, renamedDefinition.indexes).map { old, renamed in
      var index = renamed.index
      index.name = old.index.name
      let sql = renamedDefinition.createIndex(index, isUnique: renamed.isUnique)
      return Index(name: index.name, sql: sql, isUnique: renamed.isUnique)
    }
  }

  /// The names of the indexes that the table may have in a database: a unique constraint is one where it was added to
  /// the table.
  var oldIndexNames: [String] { oldIndexes.map(\.name) + old.uniques.filter(\.isConstraint).map(\.name) }

  /// The indexes that the table gets. A unique constraint that is added to a table is an index.
  var newIndexes: [Index] {
    let added = new.uniques.filter { unique in unique.isConstraint && !hasUnique(unique) }
    return (newDefinition.indexes + added.map { (index: $0, isUnique: true) }).map {
      let sql = newDefinition.createIndex($0.index, isUnique: $0.isUnique)
      return Index(name: $0.index.name, sql: sql, isUnique: $0.isUnique)
    }
  }

  // MARK: Altered or rebuilt

  /// Whether `ALTER TABLE` can't make the table what it becomes.
  ///
  /// - Parameter values: The expressions of the new columns.
  func needsRebuild(_ values: [String]) -> Bool {
    let kept = sources.enumerated().compactMap { new, old in old.map { (old: $0, new: new) } }
    if kept.contains(where: { values[$0.new] != qualified($0.old) || !isSameColumn($0.old, $0.new) }) { return true }
    if dialect.options(of: renamed) != dialect.options(of: new) { return true }
    if renamed.names(renamed.primaryKey) != new.names(new.primaryKey) { return true }
    if constraints(of: renamedDefinition) != constraints(of: newDefinition).subtracting(addedReferences) { return true }
    if renamed.uniques.contains(where: { unique in unique.isConstraint && !keepsUnique(unique) }) { return true }
    if sources.indices.contains(where: { sources[$0] == nil && !canAdd($0, values[$0]) }) { return true }
    return !isDisjoint(droppedColumns)
  }

  /// Whether the definitions of two columns are equal but for defaults that programs send.
  private func isSameColumn(_ old: Int, _ new: Int) -> Bool {
    if renamed.columns[old] == self.new.columns[new], renamed.isPlain(old), self.new.isPlain(new) { return true }
    func text(_ definition: TableDefinition, _ column: Int) -> String {
      var table = definition.table
      switch table.columns[column].defaultValue {
      case .autoincrement, .sql, nil: break
      case .value, .uuid, .uuid7, .cuid, .ulid, .now, .construct, .computed: table.columns[column].defaultValue = nil
      }
      return TableDefinition(table, targets: definition.targets, dialect).column(column)
    }
    return text(renamedDefinition, old) == text(newDefinition, new)
  }

  /// The checks and the foreign keys.
  private func constraints(of definition: TableDefinition) -> Set<String> {
    let table = definition.table
    let keys = table.relations.indices.filter {
      !table.relations[$0].kind.columns.isEmpty && definition.targets.indices.contains($0)
    }
    return Set(table.checks.compactMap { definition.constraint(of: $0) } + keys.map { definition.foreignKey($0) })
  }

  /// The foreign keys of added columns, which are part of the columns' definitions.
  private var addedReferences: Set<String> {
    Set(
      new.columns.indices.filter { sources[$0] == nil }.compactMap { reference(ofColumn: $0) }
        .map { newDefinition.foreignKey($0) })
  }

  /// The relation whose only column is an added one.
  func reference(ofColumn column: Int) -> Int? { new.relations.firstIndex { $0.kind.columns == [column] } }

  /// Whether a unique constraint stays, under its name: in a database it may be an index, whose name is taken.
  private func keepsUnique(_ unique: IndexDescription) -> Bool {
    let names = renamed.names(unique.columns)
    return new.uniques.contains { $0.isConstraint && $0.name == unique.name && new.names($0.columns) == names }
  }

  private func hasUnique(_ unique: IndexDescription) -> Bool {
    let names = new.names(unique.columns)
    return renamed.uniques.contains { $0.isConstraint && renamed.names($0.columns) == names }
  }

  /// Whether a column can be added: SQLite takes no computed value, and no default beside a reference.
  private func canAdd(_ column: Int, _ value: String) -> Bool {
    let description = new.columns[column]
    if new.primaryKey.contains(column) { return false }
    if reference(ofColumn: column) != nil { return description.isNullable && value == "NULL" }
    if value == "NULL" { return description.isNullable && description.defaultValue == nil }
    guard case .value(let literal)? = description.defaultValue else { return false }
    return dialect.storedLiteral(literal, of: description.type) == value
  }

  /// The definition of a column that is added to a table.
  func addedColumn(_ column: Int) -> String {
    newDefinition.column(column) + (reference(ofColumn: column).map { " " + newDefinition.references($0) } ?? "")
  }

  /// Whether nothing but indexes has any of some columns.
  private func isDisjoint(_ names: [String]) -> Bool {
    let constraints = renamed.uniques.filter(\.isConstraint).flatMap(\.columns)
    let used = Set(
      renamed.names(
        renamed.primaryKey + constraints + renamed.checks.flatMap(\.condition.columns)
          + renamed.relations.flatMap(\.kind.columns)))
    return used.isDisjoint(with: names)
  }
}

extension Table {
  /// Whether the definition of a column depends on nothing else in the table.
  fileprivate func isPlain(_ column: Int) -> Bool {
    !primaryKey.contains(column) && !relations.contains { $0.kind.columns.contains(column) }
  }
}

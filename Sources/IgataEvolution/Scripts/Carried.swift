import IgataSchema
import IgataTables

/// The names of an old table and of its columns, while rows are copied and after that.
struct RenamedTable {
  /// The table while rows are copied: names that something else gets are free already.
  fileprivate(set) var source: Table
  /// The renames of columns before rows are copied.
  let vacating: [Rename]
  /// The table with the names that it and its columns get.
  let table: Table
  /// The renames of columns after rows were copied.
  let renames: [Rename]

  /// - Parameter name: The name of the table while rows are copied.
  init(_ pair: TablePair, named name: String) {
    var source = pair.old
    source.name = name
    var new = [String?](repeating: nil, count: pair.old.columns.count)
    for (column, old) in pair.sources.enumerated() { if let old { new[old] = pair.new.columns[column].name } }
    var vacating: [Rename] = []
    for index in source.columns.indices {
      let old = source.columns[index].name
      let isTaken = pair.new.columns.indices.contains { column in
        pair.sources[column] != index && foldedName(pair.new.columns[column].name) == foldedName(old)
      }
      guard isTaken else { continue }
      source.columns[index].name = "igata_old_\(vacating.count + 1)"
      vacating.append(.init(old: old, new: source.columns[index].name))
    }
    self.vacating = vacating
    renames = source.columns.indices.flatMap { index in
      new[index].map { Rename(old: source.columns[index].name, new: $0).steps } ?? []
    }
    var table = source
    table.name = pair.new.name
    for index in table.columns.indices { table.columns[index].name = new[index] ?? table.columns[index].name }
    self.source = source
    self.table = table
  }
}

/// An old table beside the one that it becomes.
struct Carried: CarriedTable {
  let pair: TablePair
  let dialect: SQLiteDialect
  /// The names of the old table.
  private(set) var names: RenamedTable
  /// The values of new columns that come from other tables.
  var replacements: [Int: Replacement] = [:]
  /// The new columns whose values others follow, so that they are computed once.
  var followed: Set<Int> = []
  /// The numbers of the temporary tables in which these are; 0 for those of the first one.
  var keyParts: [Int: Int] = [:]
  /// The old columns by which others find the rows.
  var followedBy: Set<[Int]> = []
  /// The old table with the new names, those of its foreign keys' targets included.
  let carriedDefinition: TableDefinition
  let newDefinition: TableDefinition

  /// - Parameter renamed: The old tables with their new names, by their old names.
  init(_ pair: TablePair, _ dialect: SQLiteDialect, _ renamed: [String: RenamedTable]) {
    self.pair = pair
    self.dialect = dialect
    names = renamed[pair.old.name] ?? RenamedTable(pair, named: pair.old.name)
    carriedDefinition = TableDefinition(
      names.table, targets: pair.oldTargets.map { renamed[$0.name]?.table ?? $0 }, dialect)
    newDefinition = TableDefinition(pair.new, targets: pair.newTargets, dialect)
  }

  private var carried: Table { carriedDefinition.table }

  /// The columns that are dropped, by their names after the renames.
  var droppedColumns: [String] {
    Set(old.columns.indices).subtracting(sources.compactMap(\.self)).sorted().map { carried.columns[$0].name }
  }

  /// The table from which rows are copied.
  var source: Table { names.source }

  /// The key that the rows get as numbers, in the order of the one that they had.
  var numberedColumn: Int? { new.generatedKeyColumn.flatMap { sources[$0] == nil ? $0 : nil } }

  /// The table of these numbers.
  private var numbers: String { "temp.\(dialect.identifier("igata_number_\(new.name)"))" }

  /// The statements that number the rows.
  var numbering: [String] {
    guard numberedColumn != nil else { return [] }
    let keys = source.primaryKey.enumerated().map { "\(qualified($1)) AS \"key_\($0 + 1)\"" }.joined(separator: ", ")
    let order = source.primaryKey.map(qualified).joined(separator: ", ")
    let names = source.primaryKey.indices.map { "\"key_\($0 + 1)\"" }.joined(separator: ", ")
    return [
      """
      CREATE TEMP TABLE \(dialect.identifier("igata_number_\(new.name)")) AS SELECT \(keys), \
      row_number() OVER (ORDER BY \(order)) AS "number"
      FROM \(dialect.identifier(source.name));
      """,
      """
      CREATE UNIQUE INDEX temp.\(dialect.identifier("igata_number_\(new.name)_key")) \
      ON \(dialect.identifier("igata_number_\(new.name)")) (\(names));
      """,
    ]
  }

  /// The statement that forgets the numbers.
  var forgetting: [String] { (numberedColumn == nil ? [] : ["DROP TABLE \(numbers);"]) + forgettingKeys }

  /// A key that the rows get: a number, or a UUID that is derived from the key that they had.
  func madeKey(_ column: Int) -> String? {
    if column == numberedColumn {
      let table = dialect.identifier("igata_number_\(new.name)")
      let isSame = source.primaryKey.enumerated().map { "\(table).\"key_\($0 + 1)\" = \(qualified($1))" }
      return "(SELECT \(table).\"number\" FROM \(numbers) WHERE \(isSame.joined(separator: " AND ")))"
    }
    let isUUID = new.columns[column].defaultValue == .uuid || new.columns[column].defaultValue == .uuid7
    guard isUUID, sources[column] == nil, new.primaryKey.contains(column) else { return nil }
    let name = ([new.model] + new.columns[column].path).joined(separator: ".")
    let keys = source.primaryKey.map { (value: qualified($0), type: source.columns[$0].type) }
    return dialect.derivedUUID(for: name, from: keys, new.columns[column].type)
  }

  /// The position in a list that had none: its elements were in the order of their keys.
  func madePosition(_ column: Int) -> String? {
    guard column == new.positionColumn, sources[column] == nil, old.relations.count == 2 else { return nil }
    let other = aliased("igata_other")
    let (owners, targets) = (old.relations[0].kind.columns, old.relations[1].kind.columns)
    let isOwners = owners.map { "\(other.qualified($0)) = \(qualified($0))" }.joined(separator: " AND ")
    func list(_ carried: Carried) -> String { "(\(targets.map(carried.qualified).joined(separator: ", ")))" }
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

  func aliased(_ name: String) -> Carried {
    var result = self
    result.names.source.name = name
    return result
  }

  func isConverted(_ column: Int) -> Bool { true }

  func qualified(_ column: Int) -> String {
    dialect.qualified(column, of: source)
  }

  // MARK: Indexes

  struct Index: Hashable {
    var name: String
    var sql: String
    var isUnique: Bool
  }

  /// The indexes that the table has, except for those of its constraints. Their names stay when the table's changes.
  var carriedIndexes: [Index] {
    let old = TableDefinition(pair.old, targets: pair.oldTargets, dialect)
    return zip(old.indexes, carriedDefinition.indexes).map { old, carried in
      var index = carried.index
      index.name = old.index.name
      let sql = carriedDefinition.createIndex(index, isUnique: carried.isUnique)
      return Index(name: index.name, sql: sql, isUnique: carried.isUnique)
    }
  }

  /// The names of the indexes that the table may have in a database: a unique constraint is one where it was added to
  /// the table.
  var oldIndexNames: [String] { carriedIndexes.map(\.name) + old.uniques.filter(\.isConstraint).map(\.name) }

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
    if dialect.options(of: carried) != dialect.options(of: new) { return true }
    if carried.names(carried.primaryKey) != new.names(new.primaryKey) { return true }
    if constraints(of: carriedDefinition) != constraints(of: newDefinition).subtracting(addedReferences) { return true }
    if carried.uniques.contains(where: { unique in unique.isConstraint && !keepsUnique(unique) }) { return true }
    if sources.indices.contains(where: { sources[$0] == nil && !canAdd($0, values[$0]) }) { return true }
    return !isDisjoint(droppedColumns)
  }

  /// Whether the definitions of two columns are equal but for defaults that programs send.
  private func isSameColumn(_ old: Int, _ new: Int) -> Bool {
    if carried.columns[old] == self.new.columns[new], carried.isPlain(old), self.new.isPlain(new) { return true }
    func text(_ definition: TableDefinition, _ column: Int) -> String {
      var table = definition.table
      switch table.columns[column].defaultValue {
      case .autoincrement, .sql, nil: break
      case .value, .uuid, .uuid7, .now, .construct: table.columns[column].defaultValue = nil
      }
      return TableDefinition(table, targets: definition.targets, dialect).column(column)
    }
    return text(carriedDefinition, old) == text(newDefinition, new)
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
    let names = carried.names(unique.columns)
    return new.uniques.contains { $0.isConstraint && $0.name == unique.name && new.names($0.columns) == names }
  }

  private func hasUnique(_ unique: IndexDescription) -> Bool {
    let names = new.names(unique.columns)
    return carried.uniques.contains { $0.isConstraint && carried.names($0.columns) == names }
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
    let constraints = carried.uniques.filter(\.isConstraint).flatMap(\.columns)
    let used = Set(
      carried.names(
        carried.primaryKey + constraints + carried.checks.flatMap(\.condition.columns)
          + carried.relations.flatMap(\.kind.columns)))
    return used.isDisjoint(with: names)
  }
}

extension Table {
  /// Whether the definition of a column depends on nothing else in the table.
  fileprivate func isPlain(_ column: Int) -> Bool {
    !primaryKey.contains(column) && !relations.contains { $0.kind.columns.contains(column) }
  }
}

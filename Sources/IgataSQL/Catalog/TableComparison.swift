@_spi(Backend) public import IgataRuntime
public import IgataTables

/// Compares a table of the schema with the one in the database, by the meaning of each column.
@_spi(Backend) public struct TableComparison {
  let table: TableDescription
  let found: FoundTable
  let dialect: any CatalogDialect
  let definition: TableDefinition
  public private(set) var differences: [SchemaDifference] = []
  public private(set) var notes: [PrepareReport.Note] = []
  /// The missing indexes that can be created whatever the data: those that are not unique.
  public private(set) var missingIndexes: [IndexDescription] = []
  /// The columns whose meaning only the rows can show.
  public internal(set) var unprovenColumns: Set<Int> = []
  /// The columns that are read, compared or written in another way than those that `prepare` creates.
  public internal(set) var adaptedColumns: [Int: AdaptedColumn] = [:]
  /// The canonical names of the columns that a difference has named.
  private var namedColumns: Set<String> = []

  /// Whether a table fits only in the form in which `prepare` creates it.
  let isOwn: Bool

  public init(
    _ table: TableDescription, _ found: FoundTable, _ dialect: any CatalogDialect, isOwn: Bool = false
  ) {
    self.isOwn = isOwn
    self.table = table
    self.found = found
    self.dialect = dialect
    definition = table.definition(in: dialect)
    for column in table.columns.indices { compareColumn(column) }
    if table.isReadOnly {
      noteUnknownKey()
      return
    }
    compareOtherColumns()
    compareKey()
    for relation in table.relations where !relation.columns.isEmpty && !relation.isUnconstrained {
      compareForeignKey(relation)
    }
    for unique in definition.table.uniques { compareUnique(unique) }
    // Which indexes others' tables have is for the program that makes them to say.
    for index in definition.indexes where !index.isUnique && !table.isExternal { compareIndex(index.index) }
    compareChecks()
    compareConditions()
    noteUnknownUniques()
  }

  // MARK: Columns

  private mutating func compareColumn(_ index: Int) {
    let column = table.columns[index]
    guard let existing = foundColumn(column.name) else { return compareMissingColumn(index) }
    let before = differences.count
    compareOrigin(existing, index)
    switch dialect.fit(of: existing, as: column) {
    case .refused(let reason, let help):
      let expected = "\(ColumnMeaning.words(of: column)) (\(dialect.typeName(of: column.type)))"
      add(index, found: reason, expected: expected, help: (help ?? "change the field") + ", or convert the column")
    case .fits(let adapted, let text):
      if let text { note(index, text) }
      adapt(index, adapted, existing)
      if isOwn, text != nil || adaptedColumns[index] != nil {
        add(
          index, found: "\(existing.type), which is accepted of other programs alone",
          expected: dialect.typeName(of: column.type), help: "change the field, or convert the column")
      }
      compareRecord(index)
    }
    if differences.count == before, !isOnlyRead(index) { compareNullability(existing, index) }
  }

  private mutating func compareMissingColumn(_ index: Int) {
    let column = table.columns[index]
    if let formerName = column.formerName, foundColumn(formerName) != nil {
      return add(
        index, found: "the column under its former name '\(formerName)'", expected: "'\(column.name)'",
        help: "rename the column; what is in it is not touched by that")
    }
    let field = table.field(at: index)
    if let other = similarColumn(index) {
      namedColumns.insert(dialect.canonicalName(other))
      return add(
        index, found: "no such column, but one called '\(other)'", expected: "'\(column.name)'",
        help: "write @column(\"\(other)\") at '\(field)', or rename the column")
    }
    let statement = dialect.addColumn(index, to: table)
    add(
      index, found: "no such column", expected: dialect.typeName(of: column.type),
      help: statement == nil
        ? "rows that are there would have no value: make '\(field)' optional in the schema or give it a default, "
          + "or copy the table into one with the column"
        : "add it to the table, or take '\(field)' out of \(table.model)",
      sql: statement)
  }

  /// A column that is not in the schema, and whose name is that of the field, or of the key of its relation, in another
  /// style. A new column would be empty.
  private func similarColumn(_ index: Int) -> String? {
    let field = table.field(at: index)
    var names = [field, table.columns[index].name]
    if let relation = table.relations.first(where: { $0.ownColumns == [index] }) {
      let target = relation.targetTable()
      names += target.primaryKey.map { field + target.columns[$0].name } + [field + "id"]
    }
    let wanted = Set(names.map(Self.plainName))
    let known = Set(table.columns.map { dialect.canonicalName($0.name) }).union(namedColumns)
    let others = found.columns.map(\.name).filter { !known.contains(dialect.canonicalName($0)) }
    return others.first { wanted.contains(Self.plainName($0)) }
  }

  /// A name in lowercase, without separators.
  private static func plainName(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private mutating func compareOrigin(_ existing: FoundColumn, _ index: Int) {
    if isOnlyRead(index) { return }
    let isCounted = index == table.generatedKeyColumn
    switch existing.origin {
    case .countedKey: return
    case .none, .defaultValue: if !isCounted { return }
    case .foreignSequence: return
    case .alwaysCountedKey: if isCounted, table.isExternal { return }
    case .computed:
      return add(
        index, found: "a value that it computes itself", expected: "one that is saved",
        help: "write '@readOnly' at '\(table.field(at: index))', or make it a column like any other")
    }
    let statement = dialect.generateKey(index, of: table, from: existing)
    add(
      index, found: existing.origin.words(existing.type),
      expected: isCounted ? "a key that the database counts, and that a row may give" : "a value that is saved",
      help: statement == nil ? "copy the table into one with such a key" : "let the database count the key",
      sql: statement)
  }

  /// Compares a column with its record in `igata_tables`.
  private mutating func compareRecord(_ index: Int) {
    let column = table.columns[index]
    guard let recorded = found.record?.columns.first(where: { $0.name == column.name }) else {
      unprovenColumns.insert(index)
      return noteUnknown(index)
    }
    let (meaning, wanted) = (ColumnMeaning(recorded.type), ColumnMeaning(column.type))
    if meaning != wanted {
      add(
        index, found: "\(meaning.words), as it was recorded when the table was made", expected: wanted.words,
        help: "change the field back, or convert the column")
    } else if column.domain.refusal(of: recorded.domain) != nil {
      unprovenColumns.insert(index)
    }
  }

  private mutating func noteUnknown(_ index: Int) {
    guard case .scaled(let scale) = ColumnMeaning(table.columns[index].type) else { return }
    note(index, "nothing tells whether it counts 1/\(scale), as nothing was recorded when it was made; it is taken to")
  }

  private mutating func compareNullability(_ existing: FoundColumn, _ index: Int) {
    let column = table.columns[index]
    let isKey = found.primaryKey.contains { dialect.canonicalName($0) == dialect.canonicalName(existing.name) }
    guard existing.isNullable != column.isNullable, !(isKey && existing.isNullable) else { return }
    if adaptedColumns[index]?.readsNullAsList == true { return }
    // A relation without a constraint is always optional, and so is one of each cycle.
    let mayAlwaysBeSet = table.relations.contains { relation in
      relation.columns.contains(index) && (relation.isUnconstrained || table.isExternal)
    }
    if column.isNullable, mayAlwaysBeSet {
      return note(index, "no row can be inserted without a value there")
    }
    let statement = dialect.setNullable(index, of: table, column.isNullable)
    // No key is optional in a schema.
    let isFixed = existing.isNullable && table.primaryKey.contains(index)
    let change =
      isFixed
      ? "give the rows that have none a value, and make the column NOT NULL"
      : "make '\(table.field(at: index))' \(existing.isNullable ? "optional" : "required") in the schema"
    add(
      index, found: existing.isNullable ? "a column that may be null" : "a column that may not be null",
      expected: existing.isNullable ? "NOT NULL" : "one that may be null",
      help: statement == nil ? change + ", or copy the table into one with the right column" : change, sql: statement)
  }

  /// Columns that are not in the schema are allowed if the database has a value for new rows.
  private mutating func compareOtherColumns() {
    let known = Set(table.columns.map { dialect.canonicalName($0.name) })
    for column in found.columns where !column.isNullable && column.origin == .none {
      let key = dialect.canonicalName(column.name)
      guard !known.contains(key), !namedColumns.contains(key) else { continue }
      if table.isExternal {
        note(nil, "no row can be inserted without a value in '\(column.name)', which the schema leaves out")
        continue
      }
      differences.append(
        SchemaDifference(
          table: table.name, column: column.name, field: table.model,
          problem: "the schema does not know it, and no row can do without it",
          help: "add it to \(table.model), or give it a default"))
    }
  }

  // MARK: Keys and relations

  private mutating func compareKey() {
    let accepted = dialect.acceptedKeys(of: table)
    guard !accepted.contains(where: { isSame($0, found.primaryKey) }) else { return }
    if let number = found.rowNumber, accepted.contains(where: { isSame($0, [number.name]) }) { return }
    // A unique constraint over columns that are never null identifies rows as a key does.
    if found.primaryKey.isEmpty, accepted.contains(where: isUniqueWithoutNull) { return }
    if let join = PositionKeyedTable(table, found, dialect), comparePositionKey(join) { return }
    add(
      table.primaryKey.first, found: "the primary key (\(found.primaryKey.joined(separator: ", ")))",
      expected: "(\(accepted.first?.joined(separator: ", ") ?? ""))",
      help: "change the schema's key, or copy the table into one with the right key")
  }

  func isUniqueWithoutNull(_ columns: [String]) -> Bool {
    columns.allSatisfy { foundColumn($0)?.isNullable == false }
      && hasUnique(Set(columns.map { canonical(FoundIndex.Part($0)) }), isPartial: false)
  }

  /// Adds the difference of a join table that the dialect can change; otherwise returns `false`.
  private mutating func comparePositionKey(_ join: PositionKeyedTable) -> Bool {
    // The statements would fail, or convert values, if the columns differed as well.
    guard differences.isEmpty, let statements = dialect.changeKey(of: join) else { return false }
    let (former, key) = (found.primaryKey, table.table.names(table.primaryKey))
    add(
      table.primaryKey.first, found: "the primary key (\(former.joined(separator: ", "))) of earlier releases",
      expected: "(\(key.joined(separator: ", "))), as a list contains a target once",
      help: "change the key; where a list contains a target several times, only the first of them is kept",
      sql: statements)
    return true
  }

  /// The column by which a relation's foreign key is named: one that no other relation has, if there is one.
  private func column(of relation: RelationDescription) -> Int? {
    let others = Set(table.relations.filter { $0.name != relation.name }.flatMap(\.columns))
    return relation.columns.first { !others.contains($0) } ?? relation.columns.first
  }

  private mutating func compareForeignKey(_ relation: RelationDescription) {
    let columns = relation.columns.map { table.columns[$0].name }
    // The statement that adds a missing column also adds its foreign key.
    guard columns.allSatisfy({ foundColumn($0) != nil }) else { return }
    let target = relation.targetTable()
    let accepted = dialect.acceptedForeignKeys(of: relation, in: table)
    let candidates = found.foreignKeys.filter { key in
      guard dialect.canonicalName(key.table) == dialect.canonicalName(target.name) else { return false }
      return accepted.contains {
        isSame($0.columns, key.columns) && (key.targetColumns.isEmpty || isSame($0.targetColumns, key.targetColumns))
      }
    }
    let rule = relation.deleteRule
    let sameDeletion = candidates.filter { $0.deleteRule == rule }
    if !sameDeletion.isEmpty {
      compareUpdateRule(of: relation, sameDeletion.map(\.updateRule))
    } else if let other = candidates.first {
      add(
        column(of: relation), found: "a foreign key that deletes by \(other.deleteRule?.rawValue ?? "another rule")",
        expected: rule?.rawValue ?? "no rule",
        help: "change @onDelete of '\(relation.name)', or make the foreign key again with the right rule")
    } else if !dialect.mayLackForeignKey(of: relation, in: table) {
      let statement = dialect.addForeignKey(relation, to: table)
      add(
        column(of: relation), found: "no foreign key to '\(target.name)'",
        expected: "one that deletes by \(rule?.rawValue ?? "")",
        help: statement == nil ? "copy the table into one with the foreign key" : "add the foreign key", sql: statement)
    }
  }

  /// - Parameter found: The update rules of the foreign keys of the relation that are as in the schema otherwise.
  private mutating func compareUpdateRule(of relation: RelationDescription, _ found: [UpdateRule?]) {
    guard let rule = relation.relation.updateRule, !found.contains(rule) else { return }
    let other = found.compactMap(\.self).first?.rawValue ?? "another rule"
    add(
      column(of: relation), found: "a foreign key that updates by \(other)", expected: rule.rawValue,
      help: "change @onUpdate of '\(relation.name)', or make the foreign key again with the right rule")
  }

  // MARK: Indexes

  private mutating func compareUnique(_ unique: IndexDescription) {
    let keys = uniqueParts(unique)
    let key = Set(found.primaryKey.map { canonical(FoundIndex.Part($0)) })
    if unique.condition == nil, key == keys { return }
    guard !hasUnique(keys, isPartial: unique.condition != nil) else { return }
    let columns = unique.parts.map { part(of: $0).text }
    add(
      unique.parts.first?.column, found: "nothing that makes (\(columns.joined(separator: ", "))) unique",
      expected: "the unique constraint '\(unique.name)'",
      help: "add it once no two rows are equal there", sql: definition.createIndex(unique, isUnique: true))
  }

  /// Whether an index makes the parts unique together.
  private func hasUnique(_ parts: Set<FoundIndex.Part>, isPartial: Bool) -> Bool {
    found.indexes.contains { index in
      index.isUnique && index.isPartial == isPartial && index.parts.count == parts.count
        && parts.isSubset(of: uniqueParts(index))
    }
  }

  /// What a unique index keeps unique together. Without the case of texts, this is so for the texts as well.
  private func uniqueParts(_ index: FoundIndex) -> Set<FoundIndex.Part> {
    Set(index.parts.map(canonical))
      .union(index.parts.filter(\.ignoresCase).map { canonical(FoundIndex.Part($0.column, .lower)) })
  }

  private func uniqueParts(_ unique: IndexDescription) -> Set<FoundIndex.Part> {
    Set(unique.parts.map { canonical(part(of: $0)) })
  }

  private func part(of part: IndexDescription.Part) -> FoundIndex.Part {
    FoundIndex.Part(table.columns[part.column].name, part.function, isDescending: part.isDescending)
  }

  /// What a part contains, without its direction.
  private func canonical(_ part: FoundIndex.Part) -> FoundIndex.Part {
    FoundIndex.Part(dialect.canonicalName(part.column), part.function)
  }

  private mutating func compareIndex(_ index: IndexDescription) {
    let parts = index.parts.map(part)
    // An index also supports lookups by its first columns, and the key is an index.
    let key = FoundIndex(
      name: "", isUnique: true, isPartial: false, parts: found.primaryKey.map { FoundIndex.Part($0) })
    let isThere = (found.indexes + [key]).contains {
      $0.isPartial == (index.condition != nil) && $0.method == index.method && covers($0.parts, parts)
    }
    guard !isThere else { return }
    let name = dialect.canonicalName(index.name)
    if let other = found.indexes.first(where: { dialect.canonicalName($0.name) == name }) {
      let difference = other.method == index.method ? "other columns" : "another method"
      return note(
        index.parts.first?.column,
        "the index '\(index.name)' has \(difference) than the schema's; drop it to get that")
    }
    missingIndexes.append(index)
  }

  /// Whether an index begins with some columns, all in their directions or all in the opposite ones.
  private func covers(_ found: [FoundIndex.Part], _ wanted: [FoundIndex.Part]) -> Bool {
    guard found.count >= wanted.count, !wanted.isEmpty else { return false }
    let pairs = zip(found, wanted)
    guard pairs.allSatisfy({ canonical($0) == canonical($1) }) else { return false }
    return Set(pairs.map { $0.isDescending == $1.isDescending }).count == 1
  }

  private mutating func noteUnknownUniques() {
    let keys = dialect.acceptedKeys(of: table).map { Set($0.map { canonical(FoundIndex.Part($0)) }) }
    let known = keys + table.uniques.map(uniqueParts)
    for index in found.indexes where index.isUnique {
      let parts = uniqueParts(index)
      guard !known.contains(where: { $0.isSubset(of: parts) }) else { continue }
      let names = index.parts.map(\.text).joined(separator: ", ")
      note(nil, "the database keeps (\(names)) unique by '\(index.name)', which the schema does not say")
    }
  }

  // MARK: What was found

  private func foundColumn(_ name: String) -> FoundColumn? {
    let key = dialect.canonicalName(name)
    return found.columns.first { dialect.canonicalName($0.name) == key }
      ?? found.rowNumber.flatMap { dialect.canonicalName($0.name) == key ? $0 : nil }
  }

  private func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.map(dialect.canonicalName) == right.map(dialect.canonicalName)
  }

  mutating func add(
    _ column: Int?, found: String, expected: String, help: String, sql: String? = nil
  ) {
    differences.append(
      SchemaDifference(
        table: table.name, column: column.map { table.columns[$0].name }, field: words(column), found: found,
        expected: expected, help: help, sql: table.isExternal ? nil : sql))
  }

  mutating func note(_ column: Int?, _ text: String) {
    notes.append(
      PrepareReport.Note(
        table: table.name, column: column.map { table.columns[$0].name }, field: words(column), text: text))
  }

  private func words(_ column: Int?) -> String {
    column.map { "\(table.model).\(table.field(at: $0))" } ?? table.model
  }
}

extension FoundColumn.Origin {
  fileprivate func words(_ type: String) -> String {
    switch self {
    case .none, .defaultValue, .countedKey: "a key of type '\(type)' that it does not count"
    case .alwaysCountedKey: "a key that it always counts, so that no row may give one"
    case .foreignSequence, .computed: "a value that it computes itself"
    }
  }
}

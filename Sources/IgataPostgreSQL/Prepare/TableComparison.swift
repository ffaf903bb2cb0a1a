#if PostgreSQL
internal import IgataRuntime
internal import IgataSQL

/// Holds a table of the database against the one of the schema.
struct TableComparison {
  let table: TableDescription
  let existing: ExistingTable

  /// Throws what differs first: columns, then the key, relations, unique constraints.
  func check() throws(StoreError) {
    for column in table.columns.indices { try checkColumn(column) }
    try checkOthers()
    try checkKey()
    for relation in table.relations where !relation.columns.isEmpty { try checkForeignKey(relation) }
    for unique in table.uniques { try checkUnique(unique) }
  }

  private func checkColumn(_ index: Int) throws(StoreError) {
    let column = table.columns[index]
    let change = "ALTER TABLE \(table.name.quotedServerName) ALTER COLUMN \(column.name.quotedServerName)"
    guard let found = existing.columns.first(where: { $0.name == column.name.serverName }) else {
      throw mismatch(
        column.name, "the column is missing",
        "add it to the table, or take '\(table.field(at: index))' out of \(table.model)")
    }
    guard column.type.isKept(in: found.type) else {
      throw mismatch(
        column.name, "its type is \(found.type), where the schema asks for \(column.type.catalogueName)",
        "run: \(change) TYPE \(column.type.definition);")
    }
    if column.type.serverType == .text, !["C", "POSIX"].contains(found.collation) {
      throw mismatch(
        column.name, "its collation is \(found.collation), where text sorts by code point",
        "run: \(change) TYPE \(column.type.definition);")
    }
    guard found.isNullable != column.isNullable else { return }
    throw mismatch(
      column.name,
      found.isNullable
        ? "it may be null, where the schema asks for NOT NULL" : "it may not be null, as it may in the schema",
      "make '\(table.field(at: index))' \(found.isNullable ? "optional" : "required") in the schema, "
        + "or run: \(change) \(found.isNullable ? "SET" : "DROP") NOT NULL;")
  }

  /// Columns that the schema does not know are left alone where rows can do without them.
  private func checkOthers() throws(StoreError) {
    let known = Set(table.columns.map(\.name.serverName))
    for column in existing.columns where !column.isNullable && !column.hasDefault && !known.contains(column.name) {
      throw mismatch(
        column.name, "the schema does not know it, and no row can do without it",
        "add it to \(table.model), or give it a default")
    }
  }

  private func checkKey() throws(StoreError) {
    let wanted = table.primaryKey.map { table.columns[$0].name.serverName }
    guard existing.primaryKey != wanted else { return }
    throw mismatch(
      wanted.first,
      "the primary key is (\(existing.primaryKey.joined(separator: ", "))), "
        + "where the schema asks for (\(wanted.joined(separator: ", ")))",
      "change the table's key, or the schema's")
  }

  private func checkForeignKey(_ relation: RelationDescription) throws(StoreError) {
    let columns = relation.columns.map { table.columns[$0].name.serverName }
    let target = relation.target().table
    let key = target.primaryKey.map { target.columns[$0].name.serverName }
    let found = existing.foreignKeys.first {
      $0.columns == columns && $0.table == target.name.serverName && $0.targetColumns == key
    }
    guard let found else {
      throw mismatch(
        columns.first, "it has no foreign key to '\(target.name)'",
        "run: \(TableDefinition(table: table).laterForeignKeys { $0 !== target }.first ?? "")")
    }
    guard let rule = relation.deleteRule, found.deleteRule != rule.catalogueLetter else { return }
    throw mismatch(
      columns.first, "its foreign key has another delete rule than \(rule.rawValue)",
      "change @onDelete of '\(relation.name)', or make the foreign key anew with the right rule")
  }

  private func checkUnique(_ unique: IndexDescription) throws(StoreError) {
    let columns = unique.columns.map { table.columns[$0].name.serverName }
    let isThere = existing.uniques.contains {
      $0.isPartial == (unique.condition != nil) && Set($0.columns) == Set(columns)
    }
    guard !isThere else { return }
    throw mismatch(
      columns.first, "nothing makes (\(columns.joined(separator: ", "))) unique",
      "run: \(TableDefinition(table: table).createIndex(unique, isUnique: true))")
  }

  private func mismatch(_ column: String?, _ problem: String, _ help: String) -> StoreError {
    .schemaMismatch(table: table.name, column: column, problem: problem, help: help)
  }
}

extension RelationDescription.DeleteRule {
  fileprivate var catalogueLetter: String {
    switch self {
    case .cascade: "c"
    case .restrict: "r"
    case .nullify: "n"
    case .noAction: "a"
    }
  }
}

extension ColumnType {
  /// The type as the catalogue spells it.
  fileprivate var catalogueName: String {
    switch self {
    case .decimal(let precision?, let scale): "numeric(\(precision),\(scale ?? 0))"
    case .date: "timestamp with time zone"
    case .list(.date): "timestamp with time zone[]"
    default: serverType.name
    }
  }

  /// Whether a column of the type, as the catalogue spells it, gives back what it is given.
  fileprivate func isKept(in type: String) -> Bool {
    if type == catalogueName { return true }
    switch self {
    // Without a precision it keeps every number.
    case .decimal: return type == "numeric"
    default: return false
    }
  }
}

#endif

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
    try checkSpread()
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

  /// The column that the table's key has in front of the schema's, because rows are spread by it.
  var spreadColumn: Int? {
    guard case .column(let column)? = table.distribution, !table.primaryKey.contains(column) else { return nil }
    let names = ([column] + table.primaryKey).map { table.columns[$0].name.serverName }
    return existing.primaryKey == names ? column : nil
  }

  private func checkKey() throws(StoreError) {
    let wanted = table.primaryKey.map { table.columns[$0].name.serverName }
    guard existing.primaryKey != wanted, spreadColumn == nil else { return }
    throw mismatch(
      wanted.first,
      "the primary key is (\(existing.primaryKey.joined(separator: ", "))), "
        + "where the schema asks for (\(wanted.joined(separator: ", ")))",
      "change the table's key, or the schema's")
  }

  /// A cluster never moves a row because of what the schema says.
  private func checkSpread() throws(StoreError) {
    guard let found = existing.spread, let wanted = table.distribution else { return }
    let isSame =
      switch wanted {
      case .column(let column): found == .column(table.columns[column].name.serverName)
      case .reference: found == .reference
      }
    guard !isSame else { return }
    let column: String? =
      switch wanted {
      case .column(let column): table.columns[column].name
      case .reference: nil
      }
    throw mismatch(
      column,
      "its rows are \(found.words), where the schema asks for \(column.map { "rows spread by '\($0)'" } ?? "all rows on every server")",
      "change the schema back, or run: \(spreading(from: found, by: column))")
  }

  /// The statements that spread the table's rows by a column, or keep all of them everywhere.
  private func spreading(from found: ExistingTable.Spread, by column: String?) -> String {
    let name = table.name.quotedServerName.quotedText
    guard let column else { return "SELECT undistribute_table(\(name)); SELECT create_reference_table(\(name));" }
    if found == .reference {
      return "SELECT undistribute_table(\(name)); SELECT create_distributed_table(\(name), \(column.quotedText));"
    }
    return "SELECT alter_distributed_table(\(name), distribution_column := \(column.quotedText));"
  }

  private func checkForeignKey(_ relation: RelationDescription) throws(StoreError) {
    let columns = relation.columns.map { table.columns[$0].name.serverName }
    let target = relation.targetTable()
    let key = target.primaryKey.map { target.columns[$0].name.serverName }
    // Between tables that are spread, both may have the column in front that they are spread by.
    let spread = [(table, columns), (target, key)].map { table, columns in
      guard case .column(let column)? = table.distribution else { return columns }
      return [table.columns[column].name.serverName] + columns
    }
    let found = existing.foreignKeys.first {
      guard $0.table == target.name.serverName else { return false }
      return ($0.columns == columns && $0.targetColumns == key)
        || ($0.columns == spread[0] && $0.targetColumns == spread[1])
    }
    guard let found else {
      // Servers that hold different rows can't keep it; the schema says that it knows.
      if relation.deleteRule == .noAction, table.distribution != nil || target.distribution != nil { return }
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

extension ExistingTable.Spread {
  fileprivate var words: String {
    switch self {
    case .column(let name): "spread by '\(name)'"
    case .reference: "all on every server"
    }
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

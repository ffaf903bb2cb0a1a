#if SQLite || canImport(SQLite3)
internal import IgataRuntime

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
    guard let found = existing.columns.first(where: { ExistingTable.isSame($0.name, column.name) }) else {
      throw mismatch(
        column.name, "the column is missing",
        "add it to the table, or take '\(table.field(at: index))' out of \(table.model)")
    }
    let wanted = column.type.storageClass
    guard wanted.isKept(inColumnOf: found.type) else {
      throw mismatch(
        column.name, "its type is '\(found.type)', where the schema asks for \(wanted.rawValue)",
        "copy the table into one with the right type")
    }
    // The key of the row number is never null, whatever its definition says; other keys may be, as SQLite has it.
    guard found.keyPosition == 0 || !found.isNullable else { return }
    guard found.isNullable == column.isNullable else {
      throw mismatch(
        column.name,
        found.isNullable
          ? "it may be null, where the schema asks for NOT NULL" : "it may not be null, as it may in the schema",
        "make '\(table.field(at: index))' \(found.isNullable ? "optional" : "required") in the schema, "
          + "or copy the table into one with the right column")
    }
  }

  /// Columns that the schema does not know are left alone where rows can do without them.
  private func checkOthers() throws(StoreError) {
    for column in existing.columns where !column.isNullable && !column.hasDefault && !column.isGenerated {
      guard !table.columns.contains(where: { ExistingTable.isSame($0.name, column.name) }) else { continue }
      throw mismatch(
        column.name, "the schema does not know it, and no row can do without it",
        "add it to \(table.model), or give it a default")
    }
  }

  private func checkKey() throws(StoreError) {
    let found = existing.columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
    let wanted = table.primaryKey.map { table.columns[$0].name }
    guard !ExistingTable.isSame(found, wanted) else { return }
    throw mismatch(
      wanted.first,
      "the primary key is (\(found.joined(separator: ", "))), "
        + "where the schema asks for (\(wanted.joined(separator: ", ")))",
      "copy the table into one with the right key")
  }

  private func checkForeignKey(_ relation: RelationDescription) throws(StoreError) {
    let columns = relation.columns.map { table.columns[$0].name }
    let target = relation.targetTable()
    let key = target.primaryKey.map { target.columns[$0].name }
    let found = existing.foreignKeys.first { foreignKey in
      ExistingTable.isSame(foreignKey.columns, columns) && ExistingTable.isSame(foreignKey.table, target.name)
        && (foreignKey.target.isEmpty || ExistingTable.isSame(foreignKey.target, key))
    }
    guard let found else {
      throw mismatch(
        columns.first, "it has no foreign key to '\(target.name)'", "copy the table into one with the foreign key")
    }
    guard let rule = relation.deleteRule, found.deleteAction != rule.action else { return }
    throw mismatch(
      columns.first, "its foreign key is ON DELETE \(found.deleteAction), where the schema asks for \(rule.action)",
      "change @onDelete of '\(relation.name)', or copy the table into one with the right rule")
  }

  private func checkUnique(_ unique: IndexDescription) throws(StoreError) {
    let columns = unique.columns.map { table.columns[$0].name }
    let isThere = existing.indexes.contains { index in
      index.isUnique && index.isPartial == (unique.condition != nil)
        && (ExistingTable.isSame(index.columns, columns) || Set(index.columns) == Set(columns))
    }
    guard !isThere else { return }
    let definition = TableDefinition(table: table).createIndex(unique, isUnique: true)
    throw mismatch(
      columns.first, "nothing makes (\(columns.joined(separator: ", "))) unique", "run: \(definition)")
  }

  private func mismatch(_ column: String?, _ problem: String, _ help: String) -> StoreError {
    .schemaMismatch(table: table.name, column: column, problem: problem, help: help)
  }
}

extension StorageClass {
  /// Whether a column that was declared so gives back what it is given, by SQLite's rules of affinity.
  fileprivate func isKept(inColumnOf declared: String) -> Bool {
    let type = declared.uppercased()
    if type.contains("INT") { return self == .integer }
    if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") { return self == .text }
    if type.isEmpty || type.contains("BLOB") { return self == .blob }
    if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") { return self == .real }
    // What is left, such as BOOLEAN or DATE, turns texts that look like numbers into numbers.
    return self == .integer || self == .blob
  }
}

#endif

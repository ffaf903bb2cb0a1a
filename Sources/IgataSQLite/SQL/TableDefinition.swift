#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL

/// The definition of a table and its indexes, in the canonical form that `igata generate` writes as well, statement for
/// statement:
///
/// - `CREATE TABLE "name" (`, a line of two spaces' indent for each column and constraint, then `) STRICT, WITHOUT
///   ROWID;`, or `) STRICT;` where the key is one integer column, which is then the row's own number. Rows lie in the
///   order of their keys: against a table with a key index beside it, that makes inserting 100,000 rows with random
///   UUIDs ×0.64, loading them in the order of their keys ×0.41, and finding one ×0.73.
/// - A column is its name, type, `NOT NULL`, `DEFAULT`, and its `CHECK`s, see ``ColumnDescription/checks``. A generated
///   key is `"id" INTEGER PRIMARY KEY AUTOINCREMENT` and nothing else.
/// - Then `PRIMARY KEY (…)`, `CONSTRAINT "name" UNIQUE (…)` for each unique constraint, and `FOREIGN KEY (…) REFERENCES
///   … (…) ON DELETE …` for each relation; `noAction` is `ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED`.
/// - A unique constraint that has a condition or a descending column is `CREATE UNIQUE INDEX`. The schema's indexes
///   follow, then `"<table>_<columns>_idx"` for each foreign key that does not begin the primary key, a unique
///   constraint or an index before it, conditional ones not counted.
struct TableDefinition {
  let table: TableDescription

  /// All statements, the table's first. Each ends with a semicolon.
  var statements: [String] { [createTable] + indexes.map(createIndex) }

  var createTable: String {
    var lines = table.columns.indices.map(columnLine)
    if table.generatedKeyColumn == nil { lines.append("PRIMARY KEY (\(names(table.primaryKey)))") }
    for unique in table.uniques where unique.isConstraint {
      lines.append("CONSTRAINT \(unique.name.quotedName) UNIQUE (\(names(unique.parts.map(\.column))))")
    }
    lines += table.relations.compactMap(foreignKeyLine)
    let options = hasRowNumberKey ? "STRICT" : "STRICT, WITHOUT ROWID"
    return "CREATE TABLE \(table.name.quotedName) (\n  \(lines.joined(separator: ",\n  "))\n) \(options);"
  }

  /// Whether the key is one integer column, which SQLite takes for the row's own number.
  var hasRowNumberKey: Bool {
    table.primaryKey.count == 1 && table.columns[table.primaryKey[0]].type.storageClass == .integer
  }

  /// Everything that is an index of its own, and whether it is unique.
  var indexes: [(index: IndexDescription, isUnique: Bool)] {
    var result = table.uniques.filter { !$0.isConstraint }.map { (index: $0, isUnique: true) }
    result += table.indexes.map { (index: $0, isUnique: false) }
    var covered = [table.primaryKey] + (table.uniques + table.indexes).filter { $0.condition == nil }.map(\.columns)
    for columns in table.relations.map(\.columns) where !columns.isEmpty {
      guard !covered.contains(where: { $0.starts(with: columns) }) else { continue }
      covered.append(columns)
      let name = ([table.name] + columns.map { table.columns[$0].name } + ["idx"]).joined(separator: "_")
      result.append((index: IndexDescription(name, columns), isUnique: false))
    }
    return result
  }

  func createIndex(_ index: IndexDescription, isUnique: Bool) -> String {
    let parts = index.parts.map { table.columns[$0.column].name.quotedName + ($0.isDescending ? " DESC" : "") }
    let condition = index.condition.map { " WHERE \($0)" } ?? ""
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(index.name.quotedName) ON \(table.name.quotedName) "
      + "(\(parts.joined(separator: ", ")))\(condition);"
  }

  func columnLine(_ index: Int) -> String {
    let column = table.columns[index]
    let start = "\(column.name.quotedName) \(column.type.storageClass.rawValue)"
    if index == table.generatedKeyColumn { return start + " PRIMARY KEY AUTOINCREMENT" }
    var parts = [start]
    if !column.isNullable { parts.append("NOT NULL") }
    if case .value(let value) = column.defaultValue, let literal = value.sqlLiteral {
      parts.append("DEFAULT \(literal)")
    }
    parts += column.checks.map { "CHECK (\($0.expression))" }
    return parts.joined(separator: " ")
  }

  private func foreignKeyLine(_ relation: RelationDescription) -> String? {
    references(relation).map { "FOREIGN KEY (\(names(relation.columns))) \($0)" }
  }

  /// What a relation's columns refer to; `nil` for a relation that has none.
  func references(_ relation: RelationDescription) -> String? {
    guard !relation.columns.isEmpty, let rule = relation.deleteRule else { return nil }
    let target = relation.targetTable()
    let key = target.primaryKey.map { target.columns[$0].name }.quotedNames
    return "REFERENCES \(target.name.quotedName) (\(key)) \(rule.clause)"
  }

  private func names(_ columns: [Int]) -> String { columns.map { table.columns[$0].name }.quotedNames }
}

extension IndexDescription {
  var columns: [Int] { parts.map(\.column) }

  /// Whether a unique constraint can stand in the table's definition.
  var isConstraint: Bool { condition == nil && !parts.contains { $0.isDescending } }
}

extension RelationDescription.DeleteRule {
  /// The rule as SQLite names it, in a definition and in `PRAGMA foreign_key_list`.
  var action: String {
    switch self {
    case .cascade: "CASCADE"
    case .restrict: "RESTRICT"
    case .nullify: "SET NULL"
    case .noAction: "NO ACTION"
    }
  }

  fileprivate var clause: String {
    "ON DELETE \(action)" + (self == .noAction ? " DEFERRABLE INITIALLY DEFERRED" : "")
  }
}

#endif

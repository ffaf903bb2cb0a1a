import IgataTables

extension PostgreSQLPlan {
  /// Changes the names of tables, columns, constraints, indexes and sequences. What has a name that something else gets
  /// is given another one first.
  mutating func changeNames() {
    let moved = tables.filter { $0.pair.old.name != $0.pair.new.name }
    rename(
      moved.map { NameChange($0, Rename(old: $0.pair.old.name, new: $0.pair.new.name), scope: nil) { table, old, new in
        "ALTER TABLE \(old) RENAME TO \(new);"
      } })
    for table in tables {
      rename(
        table.renamedColumns.map { NameChange(table, $0, scope: nil) { table, old, new in
          "ALTER TABLE \(table) RENAME COLUMN \(old) TO \(new);"
        } })
    }
    rename(
      tables.flatMap { table in
        table.renamedConstraints.map { constraint, name in
          NameChange(table, name, scope: constraint.isRelation ? nil : table.pair.new.name) { table, old, new in
            // An index that isn't unique may have been dropped by hand, and is created again at the end.
            let isThere = constraint.isKey ? "" : "IF EXISTS "
            return constraint.isIndex
              ? "ALTER INDEX \(isThere)\(old) RENAME TO \(new);"
              : "ALTER TABLE \(table) RENAME CONSTRAINT \(old) TO \(new);"
          }
        }
      })
    renameSequences()
  }

  private mutating func rename(_ changes: [NameChange]) {
    // Long names can have the same beginning and end as the server has them.
    var changes = changes.filter { $0.old != $0.new }
    for index in changes.indices {
      let isTaken = changes.contains { $0.scope == changes[index].scope && $0.new == changes[index].old }
      guard isTaken else { continue }
      let name = "igata_old_\(index + 1)"
      add(changes[index].statement(changes[index].old, name), changes[index].table)
      changes[index].old = name
    }
    for change in changes { add(change.statement(change.old, change.new), change.table) }
  }

  /// Gives the sequences of keys the names that they have in a new database. The names that they have can be others,
  /// as the server numbers names that are taken.
  private mutating func renameSequences() {
    let counted: [(table: PostgreSQLTable, column: String, rename: Rename)] = tables.compactMap { table in
      guard let column = table.countedColumn, let key = table.pair.new.generatedKeyColumn else { return nil }
      let (old, new) = (table.pair.old, table.pair.new)
      let rename = Rename(
        old: PostgreSQLDialect.sequenceName(table: old.name, column: old.columns[column].name),
        new: PostgreSQLDialect.sequenceName(table: new.name, column: new.columns[key].name))
      return rename.old == rename.new ? nil : (table, new.columns[key].name, rename)
    }
    func rename(_ item: (table: PostgreSQLTable, column: String, rename: Rename), to name: String) {
      let sequence = dialect.sequence(of: item.column, in: item.table.pair.new.name)
      add(
        """
        DO $igata$ BEGIN
          EXECUTE format('ALTER SEQUENCE %s RENAME TO %I', \(sequence), \(dialect.literal(name)));
        END $igata$;
        """, item.table)
    }
    for (index, item) in counted.enumerated() where counted.contains(where: { $0.rename.new == item.rename.old }) {
      rename(item, to: "igata_old_\(index + 1)")
    }
    for item in counted { rename(item, to: item.rename.new) }
  }
}

/// A change of a name.
private struct NameChange {
  let table: PostgreSQLTable
  var old: String
  let new: String
  /// The table in which the name is unique; `nil` for a name that all tables share, and where all are of one table.
  let scope: String?
  private let sql: (String, String, String) -> String

  /// - Parameter sql: The statement that renames something of a table, with its old and its new name.
  init(
    _ table: PostgreSQLTable, _ rename: Rename, scope: String?, _ sql: @escaping (String, String, String) -> String
  ) {
    self.table = table
    old = PostgreSQLDialect.keptName(rename.old)
    new = PostgreSQLDialect.keptName(rename.new)
    self.scope = scope
    self.sql = sql
  }

  func statement(_ old: String, _ new: String) -> String {
    let dialect = PostgreSQLDialect()
    return sql(dialect.identifier(table.pair.new.name), dialect.identifier(old), dialect.identifier(new))
  }
}

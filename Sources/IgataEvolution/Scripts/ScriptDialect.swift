import IgataSchema
import IgataTables

/// What differs between the scripts of dialects where they compute values from those of the old schema.
protocol ScriptDialect: SQLDialect {
  var now: String { get }
  /// A new UUID as a column of a type stores it.
  func newUUID(_ type: ColumnType) -> String
  func newUUID7(_ type: ColumnType) -> String
  /// The UUID that belongs to a key, as a column stores it: in lowercase if it is a text, as for wrappers.
  func derivedUUID(for name: String, from keys: [(value: String, type: ColumnType)], _ type: ColumnType) -> String
  /// The text of a backfill as a column of a type stores it; `nil` if that is the text itself.
  func backfill(_ text: String, of type: ColumnType) -> String?
  /// The one of the expressions of a backfill that the dialect has; `nil` if none is given.
  func choose(sqlite: BackfillSQL?, postgresql: BackfillSQL?) -> BackfillSQL?
  /// The value of an author's expression as a column of a type stores it.
  func expression(_ sql: String, of type: ColumnType) -> String
  func call(ofProgram function: String, _ arguments: [String]) -> String
  /// - Parameter isRejected: Whether no value can stay.
  func conversion(
    of former: Former, to column: ColumnDescription, _ backfill: Backfill.Kind?, isRejected: Bool
  ) -> any ScriptConversion
  /// The greater one of two numbers.
  func greatest(_ left: String, _ right: String) -> String
  /// The greatest key that the database has made for a column, or 0.
  ///
  /// - Parameter table: The table as the database has it.
  func counter(of column: Int, of table: Table) -> String
  /// The schema of temporary tables.
  var temporarySchema: String { get }
  /// The clause that follows the name of a temporary table that is created.
  var temporaryOptions: String { get }
}

/// An expression for a value, and the condition under which it fits the new column.
protocol ScriptConversion {
  /// The value, or another one where it doesn't fit.
  func fitting(or replacement: String?, isNullable: Bool, mayBeNull: Bool) -> String
  /// The condition for a row without a value that fits; `nil` if every value does.
  func misfit(isNullable: Bool, mayBeNull: Bool) -> String?
}

extension ScriptDialect {
  func expression(_ sql: String, of type: ColumnType) -> String { "(\(sql))" }

  /// The statements that create a temporary table and the index by which its rows are found.
  func createTemporaryTable(_ name: String, as query: String, key: [String]) -> [String] {
    let table = identifier(name)
    return [
      "CREATE TEMP TABLE \(table)\(temporaryOptions) AS \(query);",
      createTemporaryIndex(of: name, on: identifiers(key)),
    ]
  }

  private func createTemporaryIndex(of name: String, on columns: String) -> String {
    let (index, table) = (identifier("\(name)_key"), identifier(name))
    // SQLite has the schema before the name of the index, PostgreSQL before that of the table.
    return addsForeignKeys
      ? "CREATE UNIQUE INDEX \(index) ON \(temporarySchema).\(table) (\(columns));"
      : "CREATE UNIQUE INDEX \(temporarySchema).\(index) ON \(table) (\(columns));"
  }
}

import IgataSchema
import IgataTables

/// What differs between the scripts of dialects where they compute values from those of the old schema.
protocol ScriptDialect: SQLDialect {
  associatedtype ValueConversion: ScriptConversion

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
  ) -> ValueConversion
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

extension ScriptDialect {
  func expression(_ sql: String, of type: ColumnType) -> String { "(\(sql))" }

  /// The statements that number the rows of a table in the order of their key, in a temporary table with an index by
  /// which the numbers are found.
  ///
  /// - Parameters:
  ///   - name: The name of the temporary table.
  ///   - base: Expressions that are added to each number.
  ///   - condition: The condition for a row; `nil` for all rows.
  func numbering(
    _ name: String, of table: Table, after base: [String] = [], where condition: String? = nil
  ) -> [String] {
    let keys = table.primaryKey.map { qualified($0, of: table) }
    let names = keys.indices.map { "key_\($0 + 1)" }
    let number = (base + ["row_number() OVER (ORDER BY \(keys.joined(separator: ", ")))"]).joined(separator: " + ")
    let (index, numbers) = (identifier("\(name)_key"), identifier(name))
    // SQLite has the schema before the name of the index, PostgreSQL before that of the table.
    let indexed = addsForeignKeys
      ? "\(index) ON \(temporarySchema).\(numbers)" : "\(temporarySchema).\(index) ON \(numbers)"
    return [
      """
      CREATE TEMP TABLE \(numbers)\(temporaryOptions) AS \
      SELECT \(zip(keys, names).map { "\($0) AS \"\($1)\"" }.joined(separator: ", ")), \(number) AS "number"
      FROM \(identifier(table.name))\(condition.map { " WHERE \($0)" } ?? "");
      """,
      "CREATE UNIQUE INDEX \(indexed) (\(identifiers(names)));",
    ]
  }

  /// The number that these statements have given a row.
  func number(in name: String, of table: Table) -> String {
    let numbers = identifier(name)
    let isSame = table.primaryKey.enumerated().map { "\(numbers).\"key_\($0 + 1)\" = \(qualified($1, of: table))" }
    return """
      (SELECT \(numbers)."number" FROM \(temporarySchema).\(numbers) WHERE \(isSame.joined(separator: " AND ")))
      """
  }
}

#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// What queries and writes need to know of SQLite. Where its own functions are not exact, they use those of
/// ``SQLiteFunction``.
struct SQLiteQueries: QueryDialect {
  func quoted(_ name: String) -> String { name.quotedName }

  func key(_ name: String) -> String { SQLiteRules.key(name) }

  func parameter(_ number: Int) -> String { "?\(number)" }

  func literal(_ isTrue: Bool) -> String { isTrue ? "1" : "0" }

  func comparison(of left: String, and right: String, isEqual: Bool) -> String {
    "\(left) \(isEqual ? "IS" : "IS NOT") \(right)"
  }

  func lowercased(_ text: String) -> String { "\(SQLiteFunction.lowercase)(\(text))" }

  /// Decimals are kept as text.
  func collation(of type: ColumnType) -> String? {
    if type.storage == .decimal { " COLLATE \(SQLiteFunction.decimalCollation)" } else { nil }
  }

  var collatesColumnNumbers: Bool { true }

  /// SQLite has no offset without a limit, and a negative one is none.
  var limitOfAll: Int64? { -1 }

  func append(
    _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError) {
    query.sql += SQLiteFunction.arithmetic(operation) + "("
    try query.append(left, depth: depth + 1)
    query.sql += ", "
    try query.append(right, depth: depth + 1)
    query.sql += ")"
  }

  /// A long list is read as a table.
  func appendList(_ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator) {
    query.sql += isNegated ? " NOT IN " : " IN "
    guard rows.count > QueryTranslator.longestList else { return query.appendValues(rows, types) }
    query.sql += "(SELECT \(SQLiteFunction.columnNames(types.count)) FROM \(SQLiteFunction.values)("
    query.appendParameter(.rows(rows))
    query.sql += "))"
  }

  func append(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String, to query: inout QueryTranslator
  ) throws(StoreError) {
    let value = QueryParameter.value(.text(text))
    switch comparison {
    case .contains:
      query.sql += "instr("
      try query.append(expression)
      query.sql += ", "
      query.appendParameter(value)
      query.sql += ") > 0"
    case .hasPrefix:
      // A range, which an index serves: 0xFF is above every byte of UTF-8.
      try query.append(expression)
      query.sql += " >= "
      query.appendParameter(value)
      let parameter = "?\(query.parameters.count)"
      query.sql += " AND "
      try query.append(expression)
      query.sql += " < (\(parameter) || CAST(x'FF' AS TEXT))"
    case .hasSuffix:
      query.sql += "substr("
      try query.append(expression)
      query.sql += ", -length("
      query.appendParameter(value)
      query.sql += ")) = ?\(query.parameters.count)"
    case .equalsIgnoringCase:
      // Behind a `+` SQLite does not make one `IN` of this term and others about the column, which loses the collation.
      query.sql += "+"
      try query.append(expression)
      query.sql += " COLLATE NOCASE = "
      query.appendParameter(value)
    }
  }

  /// SQLite's own `sum` of integers fails on the way where the whole sum would not, and its other sums are not exact.
  func total(of value: String, _ type: ColumnType, isAverage: Bool) -> (columns: [String], form: AggregateResult.Form) {
    guard type == .scalar(.int64) else {
      return (["\(isAverage ? SQLiteFunction.average : SQLiteFunction.sum)(\(value))"], .value(type))
    }
    let halves = ["sum(\(value) >> 32)", "sum(\(value) & 4294967295)"]
    return isAverage ? (halves + ["count(\(value))"], .averageOfHalves) : (halves, .halves)
  }

  /// A version that is not the next one is refused from within the statement, which then knows the row's key.
  func assignment(of column: Int, _ value: String, in statement: WriteStatement) -> String {
    let name = statement.name(of: column)
    guard column == statement.table.versionColumn else { return "\(name) = \(value)" }
    let owner = statement.tableName
    let key = statement.key.map { "\(owner).\(statement.name(of: $0))" }.joined(separator: ", ")
    return "\(name) = CASE WHEN \(owner).\(name) = \(value) - 1 THEN \(value) ELSE \(SQLFunction.stale)(\(key)) END"
  }

  func versionCondition(_ name: String, _ value: String) -> String? { nil }
}

#endif

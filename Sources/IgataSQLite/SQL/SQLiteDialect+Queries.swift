#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
public import IgataTables

/// The SQL of queries and writes. If SQLite's own functions are not exact, they use those of ``SQLiteFunction``.
@_spi(Backend) extension SQLiteDialect: QueryDialect {
  /// SQLite ignores the case of ASCII letters.
  public func canonicalName(_ name: String) -> String {
    guard name.utf8.contains(where: { (65...90).contains($0) }) else { return name }
    return String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// `?1`, `?2` and so on.
  public func parameter(_ number: Int) -> String { "?\(number)" }

  /// SQLite's own `lower` changes ASCII letters only.
  public func lowercased(_ text: String) -> String { "\(SQLiteFunction.lowercase)(\(text))" }

  /// Decimals are stored as text.
  public func collation(of type: ColumnType) -> String? {
    if type.storage == .decimal { " COLLATE \(SQLiteFunction.decimalCollation)" } else { nil }
  }

  /// `ORDER BY 1 COLLATE …` is allowed.
  public var collatesColumnNumbers: Bool { true }

  /// SQLite requires a limit before an offset; a negative limit is none.
  public var limitOfAll: Int64? { -1 }

  /// Arithmetic is a function, which is exact and reports overflow.
  public func append(
    _ operation: ArithmeticOperator, _ left: QueryExpression, _ right: QueryExpression, depth: Int,
    to query: inout QueryTranslator
  ) throws(StoreError) {
    query.sql += SQLiteFunction.arithmetic(operation) + "("
    try query.appendOperand(left, depth: depth + 1)
    query.sql += ", "
    try query.appendOperand(right, depth: depth + 1)
    query.sql += ")"
  }

  /// A function, as SQLite's own dates end in the year 9999.
  public func datePart(_ part: DatePart, of date: String, isDay: Bool) -> String {
    "\(SQLiteFunction.datePart)(\(date), \(Int64(part.rawValue) | (isDay ? SQLFunction.partOfDay : 0)))"
  }

  /// SQLite's own functions for JSON don't read every number exactly.
  public func contains(list: String, _ element: String) -> String { "\(SQLiteFunction.contains)(\(list), \(element))" }

  /// SQLite's own functions for JSON don't read every number exactly.
  public func append(
    _ root: QueryExpression, _ path: JSONPath, _ form: JSONForm, depth: Int, to query: inout QueryTranslator
  ) throws(StoreError) {
    query.sql += "\(SQLiteFunction.json)("
    try query.append(root, depth: depth + 1)
    query.sql += ", "
    query.appendParameter(.value(.text(path.text)))
    query.sql += ", \(form.rawValue))"
  }

  /// A long list is read as a table.
  public func appendList(
    _ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator
  ) {
    query.sql += isNegated ? " NOT IN " : " IN "
    guard rows.count > QueryTranslator.longestList else { return query.appendValues(rows, types) }
    query.sql += "(SELECT \(SQLiteFunction.columnNames(types.count)) FROM \(SQLiteFunction.values)("
    query.appendParameter(.rows(KeyList(width: types.count, values: rows.flatMap(\.self))))
    query.sql += "))"
  }

  /// `IN` would copy the list into a temporary index: a load of 10,000 accounts with owner, settings and three tags
  /// would take 1.16 times as many instructions.
  public func appendJoin(
    of columns: [String], withSortedKeys keys: KeyList, to query: inout QueryTranslator
  ) -> Bool {
    let isSame = columns.enumerated().map { "\($1) = k.c\($0)" }
    query.sql += " JOIN \(SQLiteFunction.values)("
    query.appendParameter(.rows(keys))
    query.sql += ") AS k ON \(isSame.joined(separator: " AND ")) ORDER BY k.rowid"
    return true
  }

  /// Text is compared by code points, without the wildcards of `LIKE`.
  public func append(
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
      // A range, which an index supports: 0xFF is greater than every byte of UTF-8.
      try query.appendCompared(expression)
      query.sql += " >= "
      query.appendParameter(value)
      let parameter = "?\(query.parameters.count)"
      query.sql += " AND "
      try query.appendCompared(expression)
      query.sql += " < (\(parameter) || CAST(x'FF' AS TEXT))"
    case .hasSuffix:
      query.sql += "substr("
      try query.append(expression)
      query.sql += ", -length("
      query.appendParameter(value)
      query.sql += ")) = ?\(query.parameters.count)"
    case .equalsIgnoringCase:
      // The `+` prevents SQLite from combining this term and others on the column into one `IN`, which loses the
      // collation.
      query.sql += "+"
      try query.append(expression)
      query.sql += " COLLATE NOCASE = "
      query.appendParameter(value)
    }
  }

  /// SQLite's own `sum` of integers fails if an intermediate sum is out of range, and its other sums are not exact.
  public func aggregate(
    _ function: AggregateFunction, of value: String, _ type: ColumnType
  ) -> (columns: [String], form: AggregateResult.Form) {
    let isInteger = type == .scalar(.int64)
    let halves = Self.sumsOfHalves(value)
    switch function {
    case .sum where isInteger: return (halves, .halves)
    case .average where isInteger: return (halves + ["count(\(value))"], .averageOfHalves)
    case .sum, .average: return (["\(SQLiteFunction.exact(function))(\(value))"], .value(type))
    case .count, .minimum, .maximum: return (["\(function.name)(\(value))"], .value(type))
    }
  }

  /// SQLite's own `sum` adds up the halves of integers, which is faster than a function that is called for each row.
  /// The average of fixed-point numbers is multiplied by their unit.
  public func aggregate(_ function: AggregateFunction, ofGroup value: String, _ type: ColumnType) -> String? {
    let isInteger = type.storage == .integer
    let exact = "\(SQLiteFunction.exact(function, ofIntegers: isInteger))(\(value))"
    switch function {
    case .sum where isInteger:
      return "\(SQLiteFunction.joinedHalves)(\(Self.sumsOfHalves(value).joined(separator: ", ")))"
    case .sum: return "coalesce(\(exact), \(type.storage == .decimal ? "'0'" : "0.0"))"
    case .average:
      return type.unit.map { "\(SQLiteFunction.arithmetic(.multiply))(\(exact), '\($0)')" } ?? exact
    case .count, .minimum, .maximum: return "\(function.name)(\(value))"
    }
  }

  /// The sums of the upper and of the lower halves of integers, which can't exceed 64 bits.
  private static func sumsOfHalves(_ value: String) -> [String] {
    ["sum(\(value) >> 32)", "sum(\(value) & 4294967295)"]
  }

  /// A function checks what the table itself doesn't.
  public func assigned(_ value: String, to column: Int, of table: TableDescription) -> String {
    guard AssignedColumns.areChecked(table.columns[column]) else { return value }
    return "\(SQLFunction.assigned)(\(value), \(column))"
  }

  /// The statement itself refuses a version that is not the next one, so that the error has the row's key.
  public func assignment(of column: Int, _ value: String, in statement: WriteStatement) -> String {
    let name = statement.name(of: column)
    guard column == statement.table.versionColumn else { return "\(name) = \(value)" }
    let owner = statement.tableName
    let key = statement.key.map { "\(owner).\(statement.name(of: $0))" }.joined(separator: ", ")
    return "\(name) = CASE WHEN \(owner).\(name) = \(value) - 1 THEN \(value) ELSE \(SQLFunction.stale)(\(key)) END"
  }

  /// `nil`, because the assignment of a stale version fails.
  public func versionCondition(_ name: String, _ value: String) -> String? { nil }
}

#endif

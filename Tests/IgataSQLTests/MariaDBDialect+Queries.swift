@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables

/// The SQL of queries and writes.
extension MariaDBDialect: QueryDialect {
  /// Parameters have no numbers.
  func parameter(_ number: Int) -> String { "?" }

  /// MariaDB's own `lower` changes other letters as well. In this character set only ASCII letters have a case.
  func lowercased(_ text: String) -> String {
    let bytes = "CAST(LOWER(CONVERT(CAST(\(text) AS BINARY) USING tis620)) AS BINARY)"
    return "CONVERT(\(bytes) USING utf8mb4) COLLATE \(Self.collation)"
  }

  func collation(of type: ColumnType) -> String? {
    type.storage == .text ? " COLLATE \(Self.collation)" : nil
  }

  func append(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String, to query: inout QueryTranslator
  ) throws(StoreError) {
    let value = QueryParameter.value(.text(text))
    switch comparison {
    case .contains:
      query.sql += "LOCATE("
      query.appendParameter(value)
      query.sql += ", "
      try query.append(expression)
      query.sql += ") > 0"
    case .hasPrefix:
      // A pattern, which an index supports.
      try query.append(expression)
      query.sql += " LIKE CONCAT(REPLACE(REPLACE(REPLACE("
      query.appendParameter(value)
      query.sql += ", '|', '||'), '%', '|%'), '_', '|_'), '%') ESCAPE '|'"
    case .hasSuffix:
      query.sql += "RIGHT("
      try query.append(expression)
      query.sql += ", CHAR_LENGTH("
      query.appendParameter(value)
      query.sql += ")) = "
      query.appendParameter(value)
    case .equalsIgnoringCase:
      query.sql += lowercased(try query.sql(of: expression)) + " = "
      query.sql += lowercased(try query.sql(of: .value(.text(text))))
    }
  }

  /// In the range of MariaDB's dates.
  func datePart(_ part: DatePart, of date: String, isDay: Bool) -> String {
    switch part {
    case .year, .month, .day, .hour, .minute, .second: "EXTRACT(\(part) FROM \(date))"
    case .weekday: "DAYOFWEEK(\(date))"
    case .startOfDay: "CAST(DATE(\(date)) AS DATETIME(6))"
    case .startOfMonth:
      "CAST(DATE(\(date)) - INTERVAL DAY(\(date)) - 1 DAY AS \(isDay ? "DATE" : "DATETIME(6)"))"
    }
  }

  func contains(list: String, _ element: String) -> String { "JSON_CONTAINS(\(list), \(element))" }

  func appendList(_ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator) {
    query.sql += isNegated ? " NOT IN " : " IN "
    query.appendValues(rows, types, after: "")
  }

  /// Sums of integers and decimals are exact. Floating-point numbers are returned one by one.
  func aggregate(
    _ function: AggregateFunction, of value: String, _ type: ColumnType
  ) -> (columns: [String], form: AggregateResult.Form) {
    switch function {
    case .sum where type.storage == .real, .average where type.storage == .real:
      (["JSON_ARRAYAGG(\(value))"], .reals(isAverage: function == .average))
    case .sum: (["CAST(sum(\(value)) AS CHAR)"], .sumText(isInteger: type.storage == .integer))
    case .average: (["CAST(sum(\(value)) AS CHAR)", "count(\(value))"], .averageOfSumText)
    case .count, .minimum, .maximum: (["\(function.name)(\(value))"], .value(type))
    }
  }

  /// MariaDB rounds averages to fewer digits, and floating-point numbers in between.
  func aggregate(_ function: AggregateFunction, ofGroup value: String, _ type: ColumnType) -> String? {
    if function == .average || type.storage == .real { return nil }
    return "coalesce(\(function.name)(\(value)), 0)"
  }

  func append(
    _ root: QueryExpression, _ path: JSONPath, _ form: JSONForm, depth: Int, to query: inout QueryTranslator
  ) throws(StoreError) {
    throw .unsupportedQuery(expression: "a path into JSON", reason: "MariaDB keeps it as it was written")
  }

  /// An offset requires a limit.
  var limitOfAll: Int64? { .max }

  func deletion(from table: String) -> String { "DELETE t0 FROM \(table) AS t0" }

  /// A subquery of `IN` can't have a limit or select from the table that is changed, unless it selects from another
  /// query.
  func nested(_ query: String) -> String { "SELECT * FROM (\(query)) AS k" }

  /// Assignments are executed in order: the version comes last, as all of them compare it.
  func conflictClause(of statement: WriteStatement) -> String {
    let version = statement.write.kind == .insertMissing ? nil : statement.table.versionColumn
    let columns = statement.otherColumns.filter { $0 != version } + [version].compactMap(\.self)
    let isNext = version.map { "\(statement.name(of: $0)) = VALUES(\(statement.name(of: $0))) - 1" }
    let assignments = (columns.isEmpty ? [statement.key[0]] : columns).map { column in
      let name = statement.name(of: column)
      let value = statement.isOmitted(column) ? "NULL" : "VALUES(\(name))"
      return isNext.map { "\(name) = IF(\($0), \(value), \(name))" } ?? "\(name) = \(value)"
    }
    return " ON DUPLICATE KEY UPDATE \(assignments.joined(separator: ", "))"
  }
}

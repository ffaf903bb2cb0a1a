@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables

/// What queries and writes need to know of MariaDB: a dialect as somebody else would write it, of what is public.
///
/// Columns of text are meant to have the collation that is named here, which compares by code point and takes no two
/// texts that end in spaces for one.
struct MariaDBDialect: QueryDialect {
  private static let collation = "utf8mb4_nopad_bin"

  func quoted(_ name: String) -> String { name.quoted(by: "`") }

  /// Parameters have no numbers.
  func parameter(_ number: Int) -> String { "?" }

  func comparison(of left: String, and right: String, isEqual: Bool) -> String {
    isEqual ? "\(left) <=> \(right)" : "NOT (\(left) <=> \(right))"
  }

  /// MariaDB's own `lower` changes other letters as well. In this character set the bytes of none of them have a case.
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
      // A pattern, which an index serves.
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

  func appendList(_ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator) {
    query.sql += isNegated ? " NOT IN " : " IN "
    query.appendValues(rows, types, after: "")
  }

  /// Sums of integers and decimals are exact. Floating-point numbers are handed over.
  func total(of value: String, _ type: ColumnType, isAverage: Bool) -> (columns: [String], form: AggregateResult.Form) {
    if type.storage == .real { return (["JSON_ARRAYAGG(\(value))"], .reals(isAverage: isAverage)) }
    let sum = "CAST(sum(\(value)) AS CHAR)"
    return isAverage ? ([sum, "count(\(value))"], .averageOfSumText) : ([sum], .sumText(isInteger: type.storage == .integer))
  }

  /// There is no offset without a limit.
  var limitOfAll: Int64? { .max }

  func deletion(from table: String) -> String { "DELETE t0 FROM \(table) AS t0" }

  /// Neither a limit nor the table itself may be in there, but for the rows of another query.
  func nested(_ query: String) -> String { "SELECT * FROM (\(query)) AS k" }

  /// Assignments are made one after the other: the version comes last, which all of them ask for.
  func conflictClause(of statement: WriteStatement) -> String {
    let version = statement.table.versionColumn
    let columns = statement.otherColumns.filter { $0 != version } + [version].compactMap(\.self)
    let isNext = version.map { "\(statement.name(of: $0)) = VALUES(\(statement.name(of: $0))) - 1" }
    let assignments = (columns.isEmpty ? [statement.key[0]] : columns).map { column in
      let name = statement.name(of: column)
      return isNext.map { "\(name) = IF(\($0), VALUES(\(name)), \(name))" } ?? "\(name) = VALUES(\(name))"
    }
    return " ON DUPLICATE KEY UPDATE \(assignments.joined(separator: ", "))"
  }
}

#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// What queries and writes need to know of PostgreSQL.
struct PostgreSQLQueries: QueryDialect {
  func quoted(_ name: String) -> String { name.quotedServerName }

  func key(_ name: String) -> String { name.serverName }

  func parameter(_ number: Int) -> String { "$\(number)" }

  var typesLists: Bool { true }

  var refusesNUL: Bool { true }

  /// By this collation the letters of ASCII alone have cases.
  func lowercased(_ text: String) -> String { "lower(\(text) COLLATE \"C\")" }

  func collation(of type: ColumnType) -> String? {
    type.storage == .text ? " COLLATE \"C\"" : nil
  }

  /// PostgreSQL sorts null last by itself, and its indexes serve only an order that says nothing where there is no
  /// null.
  func nullOrder(isDescending: Bool) -> String { isDescending ? " NULLS LAST" : " NULLS FIRST" }

  /// `= ANY ($1)`, which an index serves value by value, or a table of columns, `IN (SELECT * FROM unnest($1, $2))`.
  func appendList(_ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator) {
    // There are no arrays of arrays.
    if types.contains(where: \.isList) {
      query.sql += isNegated ? " NOT IN " : " IN "
      return query.appendValues(rows, types)
    }
    if types.count == 1, rows.count <= QueryTranslator.longestList {
      query.sql += isNegated ? " <> ALL (" : " = ANY ("
      query.appendParameter(.array(rows.map { $0[0] }, types[0]))
      query.sql += ")"
      return
    }
    query.sql += isNegated ? " NOT IN (SELECT * FROM unnest(" : " IN (SELECT * FROM unnest("
    for (column, type) in types.enumerated() {
      if column > 0 { query.sql += ", " }
      query.appendParameter(.array(rows.map { $0[column] }, type))
    }
    query.sql += "))"
  }

  func append(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String, to query: inout QueryTranslator
  ) throws(StoreError) {
    let ignoresCase = comparison == .equalsIgnoringCase
    switch comparison {
    case .contains: query.sql += "strpos("
    case .hasPrefix: break
    case .hasSuffix: query.sql += "right("
    case .equalsIgnoringCase: query.sql += "lower("
    }
    try query.append(expression)
    if ignoresCase { query.sql += " COLLATE \"C\") = lower(" }
    if comparison == .contains { query.sql += ", " }
    // An operator that an index by code point serves.
    if comparison == .hasPrefix { query.sql += " ^@ " }
    if comparison == .hasSuffix { query.sql += ", length(" }
    query.appendParameter(.value(.text(text)))
    switch comparison {
    case .contains: query.sql += ") > 0"
    case .hasPrefix: break
    case .hasSuffix: query.sql += ")) = $\(query.parameters.count)"
    case .equalsIgnoringCase: query.sql += " COLLATE \"C\")"
    }
  }

  /// PostgreSQL adds integers and decimals exactly. Floating-point numbers it does not, and they are handed over.
  func total(of value: String, _ type: ColumnType, isAverage: Bool) -> (columns: [String], form: AggregateResult.Form) {
    if type.storage == .real { return (["array_agg((\(value))::double precision)"], .reals(isAverage: isAverage)) }
    let sum = "sum(\(value))::text"
    return isAverage ? ([sum, "count(\(value))"], .averageOfSumText) : ([sum], .sumText(isInteger: type.storage == .integer))
  }

  /// PostgreSQL knows none of what has an order of its bytes alone, and text in hexadecimal digits has the same.
  func extreme(_ value: String, of type: ColumnType, isLeast: Bool) -> String {
    let function = isLeast ? "min" : "max"
    return switch type.storage {
    case .bool: "\(isLeast ? "bool_and" : "bool_or")(\(value))"
    case .uuid: "\(function)((\(value))::text COLLATE \"C\")::uuid"
    case .data: "decode(\(function)(encode(\(value), 'hex') COLLATE \"C\"), 'hex')"
    default: "\(function)(\(value))"
    }
  }
}

#endif

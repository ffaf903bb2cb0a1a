#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) public import IgataSQL
public import IgataTables

/// The SQL of queries and writes.
@_spi(Backend) extension PostgreSQLDialect: QueryDialect {
  /// The server cuts long names.
  public func canonicalName(_ name: String) -> String { Self.keptName(name) }

  public func parameter(_ number: Int) -> String { "$\(number)" }

  public var typesLists: Bool { true }

  public var refusesNUL: Bool { true }

  public var lexicalRules: SQLLexicalRules { .postgreSQL }

  /// With this collation, only ASCII letters have a case.
  public func lowercased(_ text: String) -> String { "lower(\(text) COLLATE \"C\")" }

  public func collation(of type: ColumnType) -> String? {
    type.storage == .text ? " COLLATE \"C\"" : nil
  }

  /// PostgreSQL sorts null last by default. An index supports the order of a column that is not nullable only without
  /// this clause.
  public func nullOrder(isDescending: Bool) -> String { isDescending ? " NULLS LAST" : " NULLS FIRST" }

  /// PostgreSQL has no year 0. It would compute the start of a `date` in the zone of the session.
  public func datePart(_ part: DatePart, of date: String, isDay: Bool) -> String {
    let utc = isDay ? "((\(date))::timestamp)" : "((\(date)) AT TIME ZONE 'UTC')"
    return switch part {
    case .startOfMonth where isDay: "(date_trunc('month', \(utc))::date)"
    case .year: "(extract(year FROM \(utc))::bigint + (\(utc) < '0001-01-01'::timestamp)::integer)"
    case .month, .day, .hour, .minute: "extract(\(part) FROM \(utc))::bigint"
    case .second: "floor(extract(second FROM \(utc)))::bigint"
    case .weekday: "(extract(dow FROM \(utc))::bigint + 1)"
    case .startOfDay: "(date_trunc('day', \(utc)) AT TIME ZONE 'UTC')"
    case .startOfMonth: "(date_trunc('month', \(utc)) AT TIME ZONE 'UTC')"
    }
  }

  /// The operator that an index by `gin` supports.
  public func contains(list: String, _ element: String) -> String { "\(list) @> \(element)" }

  /// `= ANY ($1)`, for which an index is searched value by value, or `IN (SELECT * FROM unnest($1, $2))`, a table.
  public func appendList(
    _ rows: [[StoredValue]], of types: [ColumnType], isNegated: Bool, to query: inout QueryTranslator
  ) {
    // PostgreSQL has no arrays of arrays.
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

  public func append(
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
    // An operator that an index by code point supports.
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
}

#endif

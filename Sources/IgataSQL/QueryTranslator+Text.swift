internal import IgataRuntime

extension QueryTranslator {
  mutating func append(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String, isNegated: Bool
  ) throws(StoreError) {
    // No store keeps text with NUL, at which SQLite's functions would stop.
    guard !text.utf8.contains(0) else {
      sql += dialect.literal(isNegated)
      return
    }
    // The last 0 characters are all of them to `substr`.
    if text.isEmpty, comparison == .hasSuffix { return try appendIsNull(expression, isNegated: !isNegated) }
    let isNullable = try isNullable(expression)
    sql += isNegated && !isNullable ? "NOT (" : "("
    switch dialect {
    case .sqlite: try appendForSQLite(expression, comparison, text)
    case .postgresql: try appendForPostgreSQL(expression, comparison, text)
    }
    sql += isNegated && isNullable ? ") IS NOT TRUE" : ")"
  }

  private mutating func appendForSQLite(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String
  ) throws(StoreError) {
    switch comparison {
    case .contains:
      sql += "instr("
      try append(expression)
      sql += ", "
      appendParameter(.value(.text(text)))
      sql += ") > 0"
    case .hasPrefix:
      // A range, which an index serves: 0xFF is above every byte of UTF-8.
      try append(expression)
      sql += " >= "
      appendParameter(.value(.text(text)))
      let parameter = "?\(parameters.count)"
      sql += " AND "
      try append(expression)
      sql += " < (\(parameter) || CAST(x'FF' AS TEXT))"
    case .hasSuffix:
      sql += "substr("
      try append(expression)
      sql += ", -length("
      appendParameter(.value(.text(text)))
      let parameter = "?\(parameters.count)"
      sql += ")) = \(parameter)"
    case .equalsIgnoringCase:
      // Behind a `+` SQLite does not make one `IN` of this term and others about the column, which loses the collation.
      sql += "+"
      try append(expression)
      sql += " COLLATE NOCASE = "
      appendParameter(.value(.text(text)))
    }
  }

  private mutating func appendForPostgreSQL(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String
  ) throws(StoreError) {
    let ignoresCase = comparison == .equalsIgnoringCase
    switch comparison {
    case .contains: sql += "strpos("
    case .hasPrefix: break
    case .hasSuffix: sql += "right("
    case .equalsIgnoringCase: sql += "lower("
    }
    try append(expression)
    if ignoresCase { sql += " COLLATE \"C\") = lower(" }
    if comparison == .contains { sql += ", " }
    // An operator that an index by code point serves.
    if comparison == .hasPrefix { sql += " ^@ " }
    if comparison == .hasSuffix { sql += ", length(" }
    appendParameter(.value(.text(text)))
    switch comparison {
    case .contains: sql += ") > 0"
    case .hasPrefix: break
    case .hasSuffix: sql += ")) = $\(parameters.count)"
    case .equalsIgnoringCase: sql += " COLLATE \"C\")"
    }
  }
}

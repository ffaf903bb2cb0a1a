@_spi(Backend) internal import IgataRuntime

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

  // MARK: Text with NUL

  /// Whether PostgreSQL can't be asked for the value: no store keeps text with NUL, not in JSON or a list either, and
  /// this one does not take it.
  func isUnkept(_ value: StoredValue) -> Bool { dialect == .postgresql && value.isUnstorable }

  /// Compares with a text that PostgreSQL can't be asked for: among those that are kept it would stand just behind what
  /// it has before its NUL. Returns whether it is such a text.
  mutating func appendUnkept(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression, isNegated: Bool
  ) throws(StoreError) -> Bool {
    let unkept = [left, right].map { if case .value(let value) = $0 { isUnkept(value) } else { false } }
    guard unkept != [false, false] else { return false }
    if comparison != .equal, comparison != .notEqual, !left.isText, !right.isText { return false }
    let beforeNUL = (left.beforeNUL, right.beforeNUL)
    switch comparison {
    case .equal, .notEqual: sql += dialect.literal((comparison == .notEqual) != isNegated)
    case .less, .lessOrEqual:
      try append(beforeNUL.0, unkept[0] ? .less : .lessOrEqual, beforeNUL.1, isNegated: isNegated)
    case .greater, .greaterOrEqual:
      try append(beforeNUL.0, unkept[0] ? .greaterOrEqual : .greater, beforeNUL.1, isNegated: isNegated)
    }
    return true
  }
}

extension QueryExpression {
  /// Whether it is a text, of all values.
  fileprivate var isText: Bool {
    if case .value(.text) = self { true } else { false }
  }

  /// The expression, or what a text has before its NUL.
  fileprivate var beforeNUL: QueryExpression {
    guard case .value(.text(let text)) = self else { return self }
    return .value(.text(String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "\0" }))))
  }
}

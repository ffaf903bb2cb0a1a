@_spi(Backend) internal import IgataRuntime

extension QueryTranslator {
  mutating func append(
    _ expression: QueryExpression, _ comparison: TextOperator, _ text: String, isNegated: Bool
  ) throws(StoreError) {
    // No store holds text with NUL, where SQLite's functions would stop.
    guard !text.utf8.contains(0) else {
      sql += dialect.condition(isNegated)
      return
    }
    // `substr` takes the last 0 characters to be all of them.
    if text.isEmpty, comparison == .hasSuffix { return try appendIsNull(expression, isNegated: !isNegated) }
    let isNullable = try isNullable(expression)
    sql += isNegated && !isNullable ? "NOT (" : "("
    try dialect.append(expression, comparison, text, to: &self)
    sql += isNegated && isNullable ? ") IS NOT TRUE" : ")"
  }

  // MARK: Text with NUL

  /// Whether the value can't be passed to the database: no store holds text with NUL, also not in JSON or a list, and
  /// this database refuses it.
  func isRefused(_ value: StoredValue) -> Bool { dialect.refusesNUL && value.isUnstorable }

  /// Appends a comparison with a text that can't be passed to the database. Among the texts that are stored, it sorts
  /// directly after its part before the NUL. Returns `false`, having appended nothing, if there is no such text.
  mutating func appendRefused(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression, isNegated: Bool
  ) throws(StoreError) -> Bool {
    let isRefused = [left, right].map { if case .value(let value) = $0 { self.isRefused(value) } else { false } }
    guard isRefused != [false, false] else { return false }
    if comparison != .equal, comparison != .notEqual, !left.isText, !right.isText { return false }
    let beforeNUL = (left.beforeNUL, right.beforeNUL)
    switch comparison {
    case .equal, .notEqual: sql += dialect.condition((comparison == .notEqual) != isNegated)
    case .less, .lessOrEqual:
      try append(beforeNUL.0, isRefused[0] ? .less : .lessOrEqual, beforeNUL.1, isNegated: isNegated)
    case .greater, .greaterOrEqual:
      try append(beforeNUL.0, isRefused[0] ? .greaterOrEqual : .greater, beforeNUL.1, isNegated: isNegated)
    }
    return true
  }
}

extension QueryExpression {
  /// Whether the expression is a value that is a text.
  fileprivate var isText: Bool {
    if case .value(.text) = self { true } else { false }
  }

  /// The expression, or the part of a text before its NUL.
  fileprivate var beforeNUL: QueryExpression {
    guard case .value(.text(let text)) = self else { return self }
    return .value(.text(String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0 != "\0" }))))
  }
}

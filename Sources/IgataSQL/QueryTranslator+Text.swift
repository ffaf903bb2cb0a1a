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
    try dialect.append(expression, comparison, text, to: &self)
    sql += isNegated && isNullable ? ") IS NOT TRUE" : ")"
  }

  // MARK: Text with NUL

  /// Whether the engine can't be asked for the value: no store keeps text with NUL, not in JSON or a list either, and
  /// this one does not take it.
  func isUnkept(_ value: StoredValue) -> Bool { dialect.refusesNUL && value.isUnstorable }

  /// Compares with a text that the engine can't be asked for: among those that are kept it would stand just behind what
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

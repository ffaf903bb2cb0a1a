@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension StoreError {
  /// The limit is below SQLite's own, which is 1,000.
  static let tooDeep = StoreError.unsupportedQuery(
    expression: "a condition of more than \(QueryTranslator.deepest) levels", reason: "SQLite has a limit of 1000")
}

extension QueryTranslator {
  package static let deepest = 200

  /// How many columns a key may have in a list of keys.
  package static let widestKey = 32

  /// Appends a condition, or its negation. Negations are moved down to the leaves: above them null, the third value of
  /// SQL's logic, then has the same effect as false.
  mutating func append(_ condition: Condition, isNegated: Bool, depth: Int) throws(StoreError) {
    guard depth < Self.deepest else { throw .tooDeep }
    switch condition.kind {
    case .always: sql += dialect.condition(!isNegated)
    case .never: sql += dialect.condition(isNegated)
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .comparison(let left, let comparison, let right): try append(left, comparison, right, isNegated: isNegated)
    case .isNull(let expression): try appendIsNull(expression, isNegated: isNegated)
    case .contains(let list, let value): try append(list, contains: value, isNegated: isNegated)
    case .isIn(let expression, let values): try append(expression, isIn: values, isNegated: isNegated)
    case .text(let expression, let comparison, let text): try append(expression, comparison, text, isNegated: isNegated)
    case .keyIsIn(let columns, let keys): try append(columns, isIn: keys, isNegated: isNegated)
    case .not(let condition): try append(condition, isNegated: !isNegated, depth: depth + 1)
    // A chain of `AND` or `OR`, balanced so that a long one is not deep.
    case .all(let terms): try appendTerms(terms[...], isNegated ? " OR " : " AND ", isNegated, depth: depth + 1)
    case .any(let terms): try appendTerms(terms[...], isNegated ? " AND " : " OR ", isNegated, depth: depth + 1)
    case .exists(let rows):
      sql += isNegated ? "NOT EXISTS (" : "EXISTS ("
      try append("1", of: rows, depth: depth + 1)
      sql += ")"
    }
  }

  private mutating func appendTerms(
    _ terms: ArraySlice<Condition>, _ word: String, _ isNegated: Bool, depth: Int
  ) throws(StoreError) {
    sql += "("
    if terms.count <= 16 {
      for (offset, term) in terms.enumerated() {
        if offset > 0 { sql += word }
        try append(term, isNegated: isNegated, depth: depth)
      }
    } else {
      let middle = terms.startIndex + terms.count / 2
      try appendTerms(terms[..<middle], word, isNegated, depth: depth + 1)
      sql += word
      try appendTerms(terms[middle...], word, isNegated, depth: depth + 1)
    }
    sql += ")"
  }

  mutating func append(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression, isNegated: Bool
  ) throws(StoreError) {
    if try appendRefused(left, comparison, right, isNegated: isNegated) { return }
    if try appendBounded(left, comparison, right, isNegated: isNegated) { return }
    let isLeftNullable = try isNullable(left)
    let isRightNullable = try isNullable(right)
    switch comparison {
    case .equal, .notEqual:
      let isEqual = (comparison == .equal) != isNegated
      // A comparison that treats null as a value if null may be compared with null, or differ; otherwise `=`, which
      // every index supports.
      guard isEqual ? isLeftNullable && isRightNullable : isLeftNullable || isRightNullable else {
        if isEqual, try appendSearched(left, right) { return }
        try append(left, beside: right)
        sql += isEqual ? " = " : " <> "
        return try append(right, beside: left)
      }
      let first = try rendering { (query) throws(StoreError) in try query.append(left, beside: right) }
      let second = try rendering { (query) throws(StoreError) in try query.append(right, beside: left) }
      sql += dialect.nullComparison(of: first, and: second, areEqual: isEqual)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let collation = try collation(of: left)
      let isNullUndecided = isNegated && (isLeftNullable || isRightNullable)
      if isNullUndecided { sql += "(" }
      let meant = isNegated && !isNullUndecided ? comparison.negated : comparison
      try appendCompared(left)
      sql += "\(collation) \(meant.sql) "
      try appendCompared(right)
      if isNullUndecided { sql += ") IS NOT TRUE" }
    }
  }

  mutating func appendIsNull(_ expression: QueryExpression, isNegated: Bool) throws(StoreError) {
    guard try isNullable(expression) else {
      sql += dialect.condition(isNegated)
      return
    }
    // A value that can't be read may be null where the column isn't.
    if let source = try adaptedSource(of: expression), source.adapted?.readsNullAsList != true {
      sql += source.column
    } else {
      try append(expression)
    }
    sql += isNegated ? " IS NOT NULL" : " IS NULL"
  }

  private mutating func append(
    _ expression: QueryExpression, isIn values: [StoredValue], isNegated: Bool
  ) throws(StoreError) {
    let present = values.filter { !$0.isNull && !isRefused($0) }
    let hasNull = values.contains(where: \.isNull)
    let isNullable = try isNullable(expression)
    guard !present.isEmpty else {
      if hasNull { return try appendIsNull(expression, isNegated: isNegated) }
      sql += dialect.condition(isNegated)
      return
    }
    // Null is not in a list without null, for which `NOT IN` returns null.
    let isNullUndecided = isNegated && isNullable && !hasNull
    let isAlternative = !isNegated && isNullable && hasNull
    if isNullUndecided || isAlternative { sql += "(" }
    try append([expression], isIn: present.map { [$0] }, isNegated: isNegated && !isNullUndecided)
    if isNullUndecided { sql += ") IS NOT TRUE" }
    if isAlternative {
      sql += " OR "
      try append(expression)
      sql += " IS NULL)"
    }
  }

  /// Rows are compared as a whole: a key with null is equal to none.
  private mutating func append(_ columns: [Int], isIn keys: KeyList, isNegated: Bool) throws(StoreError) {
    guard columns.count <= Self.widestKey else {
      throw .unsupportedQuery(
        expression: "\(table.model), a key of \(columns.count) columns",
        reason: "a key has at most \(Self.widestKey)")
    }
    let keys = keys.filter { !$0.contains { $0.isNull || isRefused($0) } }
    guard !keys.isEmpty else {
      sql += dialect.condition(isNegated)
      return
    }
    let expressions = columns.map { QueryExpression.column(RelationPath(from: innermost), $0) }
    var isNullable = false
    for expression in expressions where try self.isNullable(expression) { isNullable = true }
    let isNullUndecided = isNegated && isNullable
    sql += isNullUndecided ? "(" : ""
    try append(expressions, isIn: keys, isNegated: isNegated && !isNullUndecided)
    sql += isNullUndecided ? ") IS NOT TRUE" : ""
  }

  /// Appends the condition that expressions are together in a list, which has no null.
  private mutating func append(
    _ expressions: [QueryExpression], isIn rows: [[StoredValue]], isNegated: Bool
  ) throws(StoreError) {
    let stored = try storedColumns(of: expressions)
    if stored == nil, expressions.count == 1,
      try appendBounded(expressions[0], isIn: rows.map { $0[0] }, isNegated: isNegated)
    {
      return
    }
    sql += expressions.count == 1 ? "" : "("
    for (index, expression) in expressions.enumerated() {
      sql += index == 0 ? "" : ", "
      if let stored { sql += stored.columns[index] } else { try appendCompared(expression) }
    }
    sql += expressions.count == 1 ? "" : ")"
    guard let stored else { return try appendList(rows, of: expressions, isNegated: isNegated) }
    dialect.appendList(stored.list(rows), of: stored.types, isNegated: isNegated, to: &self)
  }
}

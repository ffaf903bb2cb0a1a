extension SQLDialect {
  /// The condition in SQL; `nil` if the database can't express it.
  ///
  /// A condition of the schema has two truth values, and so has its SQL: negations are moved to the comparisons, and a
  /// comparison with a column that can be null states what holds for a null. Otherwise it is as plain as a query is, so
  /// that the database recognizes the index that a query can use.
  public func sql(_ condition: RowCondition, of columns: [ColumnDescription]) -> String? {
    RowConditionSQL(dialect: self, columns: columns).text(condition, isNegated: false)
  }
}

/// Writes one condition.
private struct RowConditionSQL {
  let dialect: any SQLDialect
  let columns: [ColumnDescription]

  func text(_ condition: RowCondition, isNegated: Bool) -> String? {
    switch condition {
    case .comparison(let left, let comparison, let right):
      compare(left, isNegated, comparison, right)
    case .isNull(let column): "\(name(column)) IS \(isNegated ? "NOT " : "")NULL"
    case .isIn(let operand, let values): isIn(operand, values, isNegated: isNegated)
    case .not(let inner): text(inner, isNegated: !isNegated)
    case .all(let terms): join(terms, isNegated ? "OR" : "AND", isNegated: isNegated)
    case .any(let terms): join(terms, isNegated ? "AND" : "OR", isNegated: isNegated)
    }
  }

  private func join(_ terms: [RowCondition], _ word: String, isNegated: Bool) -> String? {
    let texts = terms.compactMap { term in
      text(term, isNegated: isNegated).map { term.isList(isNegated: isNegated) ? "(\($0))" : $0 }
    }
    return texts.count == terms.count ? texts.joined(separator: " \(word) ") : nil
  }

  // MARK: Comparisons

  private func compare(
    _ left: RowOperand, _ isNegated: Bool, _ comparison: RowComparison, _ right: RowOperand
  ) -> String? {
    guard let type = left.column.map({ columns[$0].type }), let first = text(left, type),
      let second = text(right, type)
    else { return nil }
    if comparison.isOrdered, case .column = left, !dialect.compares(type) { return nil }
    let nullable = [left, right].compactMap(\.column).filter { columns[$0].isNullable }
    let effective = isNegated ? comparison.negated : comparison
    if nullable.count == 2, !comparison.isOrdered {
      return dialect.nullComparison(of: first, and: second, areEqual: effective == .equal)
    }
    let plain = "\(first) \(effective.sql) \(second)"
    // What a comparison with a null is: equal to nothing, and in no order; a negation turns both around.
    let holdsForNull = comparison.isOrdered ? isNegated : effective == .notEqual
    return guarded(plain, nullable, holdsForNull: holdsForNull)
  }

  private func isIn(_ operand: RowOperand, _ values: [ColumnLiteral], isNegated: Bool) -> String? {
    guard let column = operand.column, let first = text(operand, columns[column].type) else { return nil }
    let literals = values.compactMap { text(.literal($0), columns[column].type) }
    guard literals.count == values.count else { return nil }
    let plain = "\(first) \(isNegated ? "NOT " : "")IN (\(literals.joined(separator: ", ")))"
    return guarded(plain, columns[column].isNullable ? [column] : [], holdsForNull: isNegated)
  }

  /// A condition that isn't null although some columns may be.
  private func guarded(_ plain: String, _ nullable: [Int], holdsForNull: Bool) -> String {
    if nullable.isEmpty { return plain }
    let names = Set(nullable).sorted().map { name($0) }
    let tests = names.map { "\($0) IS \(holdsForNull ? "" : "NOT ")NULL" }
    return "(" + (tests + [plain]).joined(separator: holdsForNull ? " OR " : " AND ") + ")"
  }

  private func name(_ column: Int) -> String { dialect.identifier(columns[column].name) }

  private func text(_ operand: RowOperand, _ type: ColumnType) -> String? {
    switch operand {
    case .column(let column): name(column)
    case .length(let column): dialect.length(of: name(column), columns[column].type)
    case .literal(.integer(let value)): String(value)
    case .literal(let value): dialect.literal(value, of: type)
    }
  }
}

extension SQLDialect {
  /// Whether the database puts the values of a type into the order that they have in Swift.
  fileprivate func compares(_ type: ColumnType) -> Bool { !type.isNumber || comparesNumbers(of: type) }
}

extension RowComparison {
  /// The operator in SQL.
  package var sql: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: rawValue
    }
  }
}

extension RowCondition {
  /// Whether the text has `AND` or `OR` outside of parentheses.
  fileprivate func isList(isNegated: Bool) -> Bool {
    switch self {
    case .comparison, .isNull, .isIn: false
    case .not(let inner): inner.isList(isNegated: !isNegated)
    case .all, .any: true
    }
  }
}

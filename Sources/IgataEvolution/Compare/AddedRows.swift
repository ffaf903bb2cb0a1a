import IgataSchema
import IgataTables

/// What every row has in a column.
enum SharedValue: Hashable {
  case null
  case literal(ColumnLiteral)
}

extension ComparedColumn {
  /// What every existing row gets in a new column; `nil` if it isn't known, or differs.
  var sharedValue: SharedValue? {
    switch presence {
    case .never: return .null
    case .column: return nil
    case .always: break
    }
    switch backfill?.kind {
    case .some: return sharedBackfill
    // A default in SQL is for rows to come.
    case nil: if new.defaultValue?.isMadeByDatabase == true { return new.isNullable ? .null : nil }
    }
    return defaultInSQL
  }

  /// What a row gets that a program without the column inserts; `nil` if it isn't known, or differs.
  var defaultInSQL: SharedValue? {
    switch new.defaultValue {
    case .value(let literal): .literal(literal)
    case .construct, nil: new.isNullable ? .null : nil
    case .uuid, .uuid7, .cuid, .ulid, .now, .autoincrement, .sql, .computed: nil
    }
  }
}

extension RowCondition {
  /// Whether the condition holds for rows of which some values are known; `nil` if that depends on the others.
  func holds(_ value: (Int) -> SharedValue?) -> Bool? {
    switch self {
    case .comparison(let left, let comparison, let right):
      guard let left = left.value(value), let right = right.value(value) else { return nil }
      return comparison.holds(left, right)
    case .isNull(let column): return value(column).map { $0 == .null }
    case .isIn(let operand, let literals):
      guard let operand = operand.value(value) else { return nil }
      let equal = literals.map { RowComparison.equal.holds(operand, .literal($0)) }
      return equal.contains(true) ? true : equal.contains(nil) ? nil : false
    case .not(let condition): return condition.holds(value).map { !$0 }
    case .all(let terms):
      let results = terms.map { $0.holds(value) }
      return results.contains(false) ? false : results.contains(nil) ? nil : true
    case .any(let terms):
      let results = terms.map { $0.holds(value) }
      return results.contains(true) ? true : results.contains(nil) ? nil : false
    }
  }
}

extension RowOperand {
  fileprivate func value(_ value: (Int) -> SharedValue?) -> SharedValue? {
    switch self {
    case .column(let column): return value(column)
    case .literal(let literal): return .literal(literal)
    case .length(let column):
      switch value(column) {
      case .null: return .null
      case .literal(.text(let text)): return .literal(.integer(Int64(text.unicodeScalars.count)))
      case .literal(.list(let elements)): return .literal(.integer(Int64(elements.count)))
      case .literal, nil: return nil
      }
    }
  }
}

extension RowComparison {
  /// `nil` if the values have several spellings, or an order that only a database knows.
  fileprivate func holds(_ left: SharedValue, _ right: SharedValue) -> Bool? {
    switch (left, right) {
    case (.null, _), (_, .null): isOrdered ? false : (left == right) == (self == .equal)
    case (.literal(.integer(let left)), .literal(.integer(let right))): holds(left, right)
    case (.literal(.text), .literal(.text)), (.literal(.bool), .literal(.bool)):
      isOrdered ? nil : (left == right) == (self == .equal)
    default: nil
    }
  }

  private func holds(_ left: Int64, _ right: Int64) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

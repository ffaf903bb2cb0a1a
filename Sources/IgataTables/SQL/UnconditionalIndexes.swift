extension Table {
  /// The table for a database that can't express the condition of every index, or has no partial indexes: those indexes
  /// contain all rows.
  ///
  /// A unique one stays unique if its condition excludes only rows with a null in one of its columns, as nulls differ
  /// from each other in a unique constraint. Otherwise rows that the condition excludes could have equal values, so it
  /// becomes an index that is not unique.
  ///
  /// - Parameter omittedUniques: The unique indexes that became others.
  func withConditions(of dialect: any SQLDialect, omittedUniques: inout [IndexDescription]) -> Table {
    let isWhole = { (index: IndexDescription) in
      index.condition.map { dialect.hasPartialIndexes && dialect.sql($0, of: columns) != nil } ?? true
    }
    if uniques.allSatisfy(isWhole), indexes.allSatisfy(isWhole) { return self }
    let isLost = { (index: IndexDescription) in !isWhole(index) && !excludesOnlyNulls(index) }
    let kept = { (index: IndexDescription) in isWhole(index) ? index : index.withoutCondition }
    var result = self
    omittedUniques = uniques.filter(isLost)
    result.uniques = uniques.filter { !isLost($0) }.map(kept)
    result.indexes = (omittedUniques + indexes).map(kept)
    return result
  }

  /// Whether the condition of an index excludes only rows with a null in one of its columns.
  private func excludesOnlyNulls(_ index: IndexDescription) -> Bool {
    switch index.condition {
    case nil: true
    case .sql(let sql): Self.excludesOnlyNulls(sql, names(index.columns))
    case .checked(let condition): condition.excludesOnlyNulls(of: index.columns)
    }
  }

  /// Whether the condition is no more than `column IS NOT NULL`, once or joined by `AND`.
  ///
  /// - Parameter names: The names of the columns.
  private static func excludesOnlyNulls(_ condition: String, _ names: [String]) -> Bool {
    let columns = Set((names + names.map { $0.quoted(by: "\"") }).map { $0.uppercased() })
    let words = condition.uppercased().split(whereSeparator: \.isWhitespace).map { String($0) }
    return words.split(separator: "AND", omittingEmptySubsequences: false).allSatisfy { term in
      term.dropFirst().elementsEqual(["IS", "NOT", "NULL"]) && columns.contains(term[term.startIndex])
    }
  }
}

extension IndexDescription {
  fileprivate var withoutCondition: IndexDescription {
    var index = self
    index.condition = nil
    return index
  }
}

extension RowCondition {
  /// Whether the condition is no more than `column != nil`, once or joined by `&&`.
  fileprivate func excludesOnlyNulls(of columns: [Int]) -> Bool {
    switch self {
    case .not(.isNull(let column)): columns.contains(column)
    case .all(let terms): terms.allSatisfy { $0.excludesOnlyNulls(of: columns) }
    default: false
    }
  }
}

extension SQLDialect {
  /// The condition of an index in SQL; `nil` if the database can't express it.
  func sql(_ condition: IndexCondition, of columns: [ColumnDescription]) -> String? {
    switch condition {
    case .sql(let sql): sql
    case .checked(let condition): sql(condition, of: columns)
    }
  }
}

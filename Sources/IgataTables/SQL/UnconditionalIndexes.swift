extension Table {
  /// The table for a database without partial indexes: its indexes contain all rows.
  ///
  /// A unique one stays unique if its condition excludes only rows with a null in one of its columns, as nulls differ
  /// from each other in a unique constraint. Otherwise rows that the condition excludes could have equal values, so it
  /// becomes an index that is not unique.
  ///
  /// - Parameter omittedUniques: The unique indexes that became others.
  func withoutConditions(omittedUniques: inout [IndexDescription]) -> Table {
    var result = self
    omittedUniques = uniques.filter { !$0.excludesOnlyNulls(names($0.columns)) }
    let others = uniques.filter { $0.excludesOnlyNulls(names($0.columns)) }
    result.uniques = others.map(\.withoutCondition)
    result.indexes = (omittedUniques + indexes).map(\.withoutCondition)
    return result
  }
}

extension IndexDescription {
  fileprivate var withoutCondition: IndexDescription {
    var index = self
    index.condition = nil
    return index
  }

  /// Whether the condition is no more than `column IS NOT NULL`, once or joined by `AND`.
  ///
  /// - Parameter names: The names of the columns.
  fileprivate func excludesOnlyNulls(_ names: [String]) -> Bool {
    guard let condition else { return true }
    let columns = Set((names + names.map { $0.quoted(by: "\"") }).map { $0.uppercased() })
    let words = condition.uppercased().split(whereSeparator: \.isWhitespace).map { String($0) }
    return words.split(separator: "AND", omittingEmptySubsequences: false).allSatisfy { term in
      term.dropFirst().elementsEqual(["IS", "NOT", "NULL"]) && columns.contains(term[term.startIndex])
    }
  }
}

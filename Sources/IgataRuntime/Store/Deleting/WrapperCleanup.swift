extension Backend {
  /// Deletes the rows that the query selects, and the wrappers that belong to them and to the rows that delete rules
  /// delete with them.
  ///
  /// No database does this by itself: the foreign key is that of the owner, which a wrapper's row may outlive.
  func delete(_ query: RowQuery, in session: any BackendSession) async throws(StoreError) -> Int {
    var survey = DeleteSurvey(query.table) { table in
      table.wrappers.isEmpty ? .none : .deleted(columns: table.wrappers.flatMap(\.columns))
    }
    guard survey.isNeeded else { return try await session.delete(query) }
    try await survey.look(query, session)
    let wrappers = survey.wrappers
    try checkWrites(1 + wrappers.count, of: "deleting \(query.table.model) with its wrappers", query.table)
    let count = try await session.delete(query)
    for wrapper in wrappers {
      let query = RowQuery(wrapper.table, keys: wrapper.keys)
      _ = try await delete(query, in: session)
    }
    return count
  }
}

extension TableDescription {
  /// The relations to models that belong to this one.
  fileprivate var wrappers: [RelationDescription] { relations.filter(\.isWrapper) }
}

extension DeleteSurvey {
  /// The rows of the wrappers that belong to deleted rows.
  fileprivate var wrappers: [(table: TableDescription, keys: [[StoredValue]])] {
    var wrappers: [(table: TableDescription, keys: [[StoredValue]])] = []
    for rows in deleted {
      var start = rows.table.primaryKey.count
      for relation in rows.table.wrappers {
        let columns = start..<(start + relation.columns.count)
        start = columns.upperBound
        let keys = rows.values.map { Array($0[columns]) }.filter { !$0.contains(.null) }
        if !keys.isEmpty { wrappers.append((relation.targetTable(), keys)) }
      }
    }
    return wrappers
  }
}

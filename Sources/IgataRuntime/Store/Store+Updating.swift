extension Store {
  /// Changes columns of the rows that the query selects, without loading them, and returns the number of rows.
  ///
  /// ```swift
  /// let count = try await store.update(Entry.where { $0.account.kind == .cash }) {
  ///   $0.amount.set($0.amount * 2)
  ///   $0.note.set(nil)
  /// }
  /// ```
  ///
  /// A column is set to a value, or to the value of another column or an expression, whose columns have the values from
  /// before the update. A relation is set by its key: `$0.ownerID.set(id)`. All rows are changed or none, in one
  /// statement. The version of each changed row is incremented, and its dates of the last change are set.
  ///
  /// Values are checked like those of a model that is saved, and results must be exact:
  /// ``StoreError/overflow(expression:)`` is thrown if one is outside the range of its column. A column with a
  /// `@pattern` can only be set to a value, or to a column with the same pattern.
  ///
  /// Columns of the key, the version, the dates of the last change and wrappers can't be set. A database may check a
  /// unique constraint after each row, so that an update that gives a row the former value of another one can throw
  /// ``StoreError/duplicateKey(model:constraint:fields:)``.
  @discardableResult
  nonisolated(nonsending)
    public func update<Model: PersistableModel>(
      _ query: Query<Model>, @AssignmentBuilder _ changes: (Model.Columns) -> [Assignment]
    ) async throws(StoreError) -> Int
  {
    try Model.table.checkIsWritten()
    let assignments = try Model.table.checked(changes(Model._columns(RelationPath())))
    let query = query.rowQuery
    try query.check()
    try query.check(assignments)
    if assignments.isEmpty { return 0 }
    return try await update(query, Model.table.stamped(assignments))
  }

  private func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    do throws(StoreError) {
      return try await perform(.write, atomic: true) { (session) throws(StoreError) in
        try await session.update(query, assignments)
      }
    } catch {
      throw query.naming(error, assignments.map(\.value))
    }
  }
}

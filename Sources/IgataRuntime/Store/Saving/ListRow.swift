/// A row of the table of an ordered relation.
struct ListRow<Owner: PersistableModel, Target: PersistableModel> {
  var owner: Owner.PrimaryKey
  /// Not stored if the list is unordered.
  var position: Int64
  var target: Target.PrimaryKey
}

extension BackendSession {
  func write<Owner, Target>(
    _ rows: [ListRow<Owner, Target>], _ join: TableDescription, _ kind: RowWrite.Kind
  ) async throws(StoreError) {
    if rows.isEmpty { return }
    let (position, target) = (join.table.positionColumn, join.table.targetColumn)
    _ = try await write(RowWrite(kind, join, count: rows.count)) { (row) throws(StoreError) in
      for list in rows {
        list.owner.write(to: &row, at: 0)
        if let position { row.int64(position, list.position) }
        list.target.write(to: &row, at: target)
        guard row.finishRow() else { break }
      }
      if let error = row.fault?.writingError(join) { throw error }
    }
  }
}

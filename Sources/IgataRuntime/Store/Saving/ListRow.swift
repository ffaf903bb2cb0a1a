/// A row of the table of an ordered relation.
struct ListRow {
  var owner: StoredKey
  /// Not stored if the list is unordered.
  var position: Int64
  var target: StoredKey
}

extension BackendSession {
  func write(_ rows: [ListRow], _ join: TableDescription, _ kind: RowWrite.Kind) async throws(StoreError) {
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

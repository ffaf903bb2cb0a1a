extension SaveGroup {
  /// The writes of models whose table another program makes: of a row that is there, only the columns whose values
  /// differ from the stored ones, and from those that were read. A row of which none does is not written.
  func changes(
    of indexes: ArraySlice<Int>, _ write: RowWrite, _ session: any BackendSession
  ) async throws(StoreError) -> [(write: RowWrite, indexes: ArraySlice<Int>)] {
    guard table.isExternal else { return [(write, indexes)] }
    let isNew = write.kind == .insert || write.kind == .insertMissing
    let stored: [StoredKey: Model] = isNew ? [:] : try await storedRows(of: indexes, session)
    let all = Array(table.columns.indices)
    let written = all.filter { !table.primaryKey.contains($0) && !table.readOnlyColumns.contains($0) }
    var changed: [Int] = []
    var writes: [RowWrite] = []
    for index in indexes {
      var change = write
      // What the program has changed, if it has read the row, or said which columns it writes.
      let own = write.columns == nil ? models[index]._original.changedColumns(of: models[index]) : nil
      if let row = stored[StoredKey(models[index].primaryKey)] {
        // What is as it was read stays so, however exact it is.
        models[index] = models[index].rounded(in: ColumnComparison.differences(row, models[index]))
        let columns = ColumnComparison.differences(row, models[index])
        change.kind = .update
        change.columns = columns.filter {
          (write.columns?.contains($0) ?? true) && (own?.contains($0) ?? true) && !table.readOnlyColumns.contains($0)
        }
        if change.columns == [] { continue }
        change.omitted = []
      } else {
        models[index] = models[index].rounded(in: all)
        // Another program may insert the row meanwhile.
        if !table.readOnlyColumns.isEmpty { change.columns = (change.columns ?? written).filter(written.contains) }
      }
      changed.append(index)
      writes.append(change)
    }
    return isNew ? [(write, indexes)] : RowWrite.runs(of: changed, writes, mayMove: false)
  }

  /// The models as they are stored, without what they refer to.
  private func storedRows(
    of indexes: ArraySlice<Int>, _ session: any BackendSession
  ) async throws(StoreError) -> [StoredKey: Model] {
    let keys = indexes.filter { !models[$0].needsGeneratedKey }.map { keyValues(of: $0) }
    return keys.isEmpty ? [:] : try await session.storedModels(keys)
  }
}

#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The batches of lookups that were not sent yet, one for each table, to which more lookups can be added.
final class OpenBatches: Sendable {
  private let batches = Mutex<[ObjectIdentifier: LookupBatch]>([:])

  var isEmpty: Bool { batches.withLock { $0.isEmpty } }

  /// Looks up the row with a key, together with others; `nil` if the key can't be sent.
  func lookUp(
    _ table: TableDescription, _ key: (inout RowWriter) -> Void, _ backend: PostgreSQLBackend
  ) -> BatchedRow? {
    batches.withLock { batches in
      let priority = Task.currentPriority
      if let row = batches[ObjectIdentifier(table)]?.add(key, priority) { return row }
      let batch = LookupBatch(table, priority)
      guard let row = batch.add(key, priority) else { return nil }
      batches[ObjectIdentifier(table)] = batch
      batch.start(backend)
      return row
    }
  }

  /// Removes a batch that accepts no more lookups, because it is sent now.
  func remove(_ batch: LookupBatch) {
    batches.withLock { batches in
      let table = ObjectIdentifier(batch.table)
      if batches[table] === batch { batches[table] = nil }
    }
  }
}

#endif

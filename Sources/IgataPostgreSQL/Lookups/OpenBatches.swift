#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

/// The batches of lookups that were not sent yet, one for each table, which more lookups can join.
final class OpenBatches: Sendable {
  private let batches = Mutex<[ObjectIdentifier: LookupBatch]>([:])

  var isEmpty: Bool { batches.withLock { $0.isEmpty } }

  /// Asks for the row that has a key, together with others; `nil` if it can't be asked for that way.
  func ask(
    _ table: TableDescription, _ key: (inout RowWriter) -> Void, _ backend: PostgreSQLBackend
  ) -> BatchedRow? {
    batches.withLock { batches in
      let priority = Task.currentPriority
      if let row = batches[ObjectIdentifier(table)]?.add(key, priority) { return row }
      let batch = LookupBatch(table, priority)
      guard let row = batch.add(key, priority) else { return nil }
      batches[ObjectIdentifier(table)] = batch
      batch.ask(backend)
      return row
    }
  }

  /// The batch is sent now, and takes no more lookups.
  func end(_ batch: LookupBatch) {
    batches.withLock { batches in
      let table = ObjectIdentifier(batch.table)
      if batches[table] === batch { batches[table] = nil }
    }
  }
}

#endif

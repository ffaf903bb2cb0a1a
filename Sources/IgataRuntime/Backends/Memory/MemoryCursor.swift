internal import Synchronization

/// Iterates over the rows as they were when the cursor was made.
final class MemoryCursor: RowCursor {
  private let table: TableDescription
  private let rest: Mutex<ArraySlice<[StoredValue]>>

  init(_ rows: [[StoredValue]], _ table: TableDescription) {
    self.table = table
    rest = Mutex(rows[...])
  }

  func next(
    _ count: Int, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) async throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
    let rows = rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    let fault = try ValueRowCursor(rows).read { (reader) throws(StoreError) in
      try consume(&reader)
      return reader.fault?.readingError(table, row: reader.keyText(table))
    }
    if let fault { throw fault }
  }
}

#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

@_spi(Backend) extension SQLiteBackend: DirectBackend {
  /// Reads on a connection that is free. If there is none, does nothing and returns `false`.
  public func readSynchronously(
    _ query: RowQuery, for call: ObservedCall?, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    if Task.isCancelled { throw .cancelled }
    guard let connection = try readers.acquireSynchronously() else { return false }
    defer { readers.release(connection) }
    do { try connection.read(query, for: call, consume) } catch { throw connection.use.explained(error) }
    return true
  }

  /// Finds a row by its key on a connection that is free. If there is none, does nothing.
  public func lookUp(
    _ table: TableDescription, key: (inout RowWriter) -> Void, for call: ObservedCall?,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> LookupOutcome {
    if Task.isCancelled { throw .cancelled }
    guard let connection = try readers.acquireSynchronously() else { return .unasked }
    defer { readers.release(connection) }
    do { try connection.read(table, key: key, for: call, consume) } catch { throw connection.use.explained(error) }
    return .read
  }

  /// Yes.
  public var writesSynchronously: Bool { true }

  /// SQLite executes a statement outside of a transaction in one of its own, and rolls it back if the statement fails.
  public func writeRowSynchronously(
    _ write: RowWrite, for call: ObservedCall?, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int? {
    if Task.isCancelled { throw .cancelled }
    guard !options.isReadOnly, let connection = try writer.acquireSynchronously() else { return nil }
    defer { writer.release(connection) }
    try connection.file?.check()
    do {
      return try connection.write(write, for: call, produce) { failure, _ in failure.storeError(write.table) }
    } catch {
      connection.endTransaction()
      return nil
    }
  }
}

#endif

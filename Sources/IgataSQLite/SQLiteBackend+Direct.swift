#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL

@_spi(Backend) extension SQLiteBackend: DirectBackend {
  /// Reads on a connection that is free; where none is, nothing is done and the result is `false`.
  public func readSynchronously(
    _ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    if Task.isCancelled { throw .cancelled }
    guard let connection = try readers.acquireSynchronously() else { return false }
    defer { readers.release(connection) }
    try connection.read(query, consume)
    return true
  }

  /// Finds a row by its key on a connection that is free; where none is, nothing is done and the result is `false`.
  public func readSynchronously(
    _ table: TableDescription, key: (inout RowWriter) -> Void,
    _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    if Task.isCancelled { throw .cancelled }
    guard let connection = try readers.acquireSynchronously() else { return false }
    defer { readers.release(connection) }
    try connection.read(table, key: key, consume)
    return true
  }

  /// SQLite makes a transaction for a statement that stands outside of any, and undoes it where the statement fails.
  public func writeRowSynchronously(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Int? {
    if Task.isCancelled { throw .cancelled }
    guard !options.isReadOnly, let connection = try writer.acquireSynchronously() else { return nil }
    defer { writer.release(connection) }
    do {
      return try connection.write(write, produce) { failure, _ in failure.storeError(write.table) }
    } catch {
      connection.endTransaction()
      return nil
    }
  }
}

#endif

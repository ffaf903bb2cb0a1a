/// A session that only reads.
protocol ReadingSession: BackendSession {
  /// The error of everything else.
  static var refusal: StoreError { get }
}

extension ReadingSession {
  func execute(_ sql: SQL) async throws(StoreError) -> SQLChange { throw Self.refusal }

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    throw Self.refusal
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int { throw Self.refusal }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    throw Self.refusal
  }

  func savepoint() async throws(StoreError) -> Savepoint { throw Self.refusal }
  func rollBack(to savepoint: Savepoint) async throws(StoreError) { throw Self.refusal }
  func release(_ savepoint: Savepoint) async throws(StoreError) { throw Self.refusal }
}

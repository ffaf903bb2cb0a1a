#if PostgreSQL
import GeneratedModels
@_spi(Backend) import IgataRuntime
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// A caller that catches the error of a statement can go on in the transaction, whatever came before it.
@Suite(.enabled(if: TestServer.isThere)) struct FailedStatementTests {
  private static let missing = TableDescription(
    """
    table Missing missing
    column id int64
    key id
    """)

  /// A call that fails on the server.
  enum Call: CaseIterable {
    case read, aggregate, sql, delete

    func fail(_ session: any BackendSession) async {
      let failure = await error {
        let missing = RowQuery(FailedStatementTests.missing)
        switch self {
        case .read: try await session.read(missing) { _ in }
        case .aggregate: _ = try await session.aggregate(missing, by: [], [.count])
        case .sql:
          try await session.read("SELECT 1 / 0", as: { _ throws(StoreError) in missing.table }) { _ in }
        case .delete: _ = try await session.delete(missing)
        }
      }
      #expect(failure != nil)
    }
  }

  private static func count(_ session: any BackendSession) async throws -> Int {
    guard case .integer(let count) = try await session.aggregate(RowQuery(Tag.table), by: [], [.count])[0][0] else {
      return -1
    }
    return Int(count)
  }

  private static func add(_ names: [String], _ session: any BackendSession) async throws {
    _ = try await session.write(RowWrite(.insert, Tag.table, count: names.count)) { (row) throws(StoreError) in
      for name in names {
        Tag(name: name).write(to: &row)
        guard row.finishRow() else { return }
      }
    }
  }

  @Test(arguments: Call.allCases, [SessionAccess.read, .write])
  func goesOn(_ call: Call, _ access: SessionAccess) async throws {
    if call == .delete, access == .read { return }
    let (backend, store) = try await household()
    try await store.insert([Tag(name: "a"), Tag(name: "b")])
    let session = try await backend.begin(access)
    // The first statement, after which the transaction begins anew; then after a failure, and after reads.
    await call.fail(session)
    await call.fail(session)
    #expect(try await Self.count(session) == 2)
    await call.fail(session)
    #expect(try await Self.count(session) == 2)
    #expect(try await Self.count(session) == 2)
    await call.fail(session)
    #expect(try await Self.count(session) == 2)
    // The snapshot is that of the first read.
    try await store.insert(Tag(name: "c"))
    await call.fail(session)
    #expect(try await Self.count(session) == (access == .read ? 2 : 3))
    await session.rollback()
    #expect(try await store.count(Tag.all) == 3)
  }

  /// What was written before a failure is kept, inside of savepoints and outside.
  @Test(arguments: Call.allCases) func keepsWrites(_ call: Call) async throws {
    let (backend, store) = try await household()
    let session = try await backend.begin(.write)
    await call.fail(session)
    try await Self.add(["a"], session)
    await call.fail(session)
    #expect(try await Self.count(session) == 1)
    let first = try await session.savepoint()
    await call.fail(session)
    try await Self.add(["b"], session)
    #expect(try await Self.count(session) == 2)
    await call.fail(session)
    let second = try await session.savepoint()
    try await Self.add(["c"], session)
    #expect(try await Self.count(session) == 3)
    try await session.rollBack(to: second)
    await call.fail(session)
    #expect(try await Self.count(session) == 2)
    try await session.release(first)
    await call.fail(session)
    // A write that fails leaves the transaction to the savepoint before it.
    let third = try await session.savepoint()
    #expect(try await Self.count(session) == 2)
    #expect(await error { try await Self.add(["a"], session) } != nil)
    await call.fail(session)
    try await session.rollBack(to: third)
    #expect(try await Self.count(session) == 2)
    try await Self.add(["d"], session)
    await call.fail(session)
    try await session.commit()
    #expect(Set(try await store.fetch(Tag.all).map(\.name)) == ["a", "b", "d"])
  }

  /// If all that a transaction did has failed, there is nothing to commit, and the connection serves the next.
  @Test(arguments: Call.allCases) func nothingButFailures(_ call: Call) async throws {
    let (backend, store) = try await household()
    for _ in 0..<3 {
      let session = try await backend.begin(.write)
      await call.fail(session)
      try await session.commit()
    }
    #expect(try await store.count(Tag.all) == 0)
  }

  private func household() async throws -> (PostgreSQLBackend, Store) {
    let backend = try await TestServer.backend(options: .patient(isolation: .readCommitted))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    return (backend, store)
  }
}

#endif

#if PostgreSQL
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Fault 5.4: what a connection keeps prepared on the server becomes outdated there. It is prepared again once, and a
/// transaction that has begun is told to be tried again.
@Suite(.enabled(if: TestServer.isThere)) struct OutdatedStatementTests {
  /// What happens on the server, on the connection itself or elsewhere.
  enum Event: String, CaseIterable {
    case changedType = "ALTER TABLE tag ALTER COLUMN name TYPE varchar"
    case discarded = "DISCARD ALL"
    case deallocated = "DEALLOCATE ALL"
  }

  /// A call of a store, which is made before and after the event.
  enum Call: CaseIterable {
    case find, findTogether, fetch, fetchMany, fetchPage, fetchRelated, load, observe, aggregate, stream, save, saveMany
    case update, delete

    func make(_ store: Store) async throws {
      switch self {
      case .find: #expect(try await store.find(Tag.self, id: "7")?.name == "7")
      case .findTogether:
        let finds = await store.findTags(0..<20)
        for (number, find) in finds.enumerated() { #expect(try await find.value == "\(number)") }
      case .fetch: #expect(try await store.fetch(Tag.where { $0.name == "7" }).map(\.name) == ["7"])
      case .fetchMany: #expect(try await store.fetch(Tag.all).count >= 3000)
      case .fetchPage: #expect(try await store.page(Tag.all, size: 2).items.count == 2)
      case .fetchRelated: #expect(try await store.fetch(Account.all).map(\.tags.count) == [2])
      case .load:
        let account = try #require(try await store.fetch(Account.all).first)
        #expect(try await store.refresh(account)?.tags.count == 2)
        #expect(try await store.load(account) { $0.owner }.owner.name == "somebody")
      case .observe:
        for try await accounts in store.observe(Account.all) {
          #expect(accounts.map(\.tags.count) == [2])
          break
        }
      case .aggregate: #expect(try await store.count(Tag.where { $0.name == "7" }) == 1)
      case .stream:
        var count = 0
        for try await _ in store.stream(Tag.where { $0.name < "8" }) { count += 1 }
        #expect(count > 2000)
      case .save: try await store.save(Tag(name: "saved"))
      case .saveMany: try await store.save((0..<40).map { Tag(name: "saved \($0)") })
      case .update: try await store.update(Person.where { $0.name == "nobody" }) { $0.name.set("somebody") }
      case .delete: try await store.delete(Tag.where { $0.name == "nothing" })
      }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: Event.allCases, Call.allCases)
  func outsideATransaction(_ event: Event, _ call: Call) async throws {
    let (backend, store, connection) = try await household()
    for _ in 0..<3 { try await call.make(store) }
    try await happen(event, backend, connection)
    for _ in 0..<3 { try await call.make(store) }
  }

  /// The statement that fails is the first of the transaction, or follows another.
  @Test(.timeLimit(.minutes(10)), arguments: Event.allCases, [true, false])
  func inATransaction(_ event: Event, _ isFirst: Bool) async throws {
    let (backend, store, connection) = try await household()
    try await Call.fetch.make(store)
    try await Call.fetch.make(store)
    try await store.transaction { try await Call.fetch.make($0) }
    try await happen(event, backend, connection)
    for attempts in [1, 2] {
      let failure = await error {
        try await store.transaction(attempts: attempts) { store in
          if !isFirst { try await store.execute("SELECT 1") }
          try await Call.fetch.make(store)
        }
      }
      if attempts == 2 || isFirst { #expect(failure == nil) } else { isConflict(failure) }
      if attempts == 1, !isFirst { try await happen(event, backend, connection) }
    }
  }

  private func isConflict(_ failure: StoreError?) {
    if case .conflict = failure { return }
    Issue.record("\(String(describing: failure))")
  }

  /// A store with one connection, whose statements are all prepared.
  private func household() async throws -> (PostgreSQLBackend, Store, String) {
    let connection = try await TestServer.space()
    let backend = try PostgreSQLBackend(
      connection, options: .patient(connectionCount: 1, isolation: .readCommitted))
    let store = Store(backend)
    try await store.prepare(HouseholdSchema.self)
    let tags = (0..<3000).map { Tag(name: "\($0)") }
    try await store.insert(tags)
    try await store.save(Account(name: "a", owner: Person(name: "somebody"), tags: Array(tags[7...8])))
    return (backend, store, connection)
  }

  private func happen(_ event: Event, _ backend: PostgreSQLBackend, _ connection: String) async throws {
    if event == .changedType {
      // Another type each time.
      try await TestServer.run("\(event.rawValue)(\(Int.random(in: 100...9999)))", on: connection)
    } else {
      for pool in [backend.pool, backend.streams] {
        let lent = try await pool.acquire()
        _ = try await lent.run([.command(event.rawValue)])
        pool.release(lent)
      }
    }
  }
}

#endif

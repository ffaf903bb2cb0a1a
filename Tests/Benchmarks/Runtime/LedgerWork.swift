import IgataRuntime
import IgataSQLite
import SQLiteBaseline

/// An operation on the ledger through the store, with all that it begins with.
struct LedgerWork {
  private let operation: RuntimeOperation
  private let store: Store
  private let accounts: [LedgerAccount]

  /// Opens the file, or fills a database in memory.
  init(_ operation: RuntimeOperation, path: String, _ place: RuntimePlace) async throws {
    self.operation = operation
    accounts = LedgerRows.accounts
    switch place {
    case .file: store = Store(try SQLiteBackend(path: path))
    case .memory:
      store = Store(try SQLiteBackend.inMemory())
      try await store.prepare(LedgerSchema.self)
      if !operation.beginsEmpty { try await store.insert(accounts) }
    }
    if !operation.beginsEmpty { try expect(try await store.find(LedgerAccount.self, id: LedgerRows.key(0)) != nil) }
  }

  /// Makes the files that the operations begin with.
  static func makeFile(_ path: String, isFilled: Bool) async throws {
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare(LedgerSchema.self)
    if isFilled { try await store.insert(LedgerRows.accounts) }
  }

  /// Runs it once; returns the processor time in seconds. Callgrind counts meanwhile.
  func run() async throws -> Double {
    // What C keeps to the end is kept here too, so that it does not count when it goes.
    var kept: [LedgerAccount] = []
    counting_begin()
    let seconds = try await processorTime {
      switch operation {
      case .insert: kept = try await store.insert(accounts)
      case .load: kept = try await store.fetch(LedgerAccount.all)
      case .find: try await find(in: store)
      case .findInTransaction: try await store.transaction { try await find(in: $0) }
      case .update: try await update()
      case .updateOneByOne: try await store.transaction { try await updateEach(in: $0) }
      case .save: try await save()
      case .page: try await page()
      case .filter: kept = try await store.fetch(Self.filtered)
      }
    }
    counting_end()
    switch operation {
    case .insert, .load: try expect(kept.count == LedgerRows.count)
    case .filter: try expect(kept.count == 1000)
    default: break
    }
    return seconds
  }

  private func expect(_ condition: Bool) throws {
    if !condition { throw BenchmarkFault("\(operation.rawValue) did not find what it should have") }
  }

  private func find(in store: Store) async throws {
    for index in 0..<LedgerRows.finds {
      let found = try await store.find(LedgerAccount.self, id: LedgerRows.key(LedgerRows.scattered(index)))
      try expect(found != nil)
    }
  }

  private func changed(_ index: Int) -> LedgerAccount {
    var account = accounts[LedgerRows.scattered(index)]
    account.amount = Currency(savedValue: account.amount.savedValue + 1)
    return account
  }

  private func update() async throws {
    try await store.update((0..<LedgerRows.updates).map(changed))
  }

  private func updateEach(in store: Store) async throws {
    for index in 0..<LedgerRows.updates { try await store.update(changed(index)) }
  }

  private func save() async throws {
    for index in 0..<LedgerRows.saves { try await store.save(changed(index)) }
  }

  private func page() async throws {
    var page = try await store.page(LedgerAccount.all, size: 10)
    var count = page.items.count
    while page.hasMore {
      page = try await store.page(LedgerAccount.all, size: 10, after: page.cursor)
      count += page.items.count
    }
    try expect(count == LedgerRows.count)
  }

  private static var filtered: Query<LedgerAccount> {
    let (low, high) = (Currency(savedValue: -200_000), Currency(savedValue: 200_000))
    return LedgerAccount.where { $0.active == true && $0.amount >= low && $0.amount < high }
      .order { $0.name.ascending }.limit(1000)
  }
}

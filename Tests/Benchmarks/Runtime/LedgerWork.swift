import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite

/// An operation on the ledger through the store, with all that it begins with.
struct LedgerWork: RuntimeWork {
  private let operation: RuntimeOperation
  private let backend: SQLiteBackend
  private let store: Store
  private let accounts: [LedgerAccount]

  /// Opens the file, or fills a database in memory.
  init(_ operation: RuntimeOperation, path: String, _ location: DatabaseLocation) async throws {
    self.operation = operation
    accounts = LedgerRows.accounts
    backend = try location == .memory ? SQLiteBackend.inMemory() : SQLiteBackend(path: path)
    let silent = StoreObserver(slowerThan: .seconds(3600)) { print($0) }
    store = Store(backend, observing: operation == .findObserved ? silent : nil)
    let isFilled = operation.start == .filledLedger
    if location == .memory { try await Self.fill(store, isFilled: isFilled) }
    if operation == .sum { try await store.insert(LedgerRows.entries) }
    if isFilled { try expect(try await store.find(LedgerAccount.self, id: LedgerRows.key(0)) != nil) }
  }

  static func fill(_ store: Store, isFilled: Bool) async throws {
    try await store.prepare(LedgerSchema.self)
    if isFilled { try await store.insert(LedgerRows.accounts) }
  }

  func run() async throws -> Double {
    // What C keeps to the end is kept here too, so that it does not count when it goes.
    var kept: [LedgerAccount] = []
    var sums: [QueryGroup<UUID, Currency>] = []
    let seconds = try await counting {
      switch operation {
      case .insert: kept = try await store.insert(accounts)
      case .load: kept = try await store.fetch(LedgerAccount.all)
      case .find, .findObserved: try await find(in: store)
      case .findInTransaction: try await store.transaction { try await find(in: $0) }
      case .findSynchronously: try findSynchronously()
      case .update: try await update()
      case .updateOneByOne: try await store.transaction { try await updateEach(in: $0) }
      case .save: try await save()
      case .saveSynchronously: try saveSynchronously()
      case .page: try await page()
      case .filter: kept = try await store.fetch(Self.filtered)
      case .sum: sums = try await store.sum(LedgerEntry.all.grouped { $0.accountID }) { $0.amount }
      case .saveHousehold, .loadHousehold, .insertReferring, .project, .group, .related, .relatedPlain:
        break
      }
    }
    switch operation {
    case .insert, .load: try expect(kept.count == LedgerRows.count)
    case .filter: try expect(kept.count == 1000)
    case .sum: try expect(sums.count == LedgerRows.owners)
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

  private func findSynchronously() throws {
    for index in 0..<LedgerRows.finds {
      let id = LedgerRows.key(LedgerRows.scattered(index))
      var found: LedgerAccount?
      _ = try backend.lookUp(LedgerAccount.table, key: { id.write(to: &$0, at: 0) }, for: nil) { (row) throws(StoreError) in
        if row.next() { found = LedgerAccount(row: &row) }
      }
      try expect(found != nil)
    }
  }

  private func saveSynchronously() throws {
    for index in 0..<LedgerRows.saves {
      let account = changed(index)
      let write = RowWrite(.save, LedgerAccount.table, count: 1)
      let count = try backend.writeRowSynchronously(write, for: nil) { (row) throws(StoreError) in
        account.write(to: &row)
        _ = row.finishRow()
      }
      try expect(count == 1)
    }
  }

  private func changed(_ index: Int) -> LedgerAccount {
    var account = accounts[LedgerRows.scattered(index)]
    account.amount = Currency(storedInteger: account.amount.storedInteger + 1)
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
    let (low, high) = (Currency(storedInteger: -200_000), Currency(storedInteger: 200_000))
    return LedgerAccount.where { $0.active == true && $0.amount >= low && $0.amount < high }
      .order { $0.name.ascending }.limit(1000)
  }
}

import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataSQLite

/// An operation on models that hold others: 10,000 accounts, each with one of 1,000 owners, settings of its own and
/// three of 50 tags, or only with one of 100 owners that were loaded. The very ones that the C program makes.
struct HouseholdWork: RuntimeWork {
  private static let count = 10_000
  private static let owners = 1_000
  private static let tags = 50
  private static let loadedOwners = 100
  private static let enteredAccounts = 100

  private let operation: RuntimeOperation
  private let store: Store
  private var accounts: [Account]
  /// Whether Swift has looked up the types of the query before.
  private var isWarm = false

  /// The same on a store that is filled, where the operation has run before.
  init(_ operation: RuntimeOperation, on store: Store) {
    self.operation = operation
    self.store = store
    accounts = []
    isWarm = true
  }

  /// Opens the file, or fills a database in memory.
  init(_ operation: RuntimeOperation, path: String, _ location: DatabaseLocation) async throws {
    self.operation = operation
    accounts = operation == .saveHousehold ? Self.accounts : []
    store = Store(try location == .memory ? SQLiteBackend.inMemory() : SQLiteBackend(path: path))
    switch location {
    case .memory: try await Self.fill(store, operation.start)
    // C has a connection beforehand, too.
    case .file: _ = try await store.first(Person.all)
    }
    if operation == .insertReferring { accounts = Self.accounts(of: try await store.fetch(Person.all)) }
  }

  /// Fills the tables again, unless they have as many owners as they are to have.
  static func refill(_ store: Store, _ start: RuntimeStart) async throws {
    try await store.prepare(HouseholdSchema.self)
    if try await store.count(Person.all) == (start == .owned ? loadedOwners : owners) { return }
    try await store.delete(Account.all)
    try await store.delete(Person.all)
    try await fill(store, start)
    // The server chooses its plans by what it knows of the rows.
    try await store.execute("ANALYZE")
  }

  static func fill(_ store: Store, _ start: RuntimeStart) async throws {
    try await store.prepare(HouseholdSchema.self)
    switch start {
    case .filledHousehold: try await store.save(accounts)
    case .owners: try await store.insert(Array(people.prefix(loadedOwners)))
    case .owned: try await store.insert(accounts(of: Array(people.prefix(loadedOwners))))
    case .entered:
      let owners = Array(people.prefix(loadedOwners))
      let entered = try await store.insert(Array(accounts(of: owners).prefix(enteredAccounts)))
      try await store.insert(entries(of: entered))
    default: break
    }
  }

  func run() async throws -> Double {
    switch operation {
    case .project:
      return try await run(Account.all, first: Account.all.limit(1), count: Self.count) { accounts in
        try await store.select(accounts) { ($0.name, $0.owner.name, $0.initialAmount) }
      }
    case .group:
      let groups = Account.all.grouped { ($0.kind, $0.ownerID) }.having { $0.count > 4 }
      return try await run(groups, first: groups.limit(1), count: Self.owners) { groups in
        try await store.select(groups) {
          ($0.kind, $0.ownerID, $0.count, $0.sum { $0.initialAmount }, $0.max { $0.initialAmount })
        }
      }
    case .related:
      return try await run(Person.all, first: Person.all.limit(1), count: Self.loadedOwners) { owners in
        try await store.fetch(owners, with: { $0.accounts })
      }
    case .relatedPlain:
      return try await run(Account.all, first: Account.all.limit(1), count: Self.enteredAccounts) { accounts in
        try await store.fetch(accounts, with: { $0.entries })
      }
    default: return try await runOnAccounts()
    }
  }

  /// Runs a query that returns `count` rows, after `first`, for which Swift looks up the types of the query. It does so
  /// once in a process, and a C program has none.
  private func run<Selection, Row>(
    _ all: Selection, first: Selection, count: Int, _ query: (Selection) async throws -> [Row]
  ) async throws -> Double {
    if !isWarm { _ = try await query(first) }
    // What C keeps to the end is kept here too, so that it does not count when it goes.
    var kept: [Row] = []
    let seconds = try await counting { kept = try await query(all) }
    guard kept.count == count else { throw BenchmarkFault("\(operation.rawValue) found \(kept.count) rows") }
    return seconds
  }

  private func runOnAccounts() async throws -> Double {
    var kept: [Account] = []
    let seconds = try await counting {
      switch operation {
      case .saveHousehold: kept = try await store.save(accounts)
      case .insertReferring: kept = try await store.insert(accounts)
      default: kept = try await store.fetch(Account.all)
      }
    }
    let tagCount = operation == .insertReferring ? 0 : 3
    guard kept.count == Self.count, kept.allSatisfy({ $0.tags.count == tagCount }) else {
      throw BenchmarkFault("\(operation.rawValue) did not find what it should have")
    }
    return seconds
  }

  private static var people: [Person] {
    (0..<owners).map { Person(id: LedgerRows.key(1_000_000 + $0), name: "Owner number \($0)") }
  }

  /// Accounts without settings and tags.
  private static func accounts(of owners: [Person]) -> [Account] {
    (0..<count).map { number in
      Account(
        id: LedgerRows.key(number), name: "Account \(number)", kind: number % 2 == 0 ? .bank : .card,
        initialAmount: Currency(storedInteger: Int64(number)), owner: owners[number % owners.count])
    }
  }

  private static func entries(of accounts: [Account]) -> [Entry] {
    (0..<count).map { number in
      Entry(
        account: accounts[number % accounts.count], amount: Currency(storedInteger: Int64(number)),
        note: number % 2 == 0 ? "A note" : nil, at: Date(timeIntervalSince1970: Double(number)))
    }
  }

  private static var accounts: [Account] {
    let people = people
    let tags = (0..<tags).map { Tag(name: $0 < 10 ? "tag 0\($0)" : "tag \($0)") }
    return (0..<count).map { number in
      let settings = Settings(
        id: LedgerRows.key(2_000_000 + number), monthStartsOn: Int16(number % 28 + 1),
        warnBelow: Currency(storedInteger: Int64(number)))
      return Account(
        id: LedgerRows.key(number), name: "Account \(number)", kind: number % 2 == 0 ? .bank : .card,
        initialAmount: Currency(storedInteger: Int64(number)), owner: people[number % owners], settings: settings,
        tags: (0..<3).map { tags[(number + $0 * 7) % Self.tags] })
    }
  }
}

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

  private let operation: RuntimeOperation
  private let store: Store
  private var accounts: [Account]

  /// Opens the file, or fills a database in memory.
  init(_ operation: RuntimeOperation, path: String, _ location: DatabaseLocation) async throws {
    self.operation = operation
    accounts = operation == .saveHousehold ? Self.accounts : []
    store = Store(try location == .memory ? SQLiteBackend.inMemory() : SQLiteBackend(path: path))
    if location == .memory { try await Self.fill(store, operation.start) }
    if operation == .insertReferring {
      let owners = try await store.fetch(Person.all)
      accounts = (0..<Self.count).map { number in
        Account(
          id: LedgerRows.key(number), name: "Account \(number)", kind: number % 2 == 0 ? .bank : .card,
          initialAmount: Currency(savedValue: Int64(number)), owner: owners[number % owners.count])
      }
    }
  }

  static func fill(_ store: Store, _ start: RuntimeStart) async throws {
    try await store.prepare(HouseholdSchema.self)
    switch start {
    case .filledHousehold: try await store.save(accounts)
    case .owners: try await store.insert(Array(people.prefix(loadedOwners)))
    default: break
    }
  }

  func run() async throws -> Double {
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

  private static var accounts: [Account] {
    let people = people
    let tags = (0..<tags).map { Tag(name: $0 < 10 ? "tag 0\($0)" : "tag \($0)") }
    return (0..<count).map { number in
      let settings = Settings(
        id: LedgerRows.key(2_000_000 + number), monthStartsOn: Int16(number % 28 + 1),
        warnBelow: Currency(savedValue: Int64(number)))
      return Account(
        id: LedgerRows.key(number), name: "Account \(number)", kind: number % 2 == 0 ? .bank : .card,
        initialAmount: Currency(savedValue: Int64(number)), owner: people[number % owners], settings: settings,
        tags: (0..<3).map { tags[(number + $0 * 7) % Self.tags] })
    }
  }
}

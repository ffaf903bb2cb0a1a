import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataSQLite

/// An operation on models that hold others: 10,000 accounts, each with one of 1,000 owners, settings of its own and
/// three of 50 tags. The very ones that the C program makes.
struct HouseholdWork: RuntimeWork {
  private static let count = 10_000
  private static let owners = 1_000
  private static let tags = 50

  private let operation: RuntimeOperation
  private let store: Store
  private let accounts: [Account]

  /// Opens the file, or fills a database in memory.
  init(_ operation: RuntimeOperation, path: String, _ location: DatabaseLocation) async throws {
    self.operation = operation
    accounts = operation == .saveHousehold ? Self.accounts : []
    store = Store(try location == .memory ? SQLiteBackend.inMemory() : SQLiteBackend(path: path))
    if location == .memory { try await Self.fill(store, isFilled: operation.start == .filledHousehold) }
  }

  static func fill(_ store: Store, isFilled: Bool) async throws {
    try await store.prepare(HouseholdSchema.self)
    if isFilled { try await store.save(accounts) }
  }

  func run() async throws -> Double {
    var kept: [Account] = []
    let seconds = try await counting {
      kept = operation == .saveHousehold ? try await store.save(accounts) : try await store.fetch(Account.all)
    }
    guard kept.count == Self.count, kept.allSatisfy({ $0.tags.count == 3 }) else {
      throw BenchmarkFault("\(operation.rawValue) did not find what it should have")
    }
    return seconds
  }

  private static var accounts: [Account] {
    let people = (0..<owners).map { Person(id: LedgerRows.key(1_000_000 + $0), name: "Owner number \($0)") }
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

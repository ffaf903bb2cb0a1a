import Foundation
import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import PostgreSQLBaseline

/// One operation of one side on a server, in a process of its own, which prints the processor time and the wall time.
struct ServerProbe: Sendable {
  enum Side: String, CaseIterable, Sendable {
    case igata
    case c = "C"
    /// The C program with a thread for each task, where the other one has one thread for all connections.
    case threads
  }

  let side: Side
  let operation: ServerOperation

  static let connection = ProcessInfo.processInfo.environment["IGATA_POSTGRESQL"]

  /// How to connect to the tables of the operation: those of the household, of which one has the name of one of the
  /// ledger, are in a schema of their own.
  private var connection: String {
    let connection = Self.connection ?? ""
    guard operation.household != nil else { return connection }
    guard connection.contains("://") else { return connection + " options='-csearch_path=household'" }
    return connection + (connection.contains("?") ? "&" : "?") + "options=-csearch_path%3Dhousehold"
  }

  #if PostgreSQL
  static let isBuilt = true
  #else
  static let isBuilt = false
  #endif

  private var name: String { "\(side.rawValue)-\(operation.rawValue)" }

  /// Every probe by its name, and those that make and fill the tables.
  static var all: [String: @Sendable (Int) async throws -> Void] {
    var all = FormCost.probes(on: .postgresql)
    for operation in ServerOperation.allCases {
      for side in operation.sides {
        let probe = ServerProbe(side: side, operation: operation)
        all[probe.name] = { _ in try await probe.run() }
      }
    }
    return all
  }

  func measure(in session: Session) async throws -> ServerCost {
    try await prepare()
    let printed = try session.probe("postgresql", name, times: 1).printed().split(separator: " ")
    let numbers = printed.compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    guard numbers.count == 2 else { throw BenchmarkFault("a probe printed '\(printed)'") }
    return ServerCost(processor: numbers[0], wall: numbers[1])
  }

  #if PostgreSQL
  /// Fills the table, or empties it for the operation that fills it.
  private func prepare() async throws {
    let store = Store(try PostgreSQLBackend(connection))
    if let household = operation.household {
      try await store.execute("CREATE SCHEMA IF NOT EXISTS household")
      return try await HouseholdWork.refill(store, household.start)
    }
    try await store.prepare(LedgerSchema.self)
    let count = try await store.count(LedgerAccount.all)
    if operation == .insert || operation == .insertEach {
      try baseline("empty")
    } else if count < LedgerRows.count {
      try await store.insert(LedgerRows.accounts)
    }
  }

  private func run() async throws {
    if side == .c || side == .threads {
      let (processor, wall) = try baseline(side == .threads ? "find-threads" : operation.rawValue)
      return print(processor, wall)
    }
    let store = Store(try PostgreSQLBackend(connection))
    var accounts = rows
    // A query takes milliseconds, and the first one of a process as long for what is made once.
    if operation.household != nil {
      try await work(store, &accounts)
    } else {
      try await open(PostgreSQLOptions().connectionCount, store)
      if operation == .insert { try await copyOnce(store) }
    }
    let start = ContinuousClock.now
    let processor =
      if let household = operation.household {
        try await HouseholdWork(household, on: store).run()
      } else {
        try await processorTime { try await work(store, &accounts) }
      }
    let wall = ContinuousClock.now - start
    // What C keeps to the end is kept here too, so that it does not count when it goes.
    withExtendedLifetime(accounts) { print(processor, wall / .seconds(1)) }
  }

  /// Runs an operation of the C program.
  @discardableResult
  private func baseline(_ name: String) throws -> (processor: Double, wall: Double) {
    var (processor, wall) = (0.0, 0.0)
    guard postgresql_baseline(name, connection, &processor, &wall) == 0 else {
      throw BenchmarkFault("the baseline failed at \(name)")
    }
    return (processor, wall)
  }

  /// The rows that are written, which C has beforehand as well.
  private var rows: [LedgerAccount] {
    switch operation {
    case .insert: LedgerRows.accounts
    case .insertEach: (0..<LedgerRows.saves).map(LedgerRows.account)
    case .update:
      (0..<LedgerRows.updates).map { index in
        var account = LedgerRows.account(LedgerRows.scattered(index))
        account.amount = Currency(storedInteger: account.amount.storedInteger + 1)
        return account
      }
    case .load, .find, .findMany, .project, .group, .related: []
    }
  }

  /// Opens connections, which C does beforehand as well, one for each of its 16 tasks.
  private func open(_ count: Int, _ store: Store) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { _ = try await store.find(LedgerAccount.self, ids: [LedgerRows.key(0)]) } }
      try await group.waitForAll()
    }
  }

  /// Saves rows by `COPY`, as the operation does, which aren't there afterward.
  private func copyOnce(_ store: Store) async throws {
    let others = (LedgerRows.count..<LedgerRows.count + 100).map(LedgerRows.account)
    try await store.delete(try await store.insert(others))
  }

  /// Writes the accounts, which are then those that were stored: neither side makes another array of them.
  private func work(_ store: Store, _ accounts: inout [LedgerAccount]) async throws {
    switch operation {
    case .insert:
      var given: [LedgerAccount] = []
      swap(&given, &accounts)
      accounts = try await store.insert(consume given)
    case .insertEach:
      try await store.transaction { store in
        for account in accounts { try await store.insert(account) }
      }
    case .load: guard try await store.fetch(LedgerAccount.all).count == LedgerRows.count else { throw missing }
    case .find: try await find(store, 0, by: 1)
    case .findMany:
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<16 { group.addTask { try await find(store, task, by: 16) } }
        try await group.waitForAll()
      }
    case .update: try await store.update(accounts)
    case .project, .group, .related:
      if let household = operation.household { _ = try await HouseholdWork(household, on: store).run() }
    }
  }

  private var missing: BenchmarkFault { BenchmarkFault("\(operation.rawValue) did not find what it should have") }

  private func find(_ store: Store, _ first: Int, by step: Int) async throws {
    for index in stride(from: first, to: LedgerRows.finds, by: step) {
      let key = LedgerRows.key(LedgerRows.scattered(index))
      guard try await store.find(LedgerAccount.self, id: key) != nil else { throw missing }
    }
  }
  #else
  private func prepare() async throws {}
  private func run() async throws {}
  #endif
}

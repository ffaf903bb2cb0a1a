import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import Testing

@_spi(Backend) @testable import IgataSQLite

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// SQLite selects from groups itself: what it returns is counted by its own trace.
@Suite struct GroupTests {
  private static let start = Date(timeIntervalSince1970: 5)
  private static let all = Scalars.all.grouped { $0.plain }

  /// Ninety rows: the first ten numbers have five each, the next ten four.
  private static let rows = (0..<90).map { number in
    Scalars(
      plain: number % 20, double: number % 3 == 0 ? 1e300 : Double(number), exact: Decimal(number) / 8,
      money: Currency(storedInteger: Int64(number) * 2_000), text: "text \(number)",
      at: Date(timeIntervalSince1970: Double(number)), words: [], home: Address(city: "Osaka"))
  }

  /// The values that are selected, and how many groups that are of the twenty.
  private static let selections: [(groups: GroupedQuery<Scalars, Int>, count: Int)] = [
    (all, 20),
    (all.limit(10), 10),
    (all.having { $0.count > 4 }, 10),
    (all.having { $0.sum { $0.money } > 400 && $0.plain > 2 }, 7),
    (all.order { $0.sum { $0.money }.descending }.limit(3), 3),
    (all.order { $0.average { $0.money }.ascending }.offset(18), 2),
    (all.having { $0.max { $0.text } == "text 88" }, 1),
    (all.having { $0.min { $0.at } < start }.order { $0.max { $0.exact }.ascending }.limit(4), 4),
  ]

  @Test(arguments: selections.indices) func onlySelectedGroupsAreReturned(_ index: Int) async throws {
    let (groups, count) = Self.selections[index]
    let trace = try await RowTrace(of: Self.rows)
    let found = try await trace.store.select(groups) { ($0.plain, $0.count, $0.sum { $0.money }) }
    #expect(found.count == count)
    #expect(trace.count == count)
    // As in memory, where nothing is translated.
    let memory = Store(MemoryBackend())
    try await memory.prepare(EverythingSchema.self)
    try await memory.insert(Self.rows)
    let expected = try await memory.select(groups) { ($0.plain, $0.count, $0.sum { $0.money }) }
    #expect(found.map(\.0) == expected.map(\.0) && found.map(\.1) == expected.map(\.1))
    #expect(found.map(\.2) == expected.map(\.2))
  }

  /// Floating-point numbers too, which a function adds up exactly.
  @Test func floatingPointNumbers() async throws {
    let trace = try await RowTrace(of: Self.rows)
    let groups = Self.all.order { $0.sum { $0.double }.descending }.limit(5)
    #expect(try await trace.store.sum(groups) { $0.double }.count == 5)
    #expect(trace.count == 5)
    let plan = try await trace.store.explain(groups) { ($0.plain, $0.sum { $0.double }) }
    #expect(plan.sql.contains("GROUP BY 1") && plan.sql.contains("LIMIT") && plan.remark == nil, "\(plan)")
  }

  /// A sum of integers is exact whatever comes in between, and fails only if it is out of range itself.
  @Test func extremeSums() async throws {
    let extremes: [Int64] = [.max, .max - 1, .min, .min + 1, 1 << 32, -1 << 32, (1 << 32) - 1, 1, -1, 0, 1 << 31]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let numbers = (0..<Int.random(in: 1...6, using: &random)).map { _ in extremes.randomElement(using: &random) ?? 0 }
      let trace = try await RowTrace(
        of: numbers.map { Scalars(large: $0, words: [], home: Address(city: "Osaka")) })
      let sum = numbers.reduce(Int128(0)) { $0 + Int128($1) }
      let groups = Scalars.all.grouped { $0.flag }.having { $0.count > 0 }
      if let exact = Int64(exactly: sum) {
        #expect(try await trace.store.sum(groups) { $0.large }.map(\.value) == [exact], "\(numbers)")
      } else {
        let overflow = StoreError.overflow(expression: "the sum of Scalars.large")
        await #expect(throws: overflow, "\(numbers)") { try await trace.store.sum(groups) { $0.large } }
      }
    }
  }
}

/// A store in memory, and the number of rows that SQLite has returned since it was filled.
private final class RowTrace {
  let store: Store
  private let counter: UnsafeMutablePointer<Int>

  init(of rows: [Scalars]) async throws {
    let backend = try SQLiteBackend.inMemory()
    store = Store(backend)
    try await store.prepare(EverythingSchema.self)
    try await store.insert(rows)
    counter = .allocate(capacity: 1)
    counter.initialize(to: 0)
    // The only connection that there is.
    let session = try #require(try await backend.begin(.read) as? SQLiteSession)
    sqlite3_trace_v2(
      session.connection.database, UInt32(SQLITE_TRACE_ROW),
      { _, context, _, _ in
        context?.assumingMemoryBound(to: Int.self).pointee += 1
        return 0
      }, counter)
    await session.rollback()
  }

  var count: Int { counter.pointee }

  deinit { counter.deallocate() }
}

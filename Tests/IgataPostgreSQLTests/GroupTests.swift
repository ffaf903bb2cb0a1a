#if PostgreSQL
import CPostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// The server selects from groups: what it sends is counted by libpq's own trace.
@Suite(.enabled(if: TestServer.isThere)) struct GroupTests {
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

  @Test(.timeLimit(.minutes(10))) func onlySelectedGroupsAreSent() async throws {
    let trace = try await RowTrace(of: Self.rows)
    let memory = Store(MemoryBackend())
    try await memory.prepare(EverythingSchema.self)
    try await memory.insert(Self.rows)
    for (index, (groups, count)) in Self.selections.enumerated() {
      let (found, sent) = try await trace.counting { store in
        try await store.select(groups) { ($0.plain, $0.count, $0.sum { $0.money }) }
      }
      #expect(found.count == count && sent == count, "\(index): \(found.count), \(sent) sent")
      let expected = try await memory.select(groups) { ($0.plain, $0.count, $0.sum { $0.money }) }
      #expect(found.map(\.0) == expected.map(\.0) && found.map(\.1) == expected.map(\.1))
      #expect(found.map(\.2) == expected.map(\.2))
    }
  }

  /// Floating-point numbers are added up by the program, and the plan says so.
  @Test(.timeLimit(.minutes(10))) func floatingPointNumbers() async throws {
    let trace = try await RowTrace(of: Self.rows)
    let groups = Self.all.order { $0.sum { $0.double }.descending }.limit(5)
    let (found, sent) = try await trace.counting { store in try await store.sum(groups) { $0.double } }
    #expect(found.count == 5 && sent == 20)
    let plan = try await trace.store.explain(groups) { ($0.plain, $0.sum { $0.double }) }
    #expect(plan.remark?.contains("adds up floating-point numbers") == true, "\(plan)")
    #expect("\(plan)".contains("adds up"))
    let few = Self.all.order { $0.count.ascending }.limit(5)
    let others = try await trace.store.explain(few) { ($0.plain, $0.max { $0.double }) }
    #expect(others.remark == nil && others.sql.contains("LIMIT"), "\(others)")
  }

  /// The sum of what fits may not.
  @Test(.timeLimit(.minutes(10))) func overflows() async throws {
    let rows = [Int64.max, 1].map {
      Scalars(large: $0, exact: .greatestFiniteMagnitude, words: [], home: Address(city: "Osaka"))
    }
    let store = try await RowTrace(of: rows).store
    await #expect(throws: StoreError.overflow(expression: "the sum of Scalars.large")) {
      try await store.sum(Self.all) { $0.large }
    }
    await #expect(throws: StoreError.overflow(expression: "the sum of Scalars.exact")) {
      try await store.sum(Self.all) { $0.exact }
    }
  }
}

/// A store on one connection, and what the server sends on it.
private struct RowTrace {
  let store: Store
  private let backend: PostgreSQLBackend

  init(of rows: [Scalars]) async throws {
    backend = try await TestServer.backend(options: .patient(connectionCount: 1))
    store = Store(backend)
    try await store.prepare(EverythingSchema.self)
    try await store.insert(rows)
  }

  /// What `body` returns, and how many rows were sent meanwhile.
  func counting<Result>(_ body: (Store) async throws -> Result) async throws -> (Result, Int) {
    let folder = try Scratch()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.path("trace")
    let stream = try #require(fopen(file, "w"))
    let session = try #require(try await backend.begin(.singleRead) as? PostgreSQLSession)
    let handle = session.connection.handle
    await session.rollback()
    PQtrace(handle, stream)
    let result = try await body(store)
    PQuntrace(handle)
    fclose(stream)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    return (result, lines.count { $0.contains("\tDataRow\t") })
  }
}
#endif

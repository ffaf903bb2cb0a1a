import Foundation
import IgataRuntime
import IgataSQLite
import Testing

/// The same rows and the same questions on memory and on SQLite. `IGATA_COMPARISONS` asks for more of them,
/// `IGATA_SEED` for the ones of a failure.
@Suite struct ComparisonWithMemoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["IGATA_COMPARISONS"].flatMap { Int($0) } ?? 4000
  private static let seed = environment["IGATA_SEED"].flatMap { UInt64($0) }

  @Test func randomQueries() async throws {
    for round in 0..<max(Self.count / 200, 1) {
      let seed = Self.seed ?? UInt64.random(in: 0...UInt64.max)
      let problem = try await Self.firstDifference(seed: seed, count: min(Self.count, 200))
      #expect(problem == nil, "IGATA_SEED=\(seed), round \(round)")
      if problem != nil || Self.seed != nil { return }
    }
  }

  private static func firstDifference(seed: UInt64, count: Int) async throws -> String? {
    let memory = MemoryBackend()
    let sqlite = try SQLiteBackend.inMemory()
    var random = RandomRows(generator: SeededGenerator(seed: seed))
    let homes = random.rows(Home.table, count: 12, targets: 0)
    var owners = random.rows(Owner.table, count: 12, targets: 12)
    for index in owners.indices {
      owners[index][1] = .text("x" + "\(index)")
      owners[index][2] = index % 3 == 0 ? .null : .text("\(index)@x")
    }
    let things = random.rows(Thing.table, count: 40, targets: 12)
    for backend in [memory, sqlite] as [any Backend] {
      try await backend.prepare(testTables)
      try await backend.writing { (session) throws(StoreError) in
        for (table, rows) in [(Home.table, homes), (Owner.table, owners), (Thing.table, things)] {
          try await session.write(.insert, table, rows)
        }
      }
    }
    var queries = RandomQueries(rows: random, generator: SeededGenerator(seed: seed &+ 1))
    for _ in 0..<count {
      if let problem = await difference(memory, sqlite, &queries) { return problem }
    }
    return nil
  }

  private static func difference(
    _ memory: MemoryBackend, _ sqlite: SQLiteBackend, _ queries: inout RandomQueries
  ) async -> String? {
    let query = queries.query()
    let expected = await outcome { () throws(StoreError) in try await memory.rows(query) }
    let found = await outcome { () throws(StoreError) in try await sqlite.rows(query) }
    if expected != found { return "\(query)\nmemory: \(expected)\nSQLite: \(found)" }
    let aggregates = queries.aggregates()
    let values = await outcome { () throws(StoreError) in try await reduced(memory, query, aggregates) }
    let foundValues = await outcome { () throws(StoreError) in try await reduced(sqlite, query, aggregates) }
    if values != foundValues { return "\(query) \(aggregates)\nmemory: \(values)\nSQLite: \(foundValues)" }
    let deleted = await outcome { () throws(StoreError) in try await deletion(memory, query) }
    let foundDeleted = await outcome { () throws(StoreError) in try await deletion(sqlite, query) }
    if deleted != foundDeleted { return "delete \(query)\nmemory: \(deleted)\nSQLite: \(foundDeleted)" }
    return nil
  }

  private static func reduced(
    _ backend: any Backend, _ query: RowQuery, _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [Row] {
    let session = try await backend.begin(.read)
    do {
      let values = try await session.aggregate(query, aggregates)
      await session.rollback()
      return [values]
    } catch {
      await session.rollback()
      throw error
    }
  }

  /// What is left after the rows of a query were deleted; undone afterwards.
  private static func deletion(_ backend: any Backend, _ query: RowQuery) async throws(StoreError) -> [Row] {
    let session = try await backend.begin(.write)
    do {
      let count = try await session.delete(query)
      let rows = try await session.rows(RowQuery(Thing.table))
      await session.rollback()
      return [[.integer(Int64(count))]] + rows
    } catch {
      await session.rollback()
      throw error
    }
  }

  private enum Outcome: Equatable {
    case rows([Row])
    /// Which error is the same, but not the place in the query where it was met first.
    case failure(String)
  }

  private static func outcome(_ body: () async throws(StoreError) -> [Row]) async -> Outcome {
    do {
      return .rows(try await body())
    } catch .overflow {
      return .failure("overflow")
    } catch {
      return .failure("\(error)")
    }
  }
}

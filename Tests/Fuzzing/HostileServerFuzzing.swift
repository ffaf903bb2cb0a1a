#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

/// A server whose answers are damaged on their way gets a `StoreError`, or an answer; it never crashes its client, and
/// never makes it wait for ever.
@Test(.enabled(if: FuzzedServer.isThere), .timeLimit(.minutes(FuzzingBudget.rounds(10))))
func hostileServersAreSurvived() async throws {
  let keywords = try await FuzzedServer.newSchema()
  let folder = try FuzzedServer.folder()
  let real = Store(try PostgreSQLBackend(keywords))
  try await real.prepare(HouseholdSchema.self)
  try await real.save((0..<30).map { Account(name: "\($0)", owner: Person(name: "Hanako"), tags: [Tag(name: "t\($0)")]) })
  var refused = 0
  for round in 0..<FuzzingBudget.rounds(24) {
    let server = try HostileServer(server: "\(folder)/.s.PGSQL.5432") { bytes, answer in
      var random = SplitMix64("server", round: round &* 1000 &+ answer)
      return answer > 0 && random.chance(25) ? random.mutated(bytes, changes: 2) : bytes
    }
    let hostile = keywords.replacing(#/host='?[^ ']+'?/#, with: "host=\(server.folder)")
    let options = PostgreSQLOptions(
      connectionCount: 2, poolTimeout: .seconds(2), connectTimeout: .seconds(2), statementTimeout: .seconds(1))
    let store = Store(try PostgreSQLBackend(hostile, options: options))
    do {
      _ = try await store.fetch(Account.all.order { $0.name.ascending })
      _ = try await store.find(Tag.self, id: "t1")
      try await store.save((0..<3).map { Tag(name: "\(round)-\($0)") })
      _ = try await store.sum(Entry.all) { $0.amount }
    } catch {
      refused += 1
    }
  }
  #expect(refused > 0, "no damage was noticed")
}
#endif

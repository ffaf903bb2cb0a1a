import Foundation
import GeneratedModels
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

/// Several processes change the same rows at the same time. What they were told to be done is there, each once: see
/// `contend` of OutsideWriter for what they do.
@Suite struct ConflictingUpdates {
  private static let processes = ["a", "b", "c"]

  @Test func ofOneFile() async throws {
    let scratch = try Scratch()
    let path = scratch.path("contended.sqlite")
    try await contend(Store(try SQLiteBackend(path: path)), arguments: { ["--contend", path, $0, $1] }, "SQLite")
  }

  #if PostgreSQL
  @Test(.enabled(if: FuzzedServer.isThere), arguments: ["oneWriter", "repeatableRead", "serializable"])
  func ofOneServer(isolation: String) async throws {
    let connection = try await FuzzedServer.newSchema()
    try await contend(
      Store(try PostgreSQLBackend(connection)), arguments: { ["--contend", connection, $0, $1, isolation] }, isolation)
  }
  #endif

  private func contend(
    _ store: Store, arguments: @escaping @Sendable (_ name: String, _ count: String) -> [String], _ kind: String
  ) async throws {
    try await store.prepare(HouseholdSchema.models + EverythingSchema.models)
    try await store.save(Account(owner: Person(name: "owner")))
    try await store.save(Scalars(words: [], home: Address(city: "x")))
    let count = FuzzingBudget.rounds(25)
    let outcomes = try await withThrowingTaskGroup(of: (name: String, outcome: Outcome).self) { group in
      for name in Self.processes {
        group.addTask {
          let program = Program(built: "OutsideWriter", arguments(name, "\(count)"))
          return (name, try await apart { try program.run(killedAfter: 600 * Double(FuzzingBudget.rounds(1))) })
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.name] = $1.outcome }
    }
    var lines: [(name: String, words: [Substring])] = []
    for (name, outcome) in outcomes {
      #expect(outcome.status == 0, "\(kind), \(name): \(outcome.signal ?? 0) \(outcome.errors)")
      lines += outcome.output.split(separator: "\n").map { (name, $0.split(separator: " ")) }
    }
    let account = try #require(try await store.fetch(Account.all).first)
    #expect(account.initialAmount.storedInteger / Currency.scale == Int64(lines.count { $0.words[0] == "added" }))
    let row = try #require(try await store.fetch(Scalars.all).first)
    let revisions = lines.count { $0.words[0] == "revised" }
    #expect(revisions == count * Self.processes.count && row.plain == 0x7F + revisions)
    #expect(row.revision == 1 + Int64(revisions))
    // Who took a name has it, and nobody else.
    let taken = Dictionary(
      lines.filter { $0.words[0] == "took" }.map { (String($0.words[1]), $0.name) },
      uniquingKeysWith: { "\($0) and \($1)" })
    let people = try await store.fetch(Person.where { !$0.email.isNil })
    #expect(taken == Dictionary(people.map { ($0.email ?? "", $0.name) }, uniquingKeysWith: { "\($0), \($1)" }))
    // All entries are there, and the account has the one that was committed last. Keys are given in the order of the
    // commits only where one transaction writes at a time.
    let entries = try await store.fetch(Entry.all.order { $0.id.ascending }).map { "\($0.id)" }
    #expect(Set(entries) == Set(lines.filter { $0.words[0] == "wrote" }.map { String($0.words[1]) }))
    #expect(entries.count == count * Self.processes.count && entries.contains(account.comment))
    if kind == "SQLite" || kind == "oneWriter" { #expect(account.comment == entries.last) }
    print("conflicting updates, \(kind): \(lines.count) changes by \(Self.processes.count) processes")
  }
}

import Foundation
import GeneratedModels
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

@_spi(Backend) @testable import IgataDatabase

/// `igata copy` that is killed, or finds no room, or may not write.
@Suite struct CopyFuzzing {
  private let scratch: Scratch
  private let source: String

  init() async throws {
    scratch = try Scratch()
    source = scratch.path("from.sqlite")
    let store = Store(try SQLiteBackend(path: source))
    try await store.prepare(HouseholdSchema.self)
    try await store.save(
      (0..<300).map { Account(name: "\($0)", owner: Person(name: "\($0)"), tags: [Tag(name: "\($0 % 50)")]) })
    // Relations within one table are set by a second pass.
    let accounts = try await store.fetch(Account.all)
    try await store.save(
      zip(accounts.dropLast(), accounts.dropFirst()).map { account, next in
        var account = account
        account.parent = next
        return account
      })
  }

  /// The command that copies to a database, or from it.
  private func copy(from: String? = nil, to target: String, batch: Int = 50) -> Program {
    let schema = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Samples/household.igata")
    return Program(
      built: "igata", ["copy", from ?? source, target, "--schema", schema.path, "--batch", "\(batch)"],
      in: scratch.folder)
  }

  /// Where a copy goes.
  private enum Target: Sendable {
    case file(String)
    #if PostgreSQL
    case server(connection: String, url: String)

    static func server() async throws -> Target {
      let connection = try await FuzzedServer.newSchema()
      return .server(connection: connection, url: try FuzzedServer.url(of: connection))
    }
    #endif

    /// What the command line calls it.
    var name: String {
      switch self {
      case .file(let path): path
      #if PostgreSQL
      case .server(_, let url): url
      #endif
      }
    }

    /// - Parameter statementTimeout: How long a server may take for a statement.
    func open(statementTimeout: Duration? = nil) throws -> any Backend {
      switch self {
      case .file(let path): return try SQLiteBackend(path: path)
      #if PostgreSQL
      case .server(let connection, _):
        return try PostgreSQLBackend(connection, options: PostgreSQLOptions(statementTimeout: statementTimeout))
      #endif
      }
    }
  }

  @Test(.timeLimit(.minutes(FuzzingBudget.rounds(10)))) func killedCopies() async throws {
    let expected = try await Contents(SQLiteBackend(path: source))
    var figures = (kills: 0, begun: 0)
    for round in 0..<FuzzingBudget.rounds(3) {
      var target = Target.file(scratch.path("to-\(round).sqlite"))
      #if PostgreSQL
      if round % 3 == 2, FuzzedServer.isThere { target = try await .server() }
      #endif
      try await killCopies(to: target, expected, round: round, &figures)
    }
    print("copies: \(figures.kills) kills, \(figures.begun) of them amid the rows")
    #expect(figures.begun > 0, "no copy was killed between its first and its last row")
  }

  /// Kills a copy amid its rows, then at random moments, and lets it go on. What is there at any moment is a part of the
  /// source, and says that it is no more than that; in the end all is there.
  private func killCopies(
    to target: Target, _ expected: Contents, round: Int, _ figures: inout (kills: Int, begun: Int)
  ) async throws {
    var random = SplitMix64("copy", round: round)
    for turn in 0..<6 {
      let name = "seed \(FuzzingBudget.seed), round \(round), turn \(turn)"
      if turn == 0 {
        let program = copy(to: target.name, batch: 1)
        guard try await killAmidRows(program, of: target, after: random.below(200)) else { break }
      } else {
        let program = copy(to: target.name, batch: 1 + random.below(20))
        let delay = Double(20 + random.below(400)) / 1000
        let outcome = try await apart { try program.run(killedAfter: delay) }
        if outcome.signal == nil {
          #expect(outcome.status == 0, "\(name): \(outcome.errors)")
          break
        }
      }
      figures.kills += 1
      let backend = try target.open()
      do {
        let found = try await Contents(backend)
        if !found.people.isEmpty, found != expected { figures.begun += 1 }
        #expect(found.isPart(of: expected), "\(name): there is what the source does not hold")
        if found != expected { #expect(try await !isDone(backend), "\(name): a part is called the whole") }
      } catch StoreError.schemaMismatch {
        // Killed before the tables were made.
      }
    }
    let program = copy(to: target.name)
    let outcome = try await apart { try program.run() }
    #expect(outcome.status == 0 && outcome.errors.hasSuffix("rows are the same on both sides\n"), "\(outcome.errors)")
    let backend = try target.open()
    #expect(try await Contents(backend) == expected, "round \(round)")
    #expect(try await isDone(backend))
  }

  /// Kills a copy once it has copied more than a number of people, which no delay would hit on a busy machine.
  ///
  /// - Returns: `false` if the copy ended before.
  private func killAmidRows(_ program: Program, of target: Target, after people: Int) async throws -> Bool {
    let process = program.process()
    try process.start()
    let number = process.processIdentifier
    while process.isRunning {
      // It runs for a moment only, and stands still while its rows are counted, however long that takes here.
      try await apart {
        kill(number, SIGCONT)
        usleep(10_000)
        kill(number, SIGSTOP)
      }
      // Until the tables are made there is nothing to read. What stands still may hold a lock on them.
      guard let backend = try? target.open(statementTimeout: .milliseconds(500)) else { continue }
      if let count = try? await Store(backend).count(Person.all), count > people { break }
    }
    kill(number, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  /// What the target says of itself: whether all of its tables have been copied and compared.
  private func isDone(_ backend: any Backend) async throws -> Bool {
    let session = try await backend.begin(.singleRead)
    let progress = try await CopyProgress(session)
    await session.rollback()
    return !progress.entries.isEmpty && progress.entries.values.allSatisfy(\.isDone)
  }

  /// A copy that finds no room says so, and goes on when there is some.
  @Test(.enabled(if: SmallDisk.canBeMounted, "only root on Linux can mount a small disk"))
  func copiesToAFullDisk() async throws {
    let disk = try #require(try SmallDisk(kilobytes: 2048))
    let expected = try await Contents(SQLiteBackend(path: source))
    for round in 0..<FuzzingBudget.rounds(2) {
      let (target, filler) = (disk.path("to.sqlite"), disk.path("filler"))
      var random = SplitMix64("full disk", round: round)
      try Data(count: (1600 + random.below(400)) << 10).write(to: URL(filePath: filler))
      let outcome = try copy(to: target).run()
      #expect(outcome.status == 73, "round \(round): \(outcome.errors)")
      #expect(outcome.errors.contains("full") && outcome.errors.hasSuffix("it continues\n"), "\(outcome.errors)")
      try FileManager.default.removeItem(atPath: filler)
      let again = try copy(to: target).run()
      #expect(again.status == 0, "round \(round): \(again.errors)")
      #expect(try await Contents(SQLiteBackend(path: target)) == expected, "round \(round)")
      for file in try FileManager.default.contentsOfDirectory(atPath: disk.folder.path) {
        try FileManager.default.removeItem(atPath: disk.path(file))
      }
    }
  }

  /// What is in a folder that can't be written to can be copied from, and nothing into it.
  @Test func copiesOfReadOnlyFolders() async throws {
    let expected = try await Contents(SQLiteBackend(path: source))
    let folder = try ReadOnlyFolder { try FileManager.default.copyItem(atPath: source, toPath: $0 + "/from.sqlite") }
    let target = scratch.path("to.sqlite")
    let from = try copy(from: folder.path("from.sqlite"), to: target).run()
    #expect(from.status == 0, "\(from.errors)")
    #expect(try await Contents(SQLiteBackend(path: target)) == expected)
    for name in ["from.sqlite", "new.sqlite"] {
      let into = try copy(from: target, to: folder.path(name)).run()
      #expect(into.status == 73 && into.errors.hasPrefix("igata: error: TO: "), "\(into.errors)")
      #expect(into.errors.contains(name) || into.errors.contains("read-only"), "\(into.errors)")
    }
    #expect(folder.files() == ["from.sqlite"])
  }

  /// What the tables hold, in an order of its own.
  private struct Contents: Equatable {
    var accounts: [UUID: Account]
    var people: Set<UUID>
    var tags: Set<String>

    init(_ backend: any Backend) async throws {
      let store = Store(backend)
      let found = try await store.fetch(Account.all)
      accounts = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
      people = Set(try await store.fetch(Person.all).map(\.id))
      tags = Set(try await store.fetch(Tag.all).map(\.name))
    }

    /// Whether all that is here is there too. A relation that is set by the second pass may be missing still.
    func isPart(of whole: Contents) -> Bool {
      people.isSubset(of: whole.people) && tags.isSubset(of: whole.tags)
        && accounts.allSatisfy { id, account in
          guard let other = whole.accounts[id] else { return false }
          return account.name == other.name && account.ownerID == other.ownerID
            && (account.parentID == nil || account.parentID == other.parentID)
        }
    }
  }
}

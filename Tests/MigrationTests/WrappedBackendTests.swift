import Foundation
import GeneratedModels
import IgataRouting
@_spi(Backend) import IgataRuntime
import IgataSQLite
import IgataTesting
@_spi(Backend) import MigrationSupport
import TestSupport
import Synchronization
import Testing

/// Migrations through backends that wrap others, and what else uses a database that is migrated.
struct WrappedBackendTests {
  private static let current = """
    model Message {
      let id: UUID = uuid() @primaryKey
      date: Date = now() @index
      message: String = ""
    }
    """

  private static let old = current.replacing("message: String = ", with: "text: String = ")

  /// The schema of `Message` as the second version.
  private static func versions(_ rest: String = "") throws -> Versions {
    let renamed = "message: String = \"\" @renamed(from: \"text\")"
    return try Versions(old, current.replacing("message: String = \"\"", with: renamed) + rest)
  }

  private static func migrations(_ versions: Versions) -> SchemaMigrations {
    versions.migrations([Message.self])
  }

  /// A schema as it is generated if a version calls functions of the program.
  private enum ComputedSchema: VersionedSchema {
    static var models: [any PersistableModel.Type] { [Message.self] }
    static var versions: SchemaMigrations {
      (try? WrappedBackendTests.versions().migrations(models)) ?? SchemaMigrations(models: models)
    }
  }

  /// A database of version 1 with a message.
  private static func database(_ versions: Versions) async throws -> Database {
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try database.execute("INSERT INTO message VALUES (X'00112233445566778899AABBCCDDEEFF', 0, 'hello')")
    return database
  }

  // MARK: Routes

  @Test func routesPassAMigrationToTheBackendThatKeepsVersions() async throws {
    let versions = try Self.versions()
    let database = try await Self.database(versions)
    let store = Store(RoutedBackend(MemoryBackend(), routes: [Route(Message.self, to: try database.backend())]))
    await #expect(throws: StoreError.migrationNeeded(from: 1, to: 2)) { try await store.result(of: versions) }
    #expect(try await store.migrate(Self.migrations(versions)) == .migrated(from: 1, to: 2))
    #expect(try await store.fetch(Message.all).map(\.message) == ["hello"])
    #expect(try await store.migrate(Self.migrations(versions)) == .current(2))
  }

  private static let user = """

    model User {
      let id: UUID = uuid() @primaryKey
      name: String = ""
    }
    """

  /// The schema of `Message` and `User`, in which both have another name for a field in the first version.
  private static func versionsOfBoth(own: [Int: String] = [:]) throws -> Versions {
    try Versions(
      old + user.replacing("name", with: "nick"),
      current.replacing("message: String = \"\"", with: "message: String = \"\" @renamed(from: \"text\")")
        + user.replacing("name: String = \"\"", with: "name: String = \"\" @renamed(from: \"nick\")"),
      own: own)
  }

  /// A database of version 1 with a message and a user, as if both were routed to it.
  private static func databaseOfBoth(_ versions: Versions) async throws -> Database {
    let database = try await Self.database(versions)
    try database.execute("INSERT INTO \"user\" VALUES (X'00112233445566778899AABBCCDDEEFF', 'Taro')")
    return database
  }

  @Test func routesMigrateEachBackendThatKeepsVersions() async throws {
    let versions = try Self.versionsOfBoth()
    let (first, second) = (try await Self.databaseOfBoth(versions), try await Self.databaseOfBoth(versions))
    try first.execute("DELETE FROM \"user\"")
    try second.execute("DELETE FROM message")
    func store() throws -> Store {
      Store(RoutedBackend(try first.backend(), routes: [Route(User.self, to: try second.backend())]))
    }
    let migrations = versions.migrations([Message.self, User.self])
    await #expect(throws: StoreError.migrationNeeded(from: 1, to: 2)) { try await store().result(of: versions) }
    // As if the program had ended between the two.
    try await first.migrate(versions)
    #expect(try await store().migrate(migrations) == .migrated(from: 1, to: 2))
    #expect(try await store().migrate(migrations) == .current(2))
    #expect(try await store().fetch(Message.all).map(\.message) == ["hello"])
    #expect(try await store().fetch(User.all).map(\.name) == ["Taro"])
    for database in [first, second] {
      #expect(try database.execute("SELECT max(number) FROM igata_versions") == [["2"]])
    }
  }

  /// New databases have all tables of the schema and its version.
  @Test func routesCreateTheNewestVersionInEachBackend() async throws {
    let versions = try Self.versionsOfBoth()
    let (first, second) = (try Database(), try Database())
    let backend = RoutedBackend(try first.backend(), routes: [Route(User.self, to: try second.backend())])
    let migrations = versions.migrations([Message.self, User.self])
    #expect(try await Store(backend).migrate(migrations) == .created(2))
    for database in [first, second] {
      #expect(try database.execute("SELECT number, state FROM igata_versions") == [["2", "created"]])
      #expect(try database.execute("SELECT count(*) FROM message, \"user\"") == [["0"]])
    }
  }

  /// A value of one database can't be moved into the other.
  @Test(arguments: [
    "UPDATE message SET message = (SELECT name FROM user);", "DELETE FROM \"message\" WHERE id IN (SELECT id FROM \"user\");",
  ])
  func statementsOverSeveralBackendsAreRefused(_ statement: String) async throws {
    let versions = try Self.versionsOfBoth(own: [2: "-- igata: after\n\(statement)\n-- igata: end\n"])
    let (first, second) = (try await Self.databaseOfBoth(versions), try await Self.databaseOfBoth(versions))
    let migrations = versions.migrations([Message.self, User.self])
    let apart = RoutedBackend(try first.backend(), routes: [Route(User.self, to: try second.backend())])
    let error = await #expect(throws: StoreError.self) { try await Store(apart).migrate(migrations) }
    guard case .misuse(let reason)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(reason.contains("a statement of version 2 names 'message' and 'user'"))
    for database in [first, second] {
      #expect(try database.execute("SELECT text FROM message") == [["hello"]])
      #expect(try database.execute("SELECT max(number) FROM igata_versions") == [["1"]])
    }
    // Each by itself can be migrated, and then all is well over the routes.
    for database in [first, second] { try await database.migrate(versions) }
    #expect(try await Store(apart).migrate(migrations) == .current(2))
  }

  /// Without functions, a store prepares a new database at the newest version, and no older one.
  @Test func schemasWithFunctionsArePrepared() async throws {
    let new = try Database()
    try await Store(try new.backend()).prepare(ComputedSchema.self)
    #expect(try new.execute("SELECT number, state FROM igata_versions") == [["2", "created"]])
    let old = try await Self.database(try Self.versions())
    let store = Store(try old.backend())
    await #expect(throws: StoreError.migrationNeeded(from: 1, to: 2)) { try await store.prepare(ComputedSchema.self) }
    withExtendedLifetime(old) {}
  }

  // MARK: Fallback

  private static func fallback(_ first: any Backend, _ second: any Backend, _ outbox: Outbox) -> FallbackBackend {
    FallbackBackend(
      first, else: second, outbox: outbox, conflicts: .keepTheirs, retries: .seconds(86400) ... .seconds(86400))
  }

  @Test func aFallbackMigratesTheLocalBackend() async throws {
    let versions = try Self.versions()
    let database = try await Self.database(versions)
    let first = FaultyBackend()
    first.cutOff()
    let store = Store(Self.fallback(first, try database.backend(), Outbox()))
    #expect(try await store.migrate(Self.migrations(versions)) == .migrated(from: 1, to: 2))
    #expect(try await store.fetch(Message.all).map(\.message) == ["hello"])
  }

  /// What was queued under version 1 is sent only if no later version changes its tables.
  @Test(arguments: [false, true])
  func queuedWritesOfAnOlderVersionAreNotReplayedBlindly(_ isChanged: Bool) async throws {
    let other = "\nmodel Other { id: Int64 @primaryKey\n message: Message? }"
    let versions = try isChanged ? Self.versions() : Versions(Self.current, Self.current + other)
    // Two connections to the remote side: that of the older program stays cut off, as it goes on trying to send.
    let (lost, first, outbox) = (FaultyBackend(), FaultyBackend(), Outbox())
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    // The models here are those of the newest version, so the table of the older program has its columns as well.
    let firstVersion = isChanged ? try Versions(Self.current) : versions.prefix(1)
    let olderDatabase = try Database()
    let writing = Self.fallback(lost, isChanged ? try olderDatabase.backend() : try database.backend(), outbox)
    try await Store(writing).migrate(Self.migrations(firstVersion))
    lost.cutOff()
    try await Store(writing).save(Message(message: "queued"))
    #expect(outbox.count == 1)

    let newer = Self.fallback(first, try database.backend(), outbox)
    try await Store(newer).migrate(Self.migrations(versions))
    let reached = await newer.reach()
    guard isChanged else {
      #expect(reached == .reachable && outbox.count == 0)
      #expect(try await Store(first).fetch(Message.all).map(\.message) == ["queued"])
      return
    }
    guard case .stopped(.misuse(let reason)) = reached else { return #expect(Bool(false), "\(reached)") }
    #expect(
      reason == "transaction 1 of the outbox was written under version 1 of the schema, and its table 'message' has "
        + "changed until version 2: send it with a program of version 1")
    #expect(outbox.count == 1)
    #expect(try await Store(first).fetch(Message.all).isEmpty)
  }

  // MARK: Other users of the database

  /// An observation that began before gets the new rows, whether its own store or another one migrates.
  @Test(arguments: [true, false])
  func observationsGetTheNewRows(_ isOwnStore: Bool) async throws {
    let versions = try Versions(
      Self.current, Self.current.replacing("message: String", with: "note: String?\n  message: String"),
      own: [2: "-- igata: after\nUPDATE message SET message = message || '!' WHERE true;\n-- igata: end\n"])
    let database = try await Self.database(versions)
    let (store, other) = (Store(try database.backend()), Store(try database.backend()))
    let seen = Seen()
    let token = store.observe(Message.all, on: DispatchQueue(label: "observer")) { result in
      seen.add(result.map { $0.map(\.message) })
    }
    defer { token.cancel() }
    try await seen.waits { (try? $0.last?.get()) == ["hello"] }
    let migrations = versions.migrations()
    #expect(try await (isOwnStore ? store : other).migrate(migrations) == .migrated(from: 1, to: 2))
    try await seen.waits { (try? $0.last?.get()) == ["hello!"] }
    #expect(seen.all.count == 2)
  }

  /// An observation whose columns don't exist before the migration ends with an error.
  @Test func observationsOfColumnsToComeFail() async throws {
    let database = try await Self.database(try Self.versions())
    let seen = Seen()
    let token = Store(try database.backend()).observe(Message.all, on: DispatchQueue(label: "observer")) { result in
      seen.add(result.map { $0.map(\.message) })
    }
    defer { token.cancel() }
    try await seen.waits { !$0.isEmpty }
    guard case .failure? = seen.all.first else { return #expect(Bool(false), "\(seen.all)") }
  }

  /// Connections and statements that were used before work after another backend migrated the file.
  @Test func olderConnectionsWorkAfterward() async throws {
    let versions = try Versions(
      Self.current, Self.current.replacing("message: String", with: "note: String?\n  message: String"))
    let database = try await Self.database(try Versions(Self.current))
    let store = Store(try database.backend())
    try await store.prepare([Message.self])
    #expect(try await store.fetch(Message.all).count == 1)
    try await store.save(Message(message: "before"))
    try await database.migrate(versions)
    #expect(try await store.fetch(Message.all).map(\.message).sorted() == ["before", "hello"])
    try await store.save(Message(message: "after"))
    #expect(
      try database.execute("SELECT message, note FROM message ORDER BY message") == [
        ["after", nil], ["before", nil], ["hello", nil],
      ])
  }
}

extension Store {
  /// Prepares for versions without migrating.
  fileprivate func result(of versions: Versions) async throws {
    guard let backend = backend as? any MigratingBackend else { return }
    _ = try await backend.migrate(versions.request(goesForward: false)) { _ in }
  }
}

/// What an observation delivered.
private final class Seen: Sendable {
  private let state = Mutex<[Result<[String], StoreError>]>([])

  var all: [Result<[String], StoreError>] { state.withLock { $0 } }

  func add(_ result: Result<[String], StoreError>) { state.withLock { $0.append(result) } }

  func waits(_ condition: ([Result<[String], StoreError>]) -> Bool) async throws {
    for _ in 0..<1000 {
      if condition(all) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("it didn't happen: \(all)")
  }
}

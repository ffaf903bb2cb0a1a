import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

/// What `Store.migrate` does with a database of any state.
struct MigrateTests {
  private static let first = """
    enum Kind: String { case cash, bank }

    model Person {
      id: Int64 @primaryKey
      name: String
    }

    model Account {
      id: Int64 @primaryKey
      title: String
      kind: Kind = .cash
      comment: String?
      owner: Person
      index(title)
    }
    """

  /// A rename, a split, a new case and a column that becomes shorter.
  private static let second = """
    enum Kind: String { case cash, bank, loan }

    model Person {
      id: Int64 @primaryKey
      given: String @backfill(sql: "substr({name}, 1, instr({name} || ' ', ' ') - 1)")
      family: String @backfill(sql: "substr({name}, instr({name} || ' ', ' ') + 1)")
      reserved name
    }

    model Account {
      id: Int64 @primaryKey
      name: String @renamed(from: "title")
      kind: Kind = .cash
      remark: String = "" @length(...5) @renamed(from: "comment")
        @backfill(sql: "substr(coalesce({value}, ''), 1, 5)")
      owner: Person
      index(name)
    }
    """

  private static let third = """
    enum Kind: String { case cash, bank, loan }

    model Person {
      id: Int64 @primaryKey
      given: String
      family: String
    }

    model Account {
      id: Int64 @primaryKey
      name: String
      kind: Kind = .cash
      remark: String = "" @length(...5)
      currency: String = "EUR" @length(3...3)
      owner: Person
      index(name)
    }
    """

  private static func versions() throws -> Versions { try Versions(first, second, third) }

  private static func fill(_ database: Database, accounts: Int = 3) throws {
    try database.execute("INSERT INTO person VALUES (1, 'Hanako Sato'), (2, 'Taro')")
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(accounts)) \
      INSERT INTO account (id, title, kind, comment, owner_id) \
      SELECT i, 'a' || i, CASE i % 2 WHEN 0 THEN 'cash' ELSE 'bank' END, \
      CASE i % 3 WHEN 0 THEN NULL ELSE 'comment ' || i END, 1 + i % 2 FROM n
      """)
  }

  private static func accounts(_ database: Database) throws -> [[String?]] {
    try database.execute("SELECT id, name, kind, remark, owner_id FROM account ORDER BY id")
  }

  @Test func newDatabasesAreCreated() async throws {
    let database = try Database()
    let versions = try Self.versions()
    #expect(try await database.migrate(versions) == .created(3))
    #expect(try await database.migrate(versions) == .current(3))
    #expect(try database.execute("SELECT number, name, state FROM igata_versions") == [["3", "v3", "created"]])
  }

  @Test func rowsOfAnyVersionComeForward() async throws {
    let versions = try Self.versions()
    let database = try Database()
    #expect(try await database.migrate(versions.prefix(1)) == .created(1))
    try Self.fill(database)
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 3))
    #expect(
      try Self.accounts(database) == [
        ["1", "a1", "bank", "comme", "2"], ["2", "a2", "cash", "comme", "1"], ["3", "a3", "bank", "", "2"],
      ])
    #expect(
      try database.execute("SELECT id, given, family FROM person ORDER BY id") == [
        ["1", "Hanako", "Sato"], ["2", "Taro", ""],
      ])
    #expect(
      try database.execute("SELECT number, state, compatible_from FROM igata_versions ORDER BY number") == [
        ["1", "created", "1"], ["2", "done", "2"], ["3", "done", "2"],
      ])
    #expect(try database.execute("PRAGMA integrity_check") == [["ok"]])
    #expect(try database.execute("PRAGMA foreign_key_check") == [])
    #expect(try await database.migrate(versions) == .current(3))
  }

  @Test func preparingNeverMigrates() async throws {
    let versions = try Self.versions()
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    await #expect(throws: StoreError.migrationNeeded(from: 1, to: 3)) { try await database.prepare(versions) }
    #expect(try await database.prepare(versions.prefix(1)) == .current(1))
  }

  @Test func olderProgramsUseWhatTheyCan() async throws {
    let versions = try Self.versions()
    let database = try Database()
    try await database.migrate(versions)
    #expect(try await database.migrate(versions.prefix(2)) == .newer(3))
    await #expect(throws: StoreError.newerDatabase(found: 3, compatibleFrom: 2, known: 1)) {
      try await database.migrate(versions.prefix(1))
    }
  }

  @Test func aDatabaseWithoutRecordIsRecognized() async throws {
    let versions = try Self.versions()
    for number in 1...3 {
      let database = try Database()
      try await database.backend().prepare(versions.prefix(number).tables)
      if number == 1 { try Self.fill(database) }
      let outcome = try await database.migrate(versions)
      #expect(outcome == (number == 3 ? .current(3) : .migrated(from: number, to: 3)))
      #expect(try database.execute("SELECT state FROM igata_versions LIMIT 1") == [["adopted"]])
    }
  }

  @Test func anUnknownDatabaseIsRefused() async throws {
    let versions = try Self.versions()
    let database = try Database()
    try await database.backend().prepare(versions.prefix(2).tables)
    try database.execute("ALTER TABLE account DROP COLUMN remark")
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    guard case .unknownDatabase(2, let differences)? = error else { throw try #require(error) }
    #expect(differences.map(\.column) == ["remark"])
  }

  @Test func aChangedVersionIsRefused() async throws {
    let database = try Database()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(2))
    let other = try Versions(
      [Self.first, Self.second, Self.third].map { $0.replacing("@length(...5)", with: "@length(...6)") })
    await #expect(throws: StoreError.changedVersion(2, isSealed: true)) { try await database.migrate(other) }
  }

  @Test(arguments: [nil, 1]) func aSealedVersionIsNeverMadeAnew(target: Int?) async throws {
    let database = try Database()
    try await database.migrate(try Versions(Self.first, Self.second))
    try database.execute("INSERT INTO person VALUES (1, 'Hanako', 'Sato')")
    let other = try Versions(
      Self.first, Self.second.replacing("@length(...5)", with: "@length(...6)"), isLastSealed: false)
    await #expect(throws: StoreError.changedVersion(2, isSealed: true)) {
      try await database.migrate(other, MigrationOptions(recreatesUnsealed: true, target: target))
    }
    #expect(try database.execute("SELECT given FROM person") == [["Hanako"]])
  }

  @Test func anOpenVersionIsMadeAnew() async throws {
    let database = try Database()
    try await database.migrate(try Versions(Self.first, Self.second, isLastSealed: false))
    let changed = try Versions(
      Self.first, Self.second.replacing("@length(...5)", with: "@length(...6)"), isLastSealed: false)
    await #expect(throws: StoreError.changedVersion(2, isSealed: false)) { try await database.migrate(changed) }
    let outcome = try await database.migrate(changed, MigrationOptions(recreatesUnsealed: true))
    #expect(outcome == .created(2))
  }

  @Test(arguments: [1, 7, 10_000])
  func largeTablesAreCopiedInPortions(batchSize: Int) async throws {
    let versions = try Self.versions()
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try Self.fill(database, accounts: 100)
    let fractions = Fractions()
    let outcome = try await database.migrate(versions, MigrationOptions(batchSize: batchSize)) {
      await fractions.add($0.fraction)
    }
    #expect(outcome == .migrated(from: 1, to: 3))
    #expect(try database.execute("SELECT count(*), sum(length(remark) <= 5) FROM account") == [["100", "100"]])
    #expect(
      try database.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'igata%' AND type <> 'index' ORDER BY 1")
        == [["igata_tables"], ["igata_versions"]])
    let all = await fractions.all
    #expect(all == all.sorted() && all.last == 1)
  }

  @Test func severalProgramsMigrateTogether() async throws {
    let versions = try Self.versions()
    for _ in 0..<10 {
      let database = try Database()
      try await database.migrate(versions.prefix(1))
      try Self.fill(database, accounts: 60)
      let outcomes = try await withThrowingTaskGroup(of: MigrationOutcome.self) { group in
        for _ in 0..<4 {
          let backend = try database.backend()
          group.addTask {
            try await backend.migrate(versions.request(MigrationOptions(batchSize: 10))) { _ in }.outcome
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.contains(.migrated(from: 1, to: 3)))
      #expect(try database.execute("SELECT count(*) FROM account") == [["60"]])
      #expect(try database.execute("SELECT state FROM igata_versions") == [["created"], ["done"], ["done"]])
      #expect(try await database.migrate(versions) == .current(3))
    }
  }

  @Test func aReadOnlyDatabaseIsNotMigrated() async throws {
    let versions = try Self.versions()
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    let backend = try database.backend(SQLiteOptions(isReadOnly: true))
    await #expect(throws: StoreError.migrationNeeded(from: 1, to: 3)) {
      try await backend.migrate(versions.request()) { _ in }
    }
    #expect(try await backend.migrate(versions.prefix(1).request()) { _ in }.outcome == .current(1))
  }

  @Test func aCanceledMigrationContinues() async throws {
    let versions = try Self.versions()
    let database = try Database()
    try await database.migrate(versions.prefix(1))
    try Self.fill(database, accounts: 500)
    let backend = try database.backend()
    let migration = Task {
      try await backend.migrate(versions.request(MigrationOptions(batchSize: 10))) { progress in
        if progress.fraction > 0.1 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: StoreError.cancelled) { try await migration.value }
    #expect(try database.execute("SELECT count(*) FROM account") == [["500"]])
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 3))
    #expect(try database.execute("SELECT count(*) FROM account") == [["500"]])
  }

  private actor Fractions {
    private(set) var all: [Double] = []
    func add(_ fraction: Double) { all.append(fraction) }
  }
}

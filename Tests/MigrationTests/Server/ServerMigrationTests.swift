#if PostgreSQL
import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import Testing

@testable import IgataPostgreSQL

/// What `Store.migrate` does with a database of any state on a PostgreSQL server.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerMigrationTests {
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
      given: String @backfill(sqlite: "''", postgresql: "split_part({name}, ' ', 1)")
      family: String @backfill(sqlite: "''", postgresql: "split_part({name}, ' ', 2)")
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
      index(remark)
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
      index(remark)
    }
    """

  private static func versions(_ texts: String...) throws -> Versions { try Versions(texts, in: "postgresql") }

  private static func versions() throws -> Versions { try versions(first, second, third) }

  private static func fill(_ database: ServerDatabase, accounts: Int = 3) throws {
    try database.execute("INSERT INTO person VALUES (1, 'Hanako Sato'), (2, 'Taro')")
    try database.execute(
      """
      INSERT INTO account (id, title, kind, comment, owner_id)
      SELECT i, 'a' || i, CASE i % 2 WHEN 0 THEN 'cash' ELSE 'bank' END,
      CASE i % 3 WHEN 0 THEN NULL ELSE 'comment ' || i END, 1 + i % 2 FROM generate_series(1, \(accounts)) i
      """)
  }

  private static func states(_ database: ServerDatabase) throws -> [[String?]] {
    try database.execute("SELECT number, state FROM igata_versions ORDER BY number")
  }

  private static func indexes(_ database: ServerDatabase) throws -> [String?] {
    try database.execute(
      """
      SELECT c.relname || ' ' || i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname IN ('account_name_idx', 'account_remark_idx') ORDER BY 1
      """
    ).map { $0[0] }
  }

  // MARK: Forward

  @Test func newDatabasesAreCreated() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    #expect(try await database.migrate(versions) == .created(3))
    #expect(try await database.migrate(versions) == .current(3))
    #expect(try Self.states(database) == [["3", "created"]])
    let old = try ServerDatabase()
    #expect(try await old.migrate(versions, MigrationOptions(target: 1)) == .created(1))
    #expect(try old.execute("SELECT title FROM account") == [])
  }

  @Test func rowsAreBroughtForward() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(1))
    try Self.fill(database)
    await #expect(throws: StoreError.migrationNeeded(from: 1, to: 3)) { try await database.prepare(versions) }
    let fractions = Recorder()
    let outcome = try await database.migrate(versions) { await fractions.add($0.fraction) }
    #expect(outcome == .migrated(from: 1, to: 3))
    let seen = await fractions.values
    #expect(seen.sorted() == seen && seen.last == 1)
    #expect(
      try database.execute("SELECT id, name, kind, remark, currency, owner_id FROM account ORDER BY id") == [
        ["1", "a1", "bank", "comme", "EUR", "2"], ["2", "a2", "cash", "comme", "EUR", "1"],
        ["3", "a3", "bank", "", "EUR", "2"],
      ])
    #expect(try database.execute("SELECT given, family FROM person ORDER BY id") == [["Hanako", "Sato"], ["Taro", ""]])
    #expect(try Self.states(database) == [["1", "created"], ["2", "done"], ["3", "done"]])
    #expect(try Self.indexes(database) == ["account_name_idx true", "account_remark_idx true"])
    #expect(try await database.prepare(versions) == .current(3))
  }

  @Test func aVersionThatRowsDoNotFit() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions(
      Self.first,
      Self.first.replacing(
        "title: String", with: "title: String @length(...2) @backfill(none) @allow(may-stop, \"they are short\")"))
    try await database.migrate(versions.prefix(1))
    try Self.fill(database)
    try database.execute("INSERT INTO account VALUES (7, 'long', 'cash', NULL, 1)")
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    guard case .migrationFailed(2, "v2", let reason)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(reason.hasPrefix("table 'account', row 7: ") && reason.hasSuffix("; nothing was changed"), "\(reason)")
    #expect(try Self.states(database) == [["1", "created"]])
    try database.execute("UPDATE account SET title = 'ok' WHERE id = 7")
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
  }

  /// A statement that fails in the middle takes back those before it.
  @Test func aStatementThatFails() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(1))
    try Self.fill(database)
    try database.execute("CREATE VIEW names AS SELECT name FROM person")
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    guard case .migrationFailed(2, "v2", let reason)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(
      reason.contains("other objects depend on it: view") && reason.contains("; drop it before, and create it again")
        && reason.contains(", in: ALTER TABLE \"person\""), "\(reason)")
    #expect(try database.execute("SELECT name FROM names ORDER BY 1") == [["Hanako Sato"], ["Taro"]])
    #expect(try Self.states(database) == [["1", "created"]])
  }

  // MARK: Locks

  /// A program that uses a table is waited for, and others that read it don't queue for long.
  @Test func programsThatUseTheTables() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(1))
    try Self.fill(database)
    let user = try database.another()
    try user.execute("BEGIN; SELECT * FROM account FOR UPDATE")
    let impatient = MigrationOptions(lockTimeout: .milliseconds(100))
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions, impatient) }
    guard case .locked? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(try Self.states(database) == [["1", "created"]])
    let backend = try database.backend()
    async let outcome = backend.migrate(versions.request()) { _ in }.outcome
    let reader = try database.another()
    // It would wait here for ever if the migration stayed in front of it, until the other program is done.
    for _ in 0..<30 {
      try reader.execute("SELECT count(*) FROM account")
      try await Task.sleep(for: .milliseconds(100))
    }
    try user.execute("COMMIT")
    #expect(try await outcome == .migrated(from: 1, to: 3))
  }

  @Test func severalTogether() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(1))
    try Self.fill(database, accounts: 2000)
    let backends = try (0..<4).map { _ in try database.backend() }
    try await withThrowingTaskGroup(of: MigrationOutcome.self) { group in
      for backend in backends {
        group.addTask { try await backend.migrate(versions.request()) { _ in }.outcome }
      }
      for try await outcome in group { 
        #expect([.migrated(from: 1, to: 3), .migrated(from: 2, to: 3), .current(3)].contains(outcome))
      }
    }
    #expect(try Self.states(database) == [["1", "created"], ["2", "done"], ["3", "done"]])
    #expect(try database.execute("SELECT count(*), count(currency) FROM account") == [["2000", "2000"]])
  }

  /// Behind a pooler, the next transaction would be on a connection that doesn't have the lock.
  @Test func aLockThatIsLost() async throws {
    let database = try ServerDatabase()
    let connection = MigrationConnection(try database.backend())
    var patience = LockPatience(.seconds(1))
    let lock = try await MigrationLock(connection, &patience)
    try await lock.check()
    await lock.release()
    let error = await #expect(throws: StoreError.self) { try await lock.check() }
    guard case .misuse(let reason)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(reason.contains("not to a pooler"))
  }

  @Test func anotherMigrationRuns() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(1))
    let connection = MigrationConnection(try database.backend())
    var patience = LockPatience(.seconds(1))
    let lock = try await MigrationLock(connection, &patience)
    let error = await #expect(throws: StoreError.self) {
      try await database.migrate(versions, MigrationOptions(lockTimeout: .milliseconds(100)))
    }
    #expect(error == .locked(reason: "another migration of this database has the lock that is needed"))
    await lock.release()
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 3))
  }

  // MARK: Indexes

  /// What a program leaves that is killed while it creates an index.
  @Test func indexesThatAreNotDone() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions(Self.first, Self.second)
    try await database.migrate(versions.prefix(1))
    try Self.fill(database)
    try await database.migrate(versions)
    try database.execute("UPDATE igata_versions SET state = 'indexing' WHERE number = 2; DROP INDEX account_name_idx")
    try database.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'account_remark_idx'::regclass")
    let status = try await database.backend().status(of: versions.all)
    guard case .recorded(let recorded) = status.position else { return #expect(Bool(false), "\(status)") }
    #expect(recorded.number == 2 && recorded.hasPendingIndexes)
    // A program that only prepares leaves them to the one that creates them.
    #expect(try await database.prepare(versions) == .current(2))
    #expect(try Self.indexes(database) == ["account_remark_idx false"])
    #expect(try await database.migrate(versions) == .current(2))
    #expect(try Self.states(database) == [["1", "created"], ["2", "done"]])
    #expect(try Self.indexes(database) == ["account_name_idx true", "account_remark_idx true"])
  }

  /// `CREATE INDEX CONCURRENTLY` waits for every transaction that could see the table as it was.
  @Test func aTransactionThatNeverEnds() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions(Self.first, Self.second)
    try await database.migrate(versions.prefix(1))
    try Self.fill(database)
    let user = try database.another()
    try user.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM igata_versions")
    let impatient = MigrationOptions(lockTimeout: .milliseconds(600))
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions, impatient) }
    guard case .locked? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(try Self.states(database) == [["1", "created"], ["2", "indexing"]])
    try user.execute("COMMIT")
    #expect(try await database.migrate(versions) == .current(2))
    #expect(try Self.indexes(database) == ["account_name_idx true", "account_remark_idx true"])
  }

  /// While a migration waits for another one, that creates an index, and drops it in the next version.
  @Test func indexesOfLaterVersions() async throws {
    let database = try ServerDatabase()
    let indexed = Self.first.replacing("index(title)", with: "index(title)\n  index(comment)")
    let versions = try Self.versions(Self.first, indexed, Self.first)
    try await database.migrate(versions.prefix(1))
    let other = MigrationConnection(try database.backend())
    var patience = LockPatience(.seconds(10))
    let lock = try await MigrationLock(other, &patience)
    let backend = try database.backend()
    async let outcome = backend.migrate(versions.request()) { _ in }.outcome
    // It has found version 1, and waits for the lock.
    let waiting = """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%'
      """
    while try database.execute(waiting) != [["2"]] { try await Task.sleep(for: .milliseconds(10)) }
    for version in versions.all.dropFirst() {
      try await other.inTransaction { session throws(StoreError) in
        try await session.perform(version, of: versions.all, [])
      }
      for case .concurrentIndex(_, let sql) in version.steps { try database.execute(sql) }
    }
    await lock.release()
    #expect(try await outcome == .migrated(from: 1, to: 3))
    #expect(try database.execute("SELECT to_regclass('account_comment_idx')") == [[nil]])
  }

  // MARK: Without a record

  @Test func tablesWithoutARecord() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(1))
    try Self.fill(database)
    try database.execute("DROP TABLE igata_versions")
    let status = try await database.backend().status(of: versions.all)
    #expect(status.position == .fitting(1) && status.differences == [])
    #expect(try database.execute("SELECT to_regclass('igata_versions')") == [[nil]])
    #expect(try await database.migrate(versions) == .migrated(from: 1, to: 3))
    #expect(try Self.states(database) == [["1", "adopted"], ["2", "done"], ["3", "done"]])
  }

  @Test func tablesOfNoVersion() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions.prefix(1))
    try database.execute("DROP TABLE igata_versions; ALTER TABLE person DROP COLUMN name")
    let error = await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    guard case .unknownDatabase(1, let differences)? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(differences.map(\.column) == ["name"])
    await #expect(throws: StoreError.self) { try await database.backend().adopt(1, of: versions.all) }
    try database.execute("ALTER TABLE person ADD COLUMN name text COLLATE \"C\" NOT NULL")
    #expect(try await database.backend().adopt(nil, of: versions.all) == 1)
    #expect(try Self.states(database) == [["1", "adopted"]])
  }

  /// Tables and indexes that came after version 1, of which one index was renamed with its table and then dropped.
  @Test func tablesOfTheNewestOfManyVersions() async throws {
    let key = "id: Int64 = autoincrement() @primaryKey"
    let versions = try Versions(
      "model Entry {\n  \(key)\n  url: String\n}",
      "model Entry {\n  \(key)\n  url: String\n  index(url)\n}\nmodel Label {\n  \(key)\n  name: String?\n}",
      """
      model Item @renamed(from: "Entry") {
        \(key)
        url: String
        index(url)
      }
      model Label {
        \(key)
        name: String?
        color: String?
      }
      """,
      """
      model Item {
        \(key)
        url: String
        note: String?
      }
      model Label {
        \(key)
        name: String?
        color: String?
      }
      """, in: "postgresql")
    for count in 1...4 {
      let database = try ServerDatabase()
      try await database.migrate(versions.prefix(count))
      try database.execute("DROP TABLE igata_versions")
      let status = try await database.backend().status(of: versions.all)
      #expect(status.position == .fitting(count) && status.differences == [])
      #expect(try await database.backend().adopt(nil, of: versions.all) == count)
    }
  }

  /// A foreign key to a table that doesn't change stays, and rows that break it don't stop a version.
  @Test func foreignKeysToOtherTablesStay() async throws {
    let user = "model User {\n  id: Int64 = autoincrement() @primaryKey\n}\n"
    let entry = "model Entry {\n  id: Int64 = autoincrement() @primaryKey\n  user: User\n"
    let versions = try Versions(user + entry + "}", user + entry + "  title: String?\n}", in: "postgresql")
    let database = try ServerDatabase()
    try await database.migrate(versions.prefix(1))
    let oid = "SELECT oid FROM pg_constraint WHERE conname = 'entry_user_id_fkey'"
    let before = try database.execute(oid)
    try database.execute("SET session_replication_role = replica; INSERT INTO entry (user_id) VALUES (7)")
    try await database.migrate(versions)
    let after = try database.execute(oid)
    #expect(before.count == 1 && before == after)
    #expect(try database.execute("SELECT user_id, title FROM entry") == [["7", nil]])
  }

  @Test func otherVersions() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    try await database.migrate(versions)
    await #expect(throws: StoreError.newerDatabase(found: 3, compatibleFrom: 2, known: 1)) {
      try await database.migrate(versions.prefix(1))
    }
    try database.execute("UPDATE igata_versions SET sum = 'x'")
    await #expect(throws: StoreError.self) { try await database.migrate(versions) }
    await #expect(throws: StoreError.self) {
      try await database.migrate(versions, MigrationOptions(backup: "/tmp/backup"))
    }
  }

  /// A version that isn't sealed changes while it is developed.
  @Test func unsealedVersions() async throws {
    let database = try ServerDatabase()
    let open = try Versions(Self.first, Self.second, in: "postgresql", isLastSealed: false)
    try await database.migrate(open.prefix(1))
    try await database.migrate(open)
    let changed = try Versions(
      Self.first, Self.second.replacing("index(remark)", with: ""), in: "postgresql", isLastSealed: false)
    await #expect(throws: StoreError.changedVersion(2, isSealed: false)) { try await database.migrate(changed) }
    let options = MigrationOptions(recreatesUnsealed: true)
    #expect(try await database.migrate(changed, options) == .created(2))
  }
}

/// Collects values from another task.
private actor Recorder {
  private(set) var values: [Double] = []

  func add(_ value: Double) { values.append(value) }
}
#endif

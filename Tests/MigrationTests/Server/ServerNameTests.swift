#if PostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import MigrationSupport
import Testing

@testable import IgataPostgreSQL

/// Names that are as long as a server stores them, or longer.
@Suite(.enabled(if: ServerDatabase.isThere)) struct ServerNameTests {
  private static func name(_ start: String, _ count: Int) -> String {
    start + String(repeating: "x", count: count - start.utf8.count)
  }

  /// Its 54th byte, at which the server's name is cut, is the second one of a letter.
  private static let letters = String(repeating: "x", count: 53) + String(repeating: "é", count: 8)

  /// - Parameter end: Tells the names of the second version from those of the first, after what the server stores.
  private static func schema(_ end: String, _ field: String, _ rest: String) -> String {
    """
    enum Kind: String { case cash, bank }

    model Owner @table("\(name("owner", 63))") {
      id: Int64 @primaryKey
      name: String @column("\(name("name", 64))\(end)") @length(1...20)
      unique(name)
    }

    model Twin @table("\(name("account", 69))2") {
      id: Int64 @primaryKey
    }

    model Account @table("\(name("account", 69))1\(end)") {
      id: Int64 = autoincrement() @primaryKey @column("\(name("key", 70))\(end)")
      owner: Owner @column("\(name("owner", 64))")
      parent: Account? @onDelete(nullify) @column("\(letters)\(end)")
      kind: Kind @column("\(name("kind", 64))")
      \(field): Int64 @range(1...9) @column("\(name("size", 63))")\(rest)
      owners: [Owner] @joinTable("\(name("owners", 70))\(end)")
      index(kind, \(field))
      index(\(field), name: "\(name("index", 64))")
    }
    """
  }

  private static func versions() throws -> Versions {
    try Versions(
      schema("", "size", ""), schema("é", "length", " @renamed(from: \"size\")\n  note: String?"), in: "postgresql")
  }

  @Test(arguments: 1...2) func rightScriptsPass(seed: UInt64) async throws {
    let database = try ServerDatabase()
    let difference = try await Self.versions().firstDifference(rows: 20, seed: seed, server: database.url)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func theDatabaseFits() async throws {
    let database = try ServerDatabase()
    let versions = try Self.versions()
    #expect(try await database.migrate(versions.prefix(1)) == .created(1))
    try await expectNoDrift(database, versions.prefix(1))
    try await save(database, versions.prefix(1), [])
    // Without its record, as before the versions were.
    for count in [1, 2] {
      if count == 2 {
        #expect(try await database.migrate(versions) == .migrated(from: 1, to: 2))
        try await save(database, versions, [.null])
      }
      try await expectNoDrift(database, versions.prefix(count))
      try database.execute("DROP TABLE igata_versions")
      #expect(try await database.backend().adopt(nil, of: versions.all) == count)
    }
    #expect(try await database.prepare(versions) == .current(2))
    // Without versions, and on a server that has nothing.
    let other = try ServerDatabase()
    let backend = try other.backend()
    #expect(try await backend.prepare(versions.tables).createdTables.count == 4)
    #expect(try await backend.prepare(versions.tables) == PrepareReport())
    let left = try await backend.structure()
    #expect(try await Set(database.backend().structure().tables.keys) == Set(left.tables.keys))
    #expect(left.tables.count == 4)
  }

  private func expectNoDrift(_ database: ServerDatabase, _ versions: Versions) async throws {
    let status = try await database.backend().status(of: versions.all)
    #expect(status.differences.isEmpty && status.missingIndexes.isEmpty, "\(status)")
  }

  /// Saves and reads rows, and what the rules refuse.
  ///
  /// - Parameter rest: The values of the last columns of an account.
  private func save(_ database: ServerDatabase, _ versions: Versions, _ rest: [StoredValue]) async throws {
    let backend = try database.backend()
    try await backend.prepare(versions.tables)
    let owner = try #require(versions.tables.first { $0.model == "Owner" })
    let account = try #require(versions.tables.first { $0.model == "Account" })
    let first = Int64(rest.count) * 10
    let session = try await backend.begin(.write)
    try await session.write(.save, [[.integer(first + 1), .text("a\(first)")]], owner)
    let rows = [first + 1, first + 2].map { key -> [StoredValue] in
      let parent: StoredValue = key == first + 1 ? .null : .integer(first + 1)
      return [.integer(key), .integer(first + 1), parent, .text("cash"), .integer(3)] + rest
    }
    try await session.write(.save, rows, account)
    let query = RowQuery(
      account, where: .keyIsIn(columns: account.primaryKey, [[.integer(first + 1)], [.integer(first + 2)]]))
    let found = try await session.values(of: Array(account.columns.indices), query)
    #expect(Set(found) == Set(rows))
    try await session.commit()
    let refused: [(TableDescription, [StoredValue], StoreError)] = [
      (
        owner, [.integer(first + 2), .text("a\(first)")],
        .duplicateKey(model: "Owner", constraint: owner.uniques[0].name, fields: ["name"])
      ),
      (owner, [.integer(first + 2), .text("")], .checkFailed(model: "Owner", field: "name", rule: "length(1...20)")),
      (
        account, [.integer(first + 3), .integer(99), .null, .text("cash"), .integer(3)] + rest,
        .foreignKey(model: "Account", field: "owner")
      ),
      (
        account, [.integer(first + 3), .integer(first + 1), .integer(99), .text("cash"), .integer(3)] + rest,
        .foreignKey(model: "Account", field: "parent")
      ),
    ]
    for (table, row, error) in refused {
      let session = try await backend.begin(.write)
      await #expect(throws: error) { try await session.write(.insert, [row], table) }
      await session.rollback()
    }
  }
}
#endif

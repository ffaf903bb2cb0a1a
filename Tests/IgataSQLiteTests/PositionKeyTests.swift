import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import IgataTables
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQL
@_spi(Backend) @testable import IgataSQLite

/// Join tables whose key is the owner and the position, as earlier releases created them, and the statements that give
/// them the key of the schema.
@Suite struct PositionKeyTests {
  private static let statements = """
    BEGIN IMMEDIATE;
    CREATE TABLE temp.igata_list AS SELECT "account_id", min("position") AS "position", "tag_name" \
    FROM "accounts_tags" GROUP BY "account_id", "tag_name";
    DROP TABLE "accounts_tags";
    CREATE TABLE "accounts_tags" (
      "account_id" BLOB NOT NULL CHECK (length("account_id") = 16),
      "position" INTEGER NOT NULL,
      "tag_name" TEXT NOT NULL,
      PRIMARY KEY ("account_id", "tag_name"),
      FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE,
      FOREIGN KEY ("tag_name") REFERENCES "tag" ("name") ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    INSERT INTO "accounts_tags" ("account_id", "position", "tag_name") \
    SELECT "account_id", "position", "tag_name" FROM temp.igata_list;
    DROP TABLE temp.igata_list;
    CREATE INDEX "accounts_tags_tag_name_idx" ON "accounts_tags" ("tag_name");
    CREATE INDEX "by position" ON "accounts_tags" ("position" DESC);
    COMMIT;
    """

  /// A database with the former join table: the lists are `b, a, c` twice, and `c`.
  private static func formerDatabase(_ path: String) async throws -> (Connection, TableDescription) {
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare(HouseholdSchema.self)
    let tags = ["a", "b", "c"].map { Tag(name: $0) }
    let owner = Person(name: "Hanako")
    try await store.save([Account(name: "1", owner: owner, tags: tags), Account(name: "2", owner: owner)])
    let join = try #require(Account.table.joinTable(3, owner: Account.self))
    var former = join.table
    former.primaryKey = [0, 1]
    let definition = TableDefinition(former, targets: join.targets, SQLiteDialect())
    let connection = try Connection(path: path, flags: 2)
    try connection.run("DROP TABLE accounts_tags")
    for statement in definition.statements { try connection.run(statement) }
    try connection.run("CREATE INDEX \"by position\" ON accounts_tags (position DESC)")
    try connection.run("CREATE VIEW names AS SELECT tag_name FROM accounts_tags")
    for (account, tags) in [("1", ["b", "a", "b", "c", "a", "b"]), ("2", ["c"])] {
      for (position, tag) in tags.enumerated() {
        try connection.run(
          "INSERT INTO accounts_tags SELECT id, \(position * 10), '\(tag)' FROM accounts WHERE name = '\(account)'")
      }
    }
    let text = SQLiteDialect().literal(former.text)
    try connection.run("UPDATE igata_tables SET text = \(text) WHERE name = 'accounts_tags'")
    return (connection, join)
  }

  private static func differences(_ store: Store) async throws -> [SchemaDifference] {
    let error = await failure { () throws(StoreError) in try await store.prepare(HouseholdSchema.self) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return []
    }
    return differences
  }

  @Test func keyIsChanged() async throws {
    let folder = try Scratch()
    let (connection, join) = try await Self.formerDatabase(folder.path())
    let store = Store(try SQLiteBackend(path: folder.path()))
    let differences = try await Self.differences(store)
    #expect(
      differences.map(\.description) == [
        "Account.tags (accounts_tags.account_id): the database has the primary key (account_id, position) of earlier "
          + "releases, the schema asks for (account_id, tag_name), as a list contains a target once; change the key; "
          + "where a list contains a target several times, only the first of them is kept"
      ])
    #expect(differences.sql == Self.statements)
    for statement in (differences.sql ?? "").split(separator: ";\n") { try connection.run(String(statement)) }
    #expect(try await store.prepare(HouseholdSchema.self).createdIndexes == [])
    let accounts = try await store.fetch(Account.all.order { $0.name.ascending })
    #expect(accounts.map { $0.tags.map(\.name) } == [["b", "a", "c"], ["c"]])
    #expect(try connection.texts("SELECT count(*) FROM names") == [["4"]])
    // The next preparation doesn't compare the table again.
    let record = try connection.texts("SELECT text FROM igata_tables WHERE name = 'accounts_tags'")
    #expect(record == [[join.text]])
    #expect(try Catalog(connection).isUnchanged(join))
  }

  /// There are no statements if they would drop anything else.
  @Test(arguments: [
    "ALTER TABLE accounts_tags ADD COLUMN note TEXT",
    "CREATE INDEX some ON accounts_tags (position) WHERE position > 0",
    "CREATE INDEX some ON accounts_tags (position + 1)",
  ])
  func others(_ statement: String) async throws {
    let folder = try Scratch()
    let connection = try await Self.formerDatabase(folder.path()).0
    try connection.run(statement)
    let differences = try await Self.differences(Store(try SQLiteBackend(path: folder.path())))
    #expect(differences.map(\.found) == ["the primary key (account_id, position)"])
    #expect(differences.map(\.sql) == [nil])
  }
}

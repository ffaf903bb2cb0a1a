#if PostgreSQL
import GeneratedModels
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import Testing

/// Join tables whose key is the owner and the position, as earlier releases created them, and the statements that give
/// them the key of the schema.
@Suite(.enabled(if: TestServer.isThere)) struct PositionKeyTests {
  private static func statements(_ constraint: String) -> String {
    """
    BEGIN;
    LOCK TABLE "accounts_tags" IN ACCESS EXCLUSIVE MODE;
    DELETE FROM "accounts_tags" AS later USING "accounts_tags" AS earlier
      WHERE later."account_id" = earlier."account_id" AND later."tag_name" = earlier."tag_name" \
    AND later."position" > earlier."position";
    ALTER TABLE "accounts_tags" DROP CONSTRAINT "\(constraint)";
    ALTER TABLE "accounts_tags" ADD CONSTRAINT "accounts_tags_pkey" PRIMARY KEY ("account_id", "tag_name");
    COMMIT;
    """
  }

  @Test(arguments: ["accounts_tags_pkey", "another \"name\""]) func keyIsChanged(constraint: String) async throws {
    let (first, space) = try await TestServer.household()
    let tags = ["a", "b", "c"].map { Tag(name: $0) }
    let owner = Person(name: "Hanako")
    try await first.save([Account(name: "1", owner: owner, tags: tags), Account(name: "2", owner: owner)])
    let join = try #require(Account.table.joinTable(3, owner: Account.self))
    var former = join.table
    former.primaryKey = [0, 1]
    let definition = TableDefinition(former, targets: join.targets, PostgreSQLDialect())
    let name = constraint.quoted(by: "\"")
    try await TestServer.run(
      """
      DROP TABLE accounts_tags;
      \(definition.statements.joined(separator: "\n"))
      ALTER TABLE accounts_tags DROP CONSTRAINT accounts_tags_pkey;
      ALTER TABLE accounts_tags ADD CONSTRAINT \(name) PRIMARY KEY (account_id, position);
      ALTER TABLE accounts_tags ADD note text;
      UPDATE igata_tables SET text = \(PostgreSQLDialect().literal(former.text)) WHERE name = 'accounts_tags';
      """, on: space)
    for (account, tags) in [("1", ["b", "a", "b", "c", "a", "b"]), ("2", ["c"])] {
      for (position, tag) in tags.enumerated() {
        try await TestServer.run(
          "INSERT INTO accounts_tags SELECT id, \(position * 10), '\(tag)' FROM accounts WHERE name = '\(account)'",
          on: space)
      }
    }
    let store = Store(try PostgreSQLBackend(space, options: .patient()))
    let error = await error { try await store.prepare(HouseholdSchema.self) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(differences.map(\.found) == ["the primary key (account_id, position) of earlier releases"])
    let quoted = constraint.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    #expect(differences.sql == Self.statements(quoted))
    try await TestServer.run(differences.sql ?? "", on: space)
    #expect(try await store.prepare(HouseholdSchema.self) == PrepareReport())
    let accounts = try await store.fetch(Account.all.order { $0.name.ascending })
    #expect(accounts.map { $0.tags.map(\.name) } == [["b", "a", "c"], ["c"]])
    let record = try await TestServer.run("SELECT text FROM igata_tables WHERE name = 'accounts_tags'", on: space)
    #expect(record.map { $0.joined() }.joined(separator: "\n") == join.text)
  }
}

#endif

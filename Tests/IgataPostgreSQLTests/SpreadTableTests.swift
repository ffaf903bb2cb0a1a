#if PostgreSQL
import Foundation
import IgataPostgreSQL
import IgataRuntime
import Testing

/// Tables that were made for a cluster have the column that spreads their rows in front of their key. What is saved and
/// updated by a row names it, so that the statement goes to where the row lies.
@Suite(.enabled(if: TestServer.isThere)) struct SpreadTableTests {
  private static let account = TableDescription(
    """
    table Account account
    column id uuid
    column owner_id of ownerID uuid
    column name string
    key id
    distribute owner_id
    """)

  private let id = StoredValue.uuid(UUID())
  private let owner = StoredValue.uuid(UUID())

  @Test func rowsAreWrittenWhereTheyLie() async throws {
    let space = try await TestServer.space()
    try await TestServer.run(
      """
      CREATE TABLE account (
        id uuid NOT NULL, owner_id uuid NOT NULL, name text COLLATE "C" NOT NULL, PRIMARY KEY (owner_id, id))
      """, on: space)
    let backend = try PostgreSQLBackend(space, options: .patient())
    try await backend.prepare([Self.account])
    #expect(try await write(.insert, [[id, owner, .text("a")]], backend) == 1)
    #expect(try await write(.save, [[id, owner, .text("b")]], backend) == 1)
    #expect(try await write(.update, [[id, owner, .text("c")]], backend) == 1)
    // One that would move to another place is not found there.
    #expect(try await write(.update, [[id, .uuid(UUID()), .text("d")]], backend) == 0)
    // Saved, it is a second row at the other place: no server knows what the others have.
    let elsewhere = StoredValue.uuid(UUID())
    #expect(try await write(.save, [[id, elsewhere, .text("d")]], backend) == 1)
    #expect(try await TestServer.run("SELECT name FROM account ORDER BY 1", on: space) == [["c"], ["d"]])
    #expect(try await write(.save, [[id, owner, .text("c")]], backend) == 1)
    #expect(try await TestServer.run("SELECT name FROM account ORDER BY 1", on: space) == [["c"], ["d"]])
    // Many rows at once take another way.
    let many = (0..<1000).map { number -> [StoredValue] in
      [number == 0 ? id : .uuid(UUID()), owner, .text("many \(number)")]
    }
    #expect(try await write(.save, many, backend) == 1000)
    #expect(try await write(.save, many, backend) == 1000)
    #expect(
      try await TestServer.run("SELECT count(*), max(name) FROM account WHERE name ~ 'many'", on: space) == [
        ["1000", "many 999"]
      ])
  }

  /// On one server the same table has its own key alone, and a row may change its place.
  @Test func oneServerKnowsNothingOfIt() async throws {
    let space = try await TestServer.space()
    let backend = try PostgreSQLBackend(space, options: .patient())
    try await backend.prepare([Self.account])
    try await backend.prepare([Self.account])
    #expect(try await write(.insert, [[id, owner, .text("a")]], backend) == 1)
    #expect(try await write(.update, [[id, .uuid(UUID()), .text("b")]], backend) == 1)
    #expect(try await write(.save, [[id, owner, .text("c")]], backend) == 1)
    #expect(try await TestServer.run("SELECT name FROM account", on: space) == [["c"]])
  }

  /// What the catalogue of Citus says of a table must be what the schema says. A table and a function stand in for it:
  /// this proves what becomes of its answers, and not that Citus gives them.
  @Test func aChangedDistributionIsRefused() async throws {
    let space = try await TestServer.space()
    try await TestServer.run(
      """
      CREATE TABLE account (
        id uuid NOT NULL, owner_id uuid NOT NULL, name text COLLATE "C" NOT NULL, PRIMARY KEY (owner_id, id));
      CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod "char", partkey text, repmodel "char");
      CREATE FUNCTION column_to_column_name(regclass, text) RETURNS text LANGUAGE sql AS 'SELECT $2'
      """, on: space)
    let backend = try PostgreSQLBackend(space, options: .patient())
    // A table that lies on one server is like any other.
    try await backend.prepare([Self.account])
    for (method, key, problem) in [
      ("hs", "owner_id", nil), ("ns", "", nil), ("hs", "id", "its rows are spread by 'id', where the schema asks for"),
      ("nt", "", "its rows are all on every server, where the schema asks for"),
    ] {
      try await TestServer.run(
        """
        DELETE FROM pg_dist_partition;
        INSERT INTO pg_dist_partition VALUES ('account', left('\(method)', 1), '\(key)', right('\(method)', 1))
        """, on: space)
      let failure = await error { try await backend.prepare([Self.account]) }
      guard let problem else {
        #expect(failure == nil)
        continue
      }
      guard case .schemaMismatch("account", "owner_id", let text, let help) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(text == problem + " rows spread by 'owner_id'")
      #expect(help.hasSuffix("alter_distributed_table('\"account\"', distribution_column := 'owner_id');"))
    }
  }

  private func write(
    _ kind: RowWrite.Kind, _ rows: [[StoredValue]], _ backend: any Backend
  ) async throws -> Int {
    let session = try await backend.begin(.write)
    let count = try await session.write(RowWrite(kind, Self.account, count: rows.count)) {
      (writer) throws(StoreError) in
      for row in rows {
        for (column, value) in row.enumerated() { writer.rawValue(column, value) }
        guard writer.finishRow() else { return }
      }
    }
    try await session.commit()
    return count
  }
}
#endif

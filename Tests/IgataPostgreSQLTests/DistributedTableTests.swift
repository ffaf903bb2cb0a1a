#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// The primary keys of tables that were created for a cluster begin with the distribution column. Statements that save
/// and update a row include it, so that the cluster runs them on one server.
@Suite(.enabled(if: TestServer.isThere)) struct DistributedTableTests {
  static let account = TableDescription(
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

  private static let definition = """
    CREATE TABLE account (
      id uuid NOT NULL, owner_id uuid NOT NULL, name text COLLATE "C" NOT NULL, PRIMARY KEY (owner_id, id));
    """

  /// The distributed table on the cluster.
  static func cluster(
    _ distribution: String = "create_distributed_table('account', 'owner_id')"
  ) async throws -> String {
    let space = try await TestServer.space(of: TestServer.cluster)
    try await TestServer.run(definition, on: space)
    try await TestServer.run("SELECT \(distribution)", on: space)
    return space
  }

  @Test(arguments: TestServer.cluster == nil ? [false] : [false, true])
  func rowsAreWrittenWhereTheyLie(onCluster: Bool) async throws {
    let space = try await onCluster ? Self.cluster() : TestServer.space()
    if !onCluster { try await TestServer.run(Self.definition, on: space) }
    let backend = try PostgreSQLBackend(space, options: .patient())
    try await backend.prepare([Self.account])
    #expect(try await write(.insert, [[id, owner, .text("a")]], backend) == 1)
    #expect(try await write(.save, [[id, owner, .text("b")]], backend) == 1)
    #expect(try await write(.update, [[id, owner, .text("c")]], backend) == 1)
    // An update with another distribution column does not find the row.
    #expect(try await write(.update, [[id, .uuid(UUID()), .text("d")]], backend) == 0)
    // A save writes a second row: no server knows the rows of the others.
    let elsewhere = StoredValue.uuid(UUID())
    #expect(try await write(.save, [[id, elsewhere, .text("d")]], backend) == 1)
    #expect(try await TestServer.run("SELECT name FROM account ORDER BY 1", on: space) == [["c"], ["d"]])
    #expect(try await write(.save, [[id, owner, .text("c")]], backend) == 1)
    #expect(try await TestServer.run("SELECT name FROM account ORDER BY 1", on: space) == [["c"], ["d"]])
    // Many rows are sent by COPY.
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

  /// On a single server the table only has its own key, and the distribution column of a row can change.
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

  /// The distribution in the catalog of Citus must match the schema. A table and a function replace the catalog, so
  /// that this does not prove what Citus itself reports.
  @Test func aChangedDistributionIsRefused() async throws {
    let space = try await TestServer.space()
    try await TestServer.run(
      Self.definition + """
      CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod "char", partkey text, repmodel "char");
      CREATE FUNCTION column_to_column_name(regclass, text) RETURNS text LANGUAGE sql AS 'SELECT $2'
      """, on: space)
    let backend = try PostgreSQLBackend(space, options: .patient())
    // A table on one server is accepted with a note.
    #expect(try await backend.prepare([Self.account]).notes.map(\.table) == ["account"])
    for (method, key, problem) in [
      ("hs", "owner_id", nil), ("ns", "", nil),
      ("hs", "id", "the database has rows distributed by 'id', the schema asks for"),
      ("nt", "", "the database has all rows on every server, the schema asks for"),
    ] {
      try await TestServer.run(
        """
        DELETE FROM pg_dist_partition;
        INSERT INTO pg_dist_partition VALUES ('account', left('\(method)', 1), '\(key)', right('\(method)', 1))
        """, on: space)
      var noteCount = 0
      let failure = await error { noteCount = try await backend.prepare([Self.account]).notes.count }
      guard let problem else {
        #expect(failure == nil && noteCount == (method == "ns" ? 1 : 0), "\(method)")
        continue
      }
      guard case .schemaMismatch(let differences) = failure, let difference = differences.first,
        differences.count == 1, difference.table == "account", difference.column == "owner_id"
      else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(difference.problem == problem + " rows distributed by 'owner_id'")
      #expect(
        difference.help.hasSuffix(
          method == "hs"
            ? "by: SELECT alter_distributed_table('\"account\"', distribution_column := 'owner_id');"
            : "SELECT create_distributed_table('\"account\"', 'owner_id');"))
    }
  }

  /// A foreign key between distributed tables may begin with their column, and may be missing if a cluster can't have
  /// it.
  @Test(arguments: [
    ("restrict", ", FOREIGN KEY (shop, parent_id) REFERENCES parent (shop, id) ON DELETE RESTRICT"), ("noAction", ""),
  ])
  func foreignKeysOfDistributedTables(_ rule: String, _ key: String) async throws {
    let parent = TableDescription(
      "table Parent parent\ncolumn id uuid\ncolumn shop uuid\nkey id\ndistribute shop",
      relations: [] as [any PersistableModel.Type])
    let child = TableDescription(
      """
      table Child child
      column id uuid
      column shop uuid
      column parent_id of parentID uuid
      key id
      distribute shop
      relation parent required (parent_id) \(rule)
      """, relations: [{ parent }] as [@Sendable () -> TableDescription])
    let space = try await TestServer.space()
    try await TestServer.run(
      """
      CREATE TABLE parent (id uuid, shop uuid, PRIMARY KEY (shop, id));
      CREATE TABLE child (id uuid, shop uuid, parent_id uuid NOT NULL, PRIMARY KEY (shop, id)\(key))
      """, on: space)
    let report = try await PostgreSQLBackend(space, options: .patient()).prepare([parent, child])
    #expect(report.createdTables == [])
  }

  /// Distributed tables are only created on a single server, and not on a cluster.
  @Test(arguments: TestServer.cluster == nil ? [false] : [false, true])
  func distributedTablesAreNotCreatedOnClusters(onCluster: Bool) async throws {
    let space = try await TestServer.space(of: onCluster ? TestServer.cluster : TestServer.connection)
    let backend = try PostgreSQLBackend(space, options: .patient())
    if !onCluster {
      try await TestServer.run(
        """
        CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod "char", partkey text, repmodel "char");
        CREATE FUNCTION column_to_column_name(regclass, text) RETURNS text LANGUAGE sql AS 'SELECT $2'
        """, on: space)
    }
    let failure = await error { try await backend.prepare([Self.account]) }
    guard case .schemaMismatch(let differences) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(differences.map(\.table) == ["account"])
    #expect(differences.first?.help.contains("--target citus") == true)
    #expect(try await TestServer.run("SELECT to_regclass('account') IS NULL", on: space) == [["t"]])
    if onCluster { return }
    try await TestServer.run("DROP TABLE pg_dist_partition", on: space)
    try await backend.prepare([Self.account])
  }

  /// The messages and codes with which a coordinator reports a lost server become the store's error, and the connection
  /// to the coordinator can still be used.
  @Test(arguments: [
    ("08006", "connection to the remote node postgres@worker:5432 failed with the following error: refused"),
    ("08006", "could not establish any connections to the node worker:5432 after 30000 ms"),
    ("57P01", "terminating connection due to administrator command"),
    ("XX000", "server closed the connection unexpectedly"), ("XX000", "connection not open"),
    ("XX000", "failure on connection marked as essential: worker:5432"),
  ])
  func otherServersAreLost(_ state: String, _ message: String) async throws {
    let space = try await TestServer.space()
    let backend = try PostgreSQLBackend(space, options: .patient(connectionCount: 1))
    let store = Store(backend)
    try await store.prepare([Tag.self])
    try await TestServer.run(
      """
      CREATE FUNCTION lost() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        IF NEW.name = 'lost' THEN RAISE EXCEPTION '\(message)' USING ERRCODE = '\(state)'; END IF;
        NEW.name = pg_backend_pid()::text;
        RETURN NEW;
      END $$;
      CREATE TRIGGER lost BEFORE INSERT ON tag FOR EACH ROW EXECUTE FUNCTION lost();
      """, on: space)
    try await store.insert(Tag(name: "before"))
    let failure = await error { try await store.insert(Tag(name: "lost")) }
    #expect(failure == .unreachable(reason: message))
    // The trigger has replaced the name by the process of the connection, which is the same as before.
    let again = await error { try await store.insert(Tag(name: "after")) }
    #expect(again == .duplicateKey(model: "Tag", constraint: "primaryKey", fields: ["name"]))
  }

  /// If a commit fails on another server, the coordinator forwards its message as a warning before an unspecific error.
  @Test(arguments: [
    (["XX000: SSL SYSCALL error: EOF detected"], StoreError.unreachable(reason: "SSL SYSCALL error: EOF detected")),
    (
      [
        "57P01: terminating connection due to administrator command",
        "01000: failed to commit transaction on worker:5432",
      ],
      .unreachable(reason: "terminating connection due to administrator command")
    ),
    (
      [
        "23505: duplicate key value violates unique constraint \"tag_pkey_7\"",
        "08006: connection to the remote node postgres@worker:5432 failed with the following error: busy",
      ], .duplicateKey(model: "Tag", constraint: "primaryKey", fields: ["name"])
    ),
  ])
  func commitsFailElsewhere(_ warnings: [String], _ expected: StoreError) async throws {
    let space = try await TestServer.space()
    let store = Store(try PostgreSQLBackend(space, options: .patient(connectionCount: 1)))
    try await store.prepare([Tag.self])
    let raised = warnings.map { "RAISE WARNING '\($0.dropFirst(7))' USING ERRCODE = '\($0.prefix(5))';" }
      .joined(separator: " ")
    try await TestServer.run(
      """
      CREATE FUNCTION lost() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        \(raised)
        RAISE EXCEPTION 'could not commit transaction for shard 7 on at least one active node' USING ERRCODE = 'XX000';
      END $$;
      CREATE CONSTRAINT TRIGGER lost AFTER INSERT ON tag DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION lost();
      """, on: space)
    let failure = await error { try await store.insert(Tag(name: "a")) }
    #expect(failure == expected)
    #expect(try await store.count(Tag.all) == 0)
  }

  /// The coordinator of a cluster forwards messages without their fields and with the names of shards.
  @Test func messagesOfOtherServers() {
    let tables = [Person.table, Account.table]
    for (state, message, expected) in [
      (
        "23505", "duplicate key value violates unique constraint \"person_email_key_102008\"",
        StoreError.duplicateKey(model: "Person", constraint: "person_email_key", fields: ["email"])
      ),
      (
        "XX000", "duplicate key value violates unique constraint \"accounts_pkey_7\"",
        .duplicateKey(model: "Account", constraint: "primaryKey", fields: ["id"])
      ),
      (
        "XX000",
        "insert on table \"accounts_7\" violates foreign key constraint \"accounts_owner_id_fkey_7\"",
        .foreignKey(model: "Account", field: "owner")
      ),
    ] {
      var failure = ServerFailure(lost: message)
      (failure.isConnectionLost, failure.state) = (false, state)
      #expect(failure.storeError(nil, tables) == expected)
      (failure.state, failure.hasPosition) = ("42601", true)
      guard case .backend(_, let text) = failure.storeError(nil, tables) else {
        Issue.record("\(message)")
        continue
      }
      #expect(text.hasPrefix(message))
    }
    for message in ["", "\"", "a \"\" b", "\"accounts_pkey_\" \"_7\"", "\"nothing_7\""] {
      var failure = ServerFailure(lost: message)
      (failure.isConnectionLost, failure.state) = (false, "XX000")
      guard case .backend = failure.storeError(nil, tables) else {
        Issue.record("\(message)")
        continue
      }
    }
  }

  private func write(
    _ kind: RowWrite.Kind, _ rows: [[StoredValue]], _ backend: any Backend
  ) async throws -> Int {
    try await Self.write(kind, rows, into: Self.account, backend)
  }

  static func write(
    _ kind: RowWrite.Kind, _ rows: [[StoredValue]], into table: TableDescription, _ backend: any Backend
  ) async throws -> Int {
    let session = try await backend.begin(.write)
    let count = try await session.write(RowWrite(kind, table, count: rows.count)) {
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

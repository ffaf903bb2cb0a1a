import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Keys by references, foreign keys that share columns, and what is unique without the case of texts.
@Suite struct IntrospectKeysTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func introspect(_ database: String, _ arguments: [String]) async throws -> Outcome {
    let program = Program(built: "igata", ["introspect", database, "-o", "DB.igata"] + arguments, in: scratch.folder)
    return try await apart { try program.run() }
  }

  private func make(_ statements: String...) throws {
    let connection = try Connection(path: scratch.path("db.sqlite"), flags: 6)
    for statement in statements { _ = try connection.texts(statement) }
  }

  /// The models without the heading, which a second run leaves alone.
  private func models(_ database: String = "db.sqlite", _ arguments: [String] = []) async throws -> String {
    let outcome = try await introspect(database, arguments)
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("DB.igata")
    let check = try await introspect(database, arguments + ["--check"])
    #expect(check.status == 0, "\(check)")
    let again = try await introspect(database, arguments)
    #expect(again.status == 0, "\(again)")
    #expect(try scratch.read("DB.igata") == schema)
    return schema.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
  }

  @Test func keysOfReferences() async throws {
    try make(
      "CREATE TABLE people (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE)",
      "CREATE TABLE items (email TEXT NOT NULL REFERENCES people (email), n INTEGER NOT NULL, PRIMARY KEY (email, n))",
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, email TEXT NOT NULL, n INTEGER NOT NULL, "
        + "FOREIGN KEY (email, n) REFERENCES items (email, n) ON DELETE CASCADE)",
      "CREATE TABLE desks (person_email TEXT NOT NULL PRIMARY KEY REFERENCES people (email) ON UPDATE CASCADE) "
        + "WITHOUT ROWID")
    #expect(
      try await models() == """
        model Desk @table("desks") @external {
          person: Person @references(email) @onDelete(noAction) @onUpdate(cascade)

          primaryKey(person)
        }

        model Item @table("items") @external {
          email: Person @column("email") @references(email) @onDelete(noAction)
          n: Int
          notes: [Note] @inverse(email)

          primaryKey(email, n)
        }

        model Note @table("notes") @external {
          let id: Int = autoincrement() @primaryKey
          email: Item @columns("email", "n") @onDelete(cascade)
        }

        model Person @table("people") @external {
          let id: Int = autoincrement() @primaryKey
          email: String @unique
          desk: Desk? @inverse(person)
          items: [Item] @inverse(email)
        }

        """)
  }

  @Test func columnsOfSeveralForeignKeys() async throws {
    try make(
      "CREATE TABLE tenants (id INTEGER PRIMARY KEY)",
      "CREATE TABLE a (tenant_id INTEGER NOT NULL REFERENCES tenants, id INTEGER NOT NULL, PRIMARY KEY (tenant_id, id))",
      "CREATE TABLE b (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, UNIQUE (tenant_id, id))",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL REFERENCES tenants, a_id INTEGER NOT NULL, "
        + "b_id INTEGER, last_id INTEGER, FOREIGN KEY (tenant_id, a_id) REFERENCES a ON DELETE CASCADE, "
        + "FOREIGN KEY (tenant_id, b_id) REFERENCES b (tenant_id, id), "
        + "FOREIGN KEY (tenant_id, last_id) REFERENCES a (tenant_id, id) ON DELETE SET NULL)",
      "CREATE INDEX c_b ON c (b_id)",
      // The columns are those of the key, and nothing is left for the relations.
      "CREATE TABLE d (tenant_id INTEGER NOT NULL, a_id INTEGER NOT NULL, b_id INTEGER NOT NULL, "
        + "PRIMARY KEY (tenant_id, a_id, b_id), FOREIGN KEY (tenant_id, a_id) REFERENCES a (tenant_id, id), "
        + "FOREIGN KEY (tenant_id, b_id) REFERENCES b (tenant_id, id))",
      // All may be null, one has an index with others, and one key is there twice.
      "CREATE TABLE e (id INTEGER PRIMARY KEY, t INTEGER, x INTEGER, y INTEGER, z INTEGER, "
        + "FOREIGN KEY (t, x) REFERENCES a ON DELETE SET NULL, FOREIGN KEY (t, y) REFERENCES a ON DELETE RESTRICT, "
        + "FOREIGN KEY (t, y) REFERENCES a ON DELETE RESTRICT)",
      "CREATE INDEX e_zx ON e (z, x)",
      // Without others, some of the columns might be null.
      "CREATE TABLE f (id INTEGER PRIMARY KEY, t INTEGER, x INTEGER, FOREIGN KEY (t, x) REFERENCES a)",
      // A row and its parent have the same tenant.
      "CREATE TABLE g (tenant_id INTEGER NOT NULL, id INTEGER NOT NULL, parent_id INTEGER, "
        + "PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES g)",
      "INSERT INTO tenants VALUES (1), (2)", "INSERT INTO a VALUES (1, 1), (2, 1)", "INSERT INTO b VALUES (1, 1)",
      "INSERT INTO c VALUES (1, 1, 1, NULL, NULL), (2, 1, 1, 1, 1)", "INSERT INTO d VALUES (1, 1, 1)",
      "INSERT INTO e VALUES (1, NULL, 1, NULL, 1), (2, 1, 1, NULL, 1)")
    #expect(
      try await models() == """
        model A @external {
          tenant: Tenant @onDelete(noAction)
          id: Int
          cs: [C] @inverse(a)
          ds: [D] @inverse(a)
          es: [E] @inverse(y)
          es2: [E] @inverse(x2)

          primaryKey(tenant, id)
        }

        model B @external {
          let id: Int = autoincrement() @primaryKey
          tenantID: Int
          cs: [C] @inverse(b)
          ds: [D] @inverse(b)

          unique(tenantID, id)
        }

        model C @external {
          let id: Int = autoincrement() @primaryKey
          tenant: Tenant @onDelete(noAction)
          a: A @columns("tenant_id", "a_id") @onDelete(cascade)
          b: B? @columns("tenant_id", "b_id") @references(tenantID, id) @onDelete(noAction)
          lastID: Int?  // refers to 'a', with ON DELETE SET NULL, which can't set all of its columns
        }

        model D @external {
          tenantID: Int
          aID: Int
          bID: Int
          b: B @columns("tenant_id", "b_id") @references(tenantID, id) @onDelete(noAction)
          a: A @columns("tenant_id", "a_id") @onDelete(noAction)

          primaryKey(tenantID, aID, bID)
        }

        model E @external {
          let id: Int = autoincrement() @primaryKey
          t: Int?
          x: Int?
          y: A? @columns("t", "y") @onDelete(restrict)
          z: Int?
          x2: A? @columns("t", "x")

          index(z, x)
        }

        model F @external {
          let id: Int = autoincrement() @primaryKey
          t: Int?  // refers to 'a', unless a part of the key is null
          x: Int?
        }

        model G @external {
          tenantID: Int
          id: Int
          parent: G? @columns("tenant_id", "parent_id") @onDelete(noAction)
          gs: [G] @inverse(parent)

          primaryKey(tenantID, id)
        }

        model Tenant @table("tenants") @external {
          let id: Int = autoincrement() @primaryKey
          as: [A] @inverse(tenant)
          cs: [C] @inverse(tenant)
        }

        """)
  }

  @Test func textsThatAreUniqueWithoutCase() async throws {
    try make(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, nick TEXT, "
        + "login TEXT NOT NULL, tenant TEXT NOT NULL, number INTEGER UNIQUE COLLATE NOCASE, "
        + "exact TEXT NOT NULL COLLATE NOCASE, code TEXT NOT NULL COLLATE NOCASE UNIQUE, trimmed TEXT, "
        + "kind TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (kind IN ('A', 'b')), \"Odd \"\"name\" TEXT)",
      "CREATE UNIQUE INDEX nick ON users (lower(nick))",
      "CREATE UNIQUE INDEX login ON users (tenant, login COLLATE NOCASE)",
      "CREATE UNIQUE INDEX exact ON users (exact COLLATE BINARY)",
      "CREATE UNIQUE INDEX trimmed ON users (trimmed COLLATE RTRIM)",
      "CREATE UNIQUE INDEX some ON users (tenant COLLATE NOCASE) WHERE number > 3",
      "CREATE UNIQUE INDEX odd ON users (\"Odd \"\"name\" COLLATE NOCASE)",
      "CREATE UNIQUE INDEX upper ON users (upper(nick))",
      // A key refers to the column, which is unique in lower case all the same, as the relation can't be described.
      "CREATE TABLE uses (id INTEGER PRIMARY KEY, code TEXT REFERENCES users (code))",
      // Rows are known by their numbers, as the key takes different texts for equal.
      "CREATE TABLE words (word TEXT NOT NULL COLLATE NOCASE PRIMARY KEY)",
      "INSERT INTO users (email, nick, login, tenant, exact, code, kind) VALUES ('A@b', 'N', 'L', 't', 'x', 'c', 'A'), "
        + "('b@b', NULL, 'L2', 't', 'X', 'd', 'b')")
    #expect(
      try await models() == """
        enum UserKind: String {
          case a = "A"
          case b
        }

        model User @table("users") @external {
          let id: Int = autoincrement() @primaryKey
          email: String
          nick: String?
          login: String
          tenant: String
          number: Int? @unique
          exact: String @unique
          code: String
          trimmed: String?
          kind: UserKind @unique
          oddName: String? @column("Odd \\"name")

          unique(lower(oddName))
          unique(tenant, lower(login))
          unique(lower(nick))
          unique(lower(code))
          unique(lower(email))
        }

        model Use @table("uses") @external {
          let id: Int = autoincrement() @primaryKey
          code: String?  // refers to 'users': several models 'User' can have the same code
        }

        model Word @table("words") @external {
          let rowid: Int = autoincrement() @primaryKey
          word: String

          unique(lower(word))
        }

        """)
  }

  /// What is unique follows the database.
  @Test func followedUniques() async throws {
    try make(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL, tenant TEXT NOT NULL)",
      "CREATE UNIQUE INDEX one ON users (email)")
    let before = try await models()
    #expect(before.contains("  email: String @unique\n  tenant: String\n}"), "\(before)")
    try make("DROP INDEX one", "CREATE UNIQUE INDEX one ON users (email COLLATE NOCASE)",
      "CREATE UNIQUE INDEX two ON users (tenant, lower(email))")
    let after = try await models()
    #expect(
      after.hasSuffix(
        "  email: String\n  tenant: String\n\n  unique(tenant, lower(email))\n  unique(lower(email))\n}\n")
        || after.hasSuffix(
          "  email: String\n  tenant: String\n\n  unique(lower(email))\n  unique(tenant, lower(email))\n}\n"),
      "\(after)")
    // What is taken out by hand stays out, and what is gone is removed.
    try scratch.write(try scratch.read("DB.igata").replacing("  unique(lower(email))\n", with: ""), to: "DB.igata")
    #expect(!(try await models()).contains("unique(lower(email))"))
    try make("DROP INDEX two", "CREATE UNIQUE INDEX two ON users (tenant)")
    let last = try await models()
    #expect(last.contains("  email: String\n  tenant: String @unique\n") && !last.contains("lower"), "\(last)")
  }

  /// A foreign key that shares a column is followed, and so is one that is gone.
  @Test func followedForeignKeys() async throws {
    let table = "CREATE TABLE c (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, a_id INTEGER NOT NULL, "
    try make(
      "CREATE TABLE a (tenant_id INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (tenant_id, id))",
      table + "FOREIGN KEY (tenant_id, a_id) REFERENCES a)")
    #expect(try await models().contains("  tenant: A @columns(\"tenant_id\", \"a_id\") @onDelete(noAction)\n"))
    try make(
      "DROP TABLE c",
      table + "b_id INTEGER, FOREIGN KEY (tenant_id, a_id) REFERENCES a, FOREIGN KEY (tenant_id, b_id) REFERENCES a)")
    let after = try await models()
    #expect(after.contains("b: A? @columns(\"tenant_id\", \"b_id\") @onDelete(noAction)\n"), "\(after)")
    try make("DROP TABLE c", table + "b_id INTEGER, FOREIGN KEY (tenant_id, a_id) REFERENCES a)")
    let last = try await models()
    #expect(last.contains("b: A? @columns(\"tenant_id\", \"b_id\") @onDelete(unconstrained)\n"), "\(last)")
  }

  #if PostgreSQL
  @Test(.enabled(if: CopyServer.isThere)) func keysOfAServer() async throws {
    let (url, name) = try await CopyServer.schema(
      """
      SELECT pg_advisory_xact_lock(77);
      CREATE EXTENSION IF NOT EXISTS citext SCHEMA public;
      CREATE TABLE tenant (id bigint PRIMARY KEY);
      CREATE TABLE a (tenant_id bigint NOT NULL REFERENCES tenant, id bigint NOT NULL, email text NOT NULL UNIQUE,
        login public.citext NOT NULL UNIQUE, nick text, PRIMARY KEY (tenant_id, id));
      CREATE UNIQUE INDEX a_nick ON a (tenant_id, lower(nick) DESC);
      CREATE TABLE item (email text NOT NULL REFERENCES a (email) ON UPDATE CASCADE, n integer NOT NULL,
        PRIMARY KEY (email, n));
      CREATE TABLE c (id bigint PRIMARY KEY, tenant_id bigint NOT NULL REFERENCES tenant, a_id bigint NOT NULL,
        b_id bigint, d_id bigint, FOREIGN KEY (tenant_id, a_id) REFERENCES a ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, b_id) REFERENCES a (tenant_id, id),
        FOREIGN KEY (tenant_id, d_id) REFERENCES a ON DELETE SET NULL (d_id));
      CREATE INDEX c_b ON c (b_id);
      """)
    #expect(
      try await models(url, ["--schema", name]) == """
        model A @external {
          tenant: Tenant @onDelete(noAction)
          id: Int
          email: String @unique
          login: String
          nick: String?
          cs: [C] @inverse(a)
          cs2: [C] @inverse(b)
          items: [Item] @inverse(email)

          primaryKey(tenant, id)
          unique(lower(login))
          unique(tenant, lower(nick))
        }

        model C @external {
          let id: Int @primaryKey
          tenant: Tenant @onDelete(noAction)
          a: A @columns("tenant_id", "a_id") @onDelete(cascade)
          b: A? @columns("tenant_id", "b_id") @onDelete(noAction)
          dID: Int?  // refers to 'a', with ON DELETE SET NULL, which can't set all of its columns
        }

        model Item @external {
          email: A @column("email") @references(email) @onDelete(noAction) @onUpdate(cascade)
          n: Int32

          primaryKey(email, n)
        }

        model Tenant @external {
          let id: Int @primaryKey
          as: [A] @inverse(tenant)
          cs: [C] @inverse(tenant)
        }

        """)
  }
  #endif
}

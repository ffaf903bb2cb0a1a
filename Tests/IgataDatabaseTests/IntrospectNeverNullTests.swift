import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Foreign keys that are never null, and that no required relation can be.
@Suite struct IntrospectNeverNullTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func introspect(_ arguments: String...) async throws -> Outcome {
    let program = Program(built: "igata", ["introspect", "shop.sqlite", "-o", "Shop.igata"] + arguments, in: scratch.folder)
    return try await apart { try program.run() }
  }

  private func make(_ statements: String...) throws {
    let connection = try Connection(path: scratch.path("shop.sqlite"), flags: 6)
    for statement in statements { _ = try connection.texts(statement) }
  }

  @Test func oneRelationOfEachCycleIsOptional() async throws {
    try make(
      "CREATE TABLE shops (id INTEGER PRIMARY KEY, manager_id INTEGER NOT NULL REFERENCES clerks)",
      "CREATE TABLE clerks (id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops)",
      "CREATE TABLE nodes (id INTEGER PRIMARY KEY, root_id INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE)",
      // The key of a table can't be optional.
      "CREATE TABLE pages (book_id INTEGER NOT NULL, number INTEGER NOT NULL, "
        + "PRIMARY KEY (book_id, number), FOREIGN KEY (book_id, number) REFERENCES pages)")

    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("Shop.igata")
    #expect(
      schema == """
        // igata introspect: 4 tables, 8 columns; see Shop.catalog

        model Clerk @table("clerks") @external {
          let id: Int = autoincrement() @primaryKey
          shop: Shop @onDelete(noAction)
          shops: [Shop] @inverse(manager)
        }

        model Node @table("nodes") @external {
          let id: Int = autoincrement() @primaryKey
          root: Node? @onDelete(cascade)  // never null; required relations would form a cycle
          nodes: [Node] @inverse(root)
        }

        model Page @table("pages") @external {
          bookID: Int  // refers to 'pages': required relations form a cycle: Page → Page
          number: Int

          primaryKey(bookID, number)
        }

        model Shop @table("shops") @external {
          let id: Int = autoincrement() @primaryKey
          manager: Clerk? @onDelete(noAction)  // never null; required relations would form a cycle
          clerks: [Clerk] @inverse(shop)
        }

        """)

    // A second run changes nothing.
    let again = try await introspect()
    #expect(again.status == 0, "\(again)")
    #expect(try scratch.read("Shop.igata") == schema)
    let check = try await introspect("--check")
    #expect(check.status == 0, "\(check)")
  }

  @Test func columnsMayNotBeSetToNull() async throws {
    try make(
      "CREATE TABLE tags (id INTEGER PRIMARY KEY)",
      "CREATE TABLE uses (id INTEGER PRIMARY KEY, tag_id INTEGER NOT NULL REFERENCES tags ON DELETE SET NULL)")
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("Shop.igata")
    #expect(schema.contains("  tag: Tag?  // never null; ON DELETE SET NULL fails there\n"), "\(schema)")
  }

  @Test func targetsMayBeKnownByWhatMayBeNull() async throws {
    try make(
      "CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
      "CREATE TABLE uses (id INTEGER PRIMARY KEY, tag TEXT NOT NULL REFERENCES tags (name) ON DELETE CASCADE)")
    let outcome = try await introspect()
    #expect(outcome.status == 0, "\(outcome)")
    let lines = try scratch.read("Shop.igata").split(separator: "\n").map(String.init)
    #expect(
      lines.contains("  tag: Tag? @column(\"tag\") @references(name) @onDelete(cascade)  // never null; what it refers to may be"),
      "\(lines)")
  }
}

import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What SQLite does for a query: an index serves what it can serve, and nothing is sorted that lies in order.
@Suite struct QueryPlanTests {
  private static func column(_ index: Int, _ path: Int...) -> QueryExpression { .column(RelationPath(path), index) }

  private static func text(_ index: Int, _ comparison: ComparisonOperator) -> Condition {
    .comparison(column(index), comparison, .value(.text("a")))
  }

  private static let cases: [(name: String, query: RowQuery, steps: [String])] = [
    ("all rows", RowQuery(Thing.table), ["SCAN t0"]),
    (
      "one key", RowQuery(Owner.table, where: .keyIsIn(columns: [0], [[.key(1)]])),
      ["SEARCH t0 USING PRIMARY KEY (id=?)"]
    ),
    (
      "many keys", RowQuery(Owner.table, where: .keyIsIn(columns: [0], (0..<20).map { [.key($0)] })),
      ["SEARCH t0 USING PRIMARY KEY (id=?)"]
    ),
    (
      "many composite keys",
      RowQuery(Seat.table, where: .keyIsIn(columns: [0, 1], (0..<20).map { [.integer($0), .integer(1)] })),
      ["SEARCH t0 USING PRIMARY KEY (row=? AND number=?)"]
    ),
    (
      "many keys in an order of their own",
      RowQuery(
        Owner.table, where: .keyIsIn(columns: [0], (0..<20).map { [.key($0)] }), order: [Ordering(column(2))]),
      ["SEARCH t0 USING PRIMARY KEY (id=?)", "USE TEMP B-TREE FOR ORDER BY"]
    ),
    (
      "equality of what may be null", RowQuery(Owner.table, where: text(2, .equal)),
      ["SEARCH t0 USING INDEX sqlite_autoindex_owner_2 (email=?)"]
    ),
    (
      "a prefix", RowQuery(Owner.table, where: .text(column(2), .hasPrefix, "a")),
      ["SEARCH t0 USING INDEX sqlite_autoindex_owner_2 (email>? AND email<?)", "USE TEMP B-TREE FOR ORDER BY"]
    ),
    (
      "the rows of an owner", RowQuery(Thing.table, where: .keyIsIn(columns: [18], [[.key(1)]])),
      ["SEARCH t0 USING INDEX things_owner_id_idx (owner_id=?)"]
    ),
    (
      "a key at the end of a path",
      RowQuery(Thing.table, where: .comparison(column(0, 0), .equal, .value(.key(1)))),
      ["SEARCH t0 USING INDEX things_owner_id_idx (owner_id=?)"]
    ),
    (
      "a path to a unique value",
      RowQuery(Thing.table, where: .comparison(column(2, 0), .equal, .value(.text("a")))),
      [
        "SEARCH t1 USING INDEX sqlite_autoindex_owner_2 (email=?)",
        "SEARCH t0 USING INDEX things_owner_id_idx (owner_id=?)",
      ]
    ),
  ]

  @Test func plans() async throws {
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare(testTables)
    let connection = try Connection(path: folder.path(), flags: 2)
    for (name, query, expected) in Self.cases {
      let translated = try QueryTranslator.rows(query, TableText(query.table, SQLiteDialect()))
      let steps = try connection.texts("EXPLAIN QUERY PLAN " + translated.sql, translated.parameters).map {
        $0[3] ?? ""
      }
      // How the list of keys is read is its own affair.
      let own = steps.filter { $0.contains(" t0 ") || $0.contains(" t1 ") || $0.hasPrefix("USE") || $0 == "SCAN t0" }
      #expect(own == expected, "\(name): \(translated.sql)")
    }
  }
}

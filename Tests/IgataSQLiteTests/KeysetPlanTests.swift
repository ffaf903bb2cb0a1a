import Foundation
import RuntimeModels
import Testing

@_spi(Backend) @testable import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
@_spi(Backend) @testable import IgataSQLite

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// How SQLite finds the rows of a page: it begins where the page before ended, in an index that has the order, and
/// sorts at most rows that have all in common but their keys.
@Suite struct KeysetPlanTests {
  /// Where SQLite sorts rows by their keys that are equal in all else: its words for it vary with its version.
  private static let sortsTies = "sorts what is equal in all but the key"
  private static let key = StoredValue.uuid(UUID())

  private static let cases: [(name: String, query: RowQuery, after: [StoredValue], steps: [[String]])] = [
    ("by key", Account.all.rowQuery, [key], [["SEARCH t0 USING PRIMARY KEY (id>?)"]]),
    (
      "by key, descending", Account.all.order { $0.id.descending }.rowQuery, [key],
      [["SEARCH t0 USING PRIMARY KEY (id<?)"]]
    ),
    ("by a generated key", Entry.all.rowQuery, [.integer(5)], [["SEARCH t0 USING INTEGER PRIMARY KEY (rowid>?)"]]),
    (
      "by an indexed date", Entry.all.order { $0.at.ascending }.rowQuery, [.date(microseconds: 1), .integer(5)],
      [["SEARCH t0 USING INDEX entry_at_idx (at=? AND rowid>?)"], ["SEARCH t0 USING INDEX entry_at_idx (at>?)"]]
    ),
    (
      "by an indexed date, descending", Entry.all.order { $0.at.descending }.rowQuery,
      [.date(microseconds: 1), .integer(5)],
      [
        ["SEARCH t0 USING INDEX entry_at_idx (at=? AND rowid>?)"],
        ["SEARCH t0 USING INDEX entry_at_idx (at<?)", sortsTies],
      ]
    ),
    (
      "by two columns of an index", Account.all.order { [$0.kind.ascending, $0.name.ascending] }.rowQuery,
      [.text("cash"), .text("a"), key],
      [
        ["SEARCH t0 USING INDEX accounts_kind_name_idx (kind=? AND name=? AND id>?)"],
        ["SEARCH t0 USING INDEX accounts_kind_name_idx (kind=? AND name>?)"],
        ["SEARCH t0 USING INDEX accounts_kind_name_idx (kind>?)"],
      ]
    ),
    (
      "by what may be null, behind null", Person.all.order { $0.email.ascending }.rowQuery, [.null, key],
      [
        ["SEARCH t0 USING INDEX sqlite_autoindex_person_2 (email=? AND id>?)"],
        ["SEARCH t0 USING INDEX sqlite_autoindex_person_2 (email>?)"],
      ]
    ),
    (
      "by what may be null, descending", Person.all.order { $0.email.descending }.rowQuery, [.text("a"), key],
      [
        ["SEARCH t0 USING INDEX sqlite_autoindex_person_2 (email=?)"],
        ["SEARCH t0 USING INDEX sqlite_autoindex_person_2 (email<?)", sortsTies],
        ["SEARCH t0 USING INDEX sqlite_autoindex_person_2 (email=?)"],
      ]
    ),
    (
      "of an owner, in the order of the index",
      Account.where { $0.ownerID == UUID() }.order { $0.name.ascending }.rowQuery, [.text("a"), key],
      [
        ["SEARCH t0 USING INDEX sqlite_autoindex_accounts_2 (owner_id=? AND name=?)"],
        ["SEARCH t0 USING INDEX sqlite_autoindex_accounts_2 (owner_id=? AND name>?)"],
      ]
    ),
  ]

  @Test func plans() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID()).sqlite").path
    try await Store(try SQLiteBackend(path: path)).prepare(HouseholdSchema.self)
    let connection = try Connection(path: path, flags: 2)
    for (name, query, values, expected) in Self.cases {
      let plans = try Keyset(query).segments(query, after: values).map { segment in
        let translated = try QueryTranslator.rows(segment, TableText(segment.table, SQLiteDialect()))
        return try connection.texts("EXPLAIN QUERY PLAN " + translated.sql, translated.parameters).map { row in
          let step = row[3] ?? ""
          let isPart = step.hasPrefix("USE TEMP B-TREE FOR ") && step.hasSuffix(" OF ORDER BY")
          return isPart ? Self.sortsTies : step
        }
      }
      #expect(plans == expected, "\(name)")
    }
  }

  /// The thousandth page takes as many steps of SQLite's machine as the second, and ten rows are read for ten.
  @Test func latePages() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID()).sqlite").path
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare(HouseholdSchema.self)
    let account = try await store.save(Account(owner: Person(name: "A")))
    try await store.insert(
      (0..<10_000).map { Entry(account: account, amount: 1, at: Date(microsecondsSince1970: $0 / 3)) })
    let connection = try Connection(path: path, flags: 2)
    let query = Entry.all.order { $0.at.ascending }.limit(10).rowQuery
    func steps(behind row: Int64) throws -> Int32 {
      let position: [StoredValue] = [.date(microseconds: row / 3), .integer(row + 1)]
      return try Keyset(query).segments(query, after: position).reduce(0) { sum, segment in
        let translated = try QueryTranslator.rows(segment, TableText(segment.table, SQLiteDialect()))
        return sum + (try connection.machineSteps(translated))
      }
    }
    #expect(try steps(behind: 9) == steps(behind: 9_909))
    #expect(try steps(behind: 9) < 600)
  }
}

extension Connection {
  /// How many steps of SQLite's machine a query takes.
  fileprivate func machineSteps(_ query: TranslatedQuery) throws -> Int32 {
    let statement = try Statement(query.sql, on: database)
    return try use(statement, query.parameters) { statement in
      try statement.stepToEnd()
      return sqlite3_stmt_status(statement.handle, SQLITE_STMTSTATUS_VM_STEP, 0)
    }
  }
}

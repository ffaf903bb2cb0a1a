import Foundation
import IgataTables
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Columns of tables that another program made: lists that may be null, narrower checks, numbers and relations.
@Suite struct ForeignColumnTests {
  @Test func nullLists() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v JSON, w TEXT)")
    try connection.run("INSERT INTO t VALUES (1, NULL, NULL), (2, '[]', '[7]'), (3, '[7]', '[]')")
    let table = TableDescription(
      "table T t\ncolumn id int64\ncolumn v list int64\ncolumn w list int64\nkey id",
      relations: [] as [any PersistableModel.Type])
    let backend = try SQLiteBackend(path: folder.path())
    let before = try connection.texts("SELECT quote(v) FROM t ORDER BY id")
    #expect(try await backend.prepare([table]).notes.isEmpty)
    let (empty, seven) = (StoredValue.list([]), StoredValue.list([.integer(7)]))
    let rows: [Row] = [[.integer(1), empty, empty], [.integer(2), empty, seven], [.integer(3), seven, empty]]
    #expect(try await backend.rows(RowQuery(table)) == rows)
    let (v, w) = (QueryExpression.column(RelationPath(), 1), QueryExpression.column(RelationPath(), 2))
    let cases: [(Condition, [Int64])] = [
      (.comparison(v, .equal, .value(empty)), [1, 2]), (.comparison(v, .notEqual, .value(empty)), [3]),
      (.contains(v, .integer(7)), [3]), (!Condition.contains(v, .integer(7)), [1, 2]), (.isNull(v), []),
      (!Condition.isNull(v), [1, 2, 3]), (.comparison(v, .equal, w), [1]), (.comparison(v, .notEqual, w), [2, 3]),
    ]
    for (condition, expected) in cases {
      let found = try await backend.rows(RowQuery(table, where: condition)).map { $0[0] }
      #expect(found == expected.map { .integer($0) }, "\(condition)")
    }
    #expect(try connection.texts("SELECT quote(v) FROM t ORDER BY id") == before)
  }

  /// The list of a row that is missing is null.
  @Test func listsOfMissingRows() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v JSON)")
    try connection.run("CREATE TABLE u (id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t ON DELETE SET NULL)")
    try connection.run("INSERT INTO t VALUES (1, NULL), (2, '[7]')")
    try connection.run("INSERT INTO u VALUES (1, 1), (2, 2), (3, NULL)")
    let target = TableDescription(
      "table T t\ncolumn id int64\ncolumn v list int64\nkey id", relations: [] as [any PersistableModel.Type])
    let table = TableDescription(
      "table U u\ncolumn id int64\ncolumn t_id of t int64 null\nkey id\nrelation t optional (t_id) nullify",
      relations: [{ target }] as [@Sendable () -> TableDescription])
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([target, table])
    let list = QueryExpression.column(RelationPath([0]), 1)
    let cases: [(Condition, [Int64])] = [
      (.isNull(list), [3]), (.comparison(list, .equal, .value(.list([]))), [1]),
      (.comparison(list, .notEqual, .value(.list([]))), [2, 3]), (.contains(list, .integer(7)), [2]),
    ]
    for (condition, expected) in cases {
      let found = try await backend.rows(RowQuery(table, where: condition)).map { $0[0] }
      #expect(found == expected.map { .integer($0) }, "\(condition)")
    }
  }

  /// A relation to a unique text that the database compares without regard to case would find other rows.
  @Test func targetsOfRelations() async throws {
    for (collation, own, isAccepted) in [
      ("NOCASE", "BINARY", false), ("BINARY", "NOCASE", false), ("BINARY", "BINARY", true),
    ] {
      let folder = try Scratch()
      let connection = try Connection(path: folder.path(), flags: 6)
      try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT NOT NULL UNIQUE COLLATE \(collation))")
      try connection.run("CREATE TABLE u (id INTEGER PRIMARY KEY, t_v TEXT COLLATE \(own) REFERENCES t (v) ON DELETE SET NULL)")
      let target = TableDescription(
        "table T t\ncolumn id int64\ncolumn v string\nkey id\nunique t_v (v)",
        relations: [] as [any PersistableModel.Type])
      let table = TableDescription(
        "table U u\ncolumn id int64\ncolumn t_v of t string null\nkey id\nrelation t optional (t_v) nullify to (1)",
        relations: [{ target }] as [@Sendable () -> TableDescription])
      let backend = try SQLiteBackend(path: folder.path())
      let error = await failure { () throws(StoreError) in try await backend.prepare([target, table]) }
      guard case .schemaMismatch(let differences)? = error else {
        #expect(error == nil && isAccepted, "\(collation): \(String(describing: error))")
        continue
      }
      #expect(differences.map(\.table) == [own == "BINARY" ? "t" : "u"] && !isAccepted, "\(differences)")
    }
  }

  /// Whole numbers that SQLite stores as integers are added as floating-point numbers.
  @Test func arithmeticOfStoredIntegers() async throws {
    let connection = try Connection(path: ":memory:", flags: 6)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b DECIMAL NOT NULL)")
    let table = TableDescription(
      "table T t\ncolumn id int64\ncolumn a double\ncolumn b double\nkey id",
      relations: [] as [any PersistableModel.Type])
    _ = try await connection.prepare([table], isReadOnly: false)
    try connection.run("INSERT INTO t VALUES (1, 9007199254740992, 1), (2, 1e300, 2.5)")
    let (a, b) = (QueryExpression.column(RelationPath(), 1), QueryExpression.column(RelationPath(), 2))
    let sum = QueryExpression.arithmetic(.add, a, b)
    let query = RowQuery(table, where: .comparison(sum, .equal, .value(.real(9_007_199_254_740_992))))
    let sql = try QueryTranslator.rows(query, connection.statements[table].text).sql
    let found = try connection.texts(sql.replacingOccurrences(of: "?1", with: "9007199254740992.0"))
    #expect(found.map(\.first) == ["1"])
  }

  /// What a check refuses is an error of the write; a table that `prepare` made for an older schema is refused.
  @Test func narrowChecks() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER CHECK (v < 10), w TEXT CHECK (w IN ('a', 'z')))")
    let table = TableDescription(
      "table T t\ncolumn id int64\ncolumn v int64 null\ncolumn w string(a, b) null\nkey id",
      relations: [] as [any PersistableModel.Type])
    let backend = try SQLiteBackend(path: folder.path())
    let notes = try await backend.prepare([table]).notes
    #expect(notes.map(\.text) == [
      "the database accepts less than the schema: it has a check for numbers less than 10; write @range(...9) at 'v'",
      "the database accepts less than the schema: it has a check that does not know 'b'; take the other cases out of its enum",
    ])
    for (row, rule) in [([.integer(1), .integer(10), .null], "v < 10"), ([.integer(1), .null, .text("b")], "w IN ('a', 'z')")]
      as [(Row, String)]
    {
      let error = await failure { () throws(StoreError) in
        try await backend.writing { (session) throws(StoreError) in try await session.write(.insert, table, [row]) }
      }
      guard case .checkFailed("T", _, let found)? = error else {
        Issue.record("\(rule): \(String(describing: error))")
        continue
      }
      #expect(found.contains(rule))
    }
    // The check allows what the schema doesn't: the rows are looked at.
    try connection.run("INSERT INTO t VALUES (5, NULL, 'z')")
    let error = await failure { () throws(StoreError) in try await SQLiteBackend(path: folder.path()).prepare([table]) }
    guard case .schemaMismatch(let differences)? = error else { return #expect(error != nil) }
    #expect(differences.map(\.found) == ["text in 1 of the 1 rows that were looked at: row '5'"])
  }
}

import Foundation
import IgataTables
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What SQLite makes of values in columns of other programs, against the table of ``Affinity``.
@Suite struct AffinityTests {
  /// A type for each affinity, as programs declare them.
  private static let declared: [(type: String, affinity: Affinity)] = [
    ("INTEGER", .integer), ("BIGINT UNSIGNED", .integer), ("FLOATING POINT", .integer), ("REAL", .real),
    ("DOUBLE PRECISION", .real), ("TEXT", .text), ("VARCHAR(20)", .text), ("", .none), ("BLOB", .none),
    ("NUMERIC", .numeric), ("DECIMAL(10,2)", .numeric), ("DATETIME", .numeric), ("DATE", .numeric),
    ("BOOLEAN", .numeric), ("STRING", .numeric), ("JSON", .numeric),
  ]

  private static let types: [(kind: StorageKind, type: String)] = [
    (.bool, "bool"), (.integer, "int64"), (.real, "double"), (.decimal, "decimal"), (.text, "string"),
    (.data, "data"), (.date, "date"), (.day, "day"), (.uuid, "uuid"), (.json, "json"),
    (.list, "list int64"),
  ]

  private static let integers: [Int64] = [
    0, 1, -1, 12, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, .max, .min, .max - 1, 1_700_000_000_000_000,
  ]

  private static let texts = [
    "", "a", "12", "012", " 12", "12 ", "1e5", "1.50", "-0", "0x10", "nan", "Infinity", "1e999", ".5", "5.", "+7",
    "9223372036854775808", "123456789012345678901234567890", "2024-05-27", "2024-05-27 11:12:13", "12a", "é", "1_000",
  ]

  private static func values(_ kind: StorageKind) -> [StoredValue] {
    switch kind {
    case .bool: return [.bool(false), .bool(true)]
    case .integer: return integers.map { .integer($0) }
    case .date: return integers.map { .date(microseconds: $0) }
    case .real:
      let numbers: [Double] = [
        0, -0.0, 1, 3, -3, 0.1, 1.5, 1e15, 1e16, 9_007_199_254_740_992, 1e18, 9.2e18,
        9_223_372_036_854_775_808, -9_223_372_036_854_775_808, 1e19, 1e300, -1e300, .leastNonzeroMagnitude, .infinity, -.infinity,
        .greatestFiniteMagnitude, 4_503_599_627_370_497.5, 123456789.123456789,
      ]
      return numbers.map { .real($0) }
    case .decimal: return ["0", "1", "1.5", "0.10000000000000000001", "1e20"].compactMap { Decimal(string: $0) }.map { .decimal($0) }
    case .text: return texts.map { .text($0) }
    case .data: return [Data(), Data([0]), Data("12".utf8), Data([255, 0])].map { .data($0) }
    case .day: return [.day(.first), .day(.last), .day(Day(_literal: "2024-05-27"))]
    case .uuid: return [.key(0), .key(1), .key(255)]
    case .json: return ["1", "1.5", "null", "\"12\"", "[1]", "{\"a\":1}", "1e400"].compactMap { try? JSON(parsing: $0) }.map { .json($0) }
    case .list: return [.list([]), .list([.integer(1)]), .list([.integer(.max), .integer(0)])]
    }
  }

  /// Writes each value by its own row into a column that `prepare` accepts or refuses, and reads it.
  @Test func everyPair() async throws {
    var (pairs, accepted, refusedValues) = (0, 0, 0)
    for (declared, affinity) in Self.declared {
      #expect(Affinity(of: declared) == affinity, "\(declared)")
      for (kind, type) in Self.types {
        let name = "\(kind) in '\(declared)'"
        let folder = try Scratch()
        do {
          let connection = try Connection(path: folder.path(), flags: 6)
          try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v \(declared))")
        }
        let table = TableDescription(
          "table T t\ncolumn id int64\ncolumn v \(type) null\nkey id", relations: [] as [any PersistableModel.Type])
        let backend = try SQLiteBackend(path: folder.path())
        let error = await failure { () throws(StoreError) in try await backend.prepare([table]) }
        pairs += 1
        let fit = affinity.fit(of: kind)
        if case .refused = fit {
          guard case .schemaMismatch(let differences)? = error else {
            Issue.record("\(name) is accepted")
            continue
          }
          #expect(differences.first?.help.hasPrefix("read it as ") == true, "\(name)")
          try Self.expectChange(kind, declared, name)
          continue
        }
        #expect(error == nil, "\(name): \(String(describing: error))")
        accepted += 1
        for (number, value) in Self.values(kind).enumerated() {
          let row: Row = [.integer(Int64(number)), value]
          let refusal = await failure { () throws(StoreError) in
            try await backend.writing { (session) throws(StoreError) in try await session.write(.insert, table, [row]) }
          }
          if let refusal {
            guard case .unlessNumber = fit, case .unstorable("T", "v", _) = refusal else {
              Issue.record("\(name), \(value): \(refusal)")
              continue
            }
            refusedValues += 1
          }
          let found = try await backend.rows(RowQuery(table, keys: [[.integer(Int64(number))]]))
          #expect(found == (refusal == nil ? [row] : []), "\(name): \(value)")
          var query = RowQuery(table)
          query.condition = .comparison(.column(RelationPath(), 1), .equal, .value(value))
          if [.json, .list].contains(kind) { continue }
          let equal = try await backend.rows(query).contains(row)
          #expect(equal == (refusal == nil), "\(name) = \(value)")
        }
      }
    }
    #expect(pairs == Self.declared.count * 11 && accepted == 116 && refusedValues == 112, "\(accepted) \(refusedValues)")
  }

  /// A pair that is refused changes a value, unless the declared type says that others are stored there.
  private static func expectChange(_ kind: StorageKind, _ declared: String, _ name: String) throws {
    let connection = try Connection(path: ":memory:", flags: 6)
    try connection.run("CREATE TABLE t (v \(declared))")
    var classes: Set<String> = []
    for value in values(kind) {
      let insert = try connection.statements["INSERT INTO t VALUES (?1)"]
      try connection.use(insert, [.value(value)]) { (statement) throws(EngineFailure) in try statement.stepToEnd() }
    }
    for row in try connection.texts("SELECT typeof(v) FROM t") { classes.insert(row[0] ?? "") }
    let own = kind == .real ? "real" : [.bool, .integer, .date].contains(kind) ? "integer"
      : [.data, .uuid].contains(kind) ? "blob" : "text"
    let isDeclaredOtherwise = [.data, .day, .uuid, .list].contains(kind)
    #expect(classes != [own] || isDeclaredOtherwise, "\(name) would be exact: \(classes)")
  }

  /// Rows of another class than the schema reads are errors that name them.
  @Test func rowsOfOtherClasses() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a DATETIME, b DECIMAL, c)")
    // More rows than `prepare` looks at.
    try connection.run(
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 400) "
        + "INSERT INTO t SELECT i, 'x', 1.5, 1 FROM n")
    let table = TableDescription(
      "table T t\ncolumn id int64\ncolumn a string null\ncolumn b double null\ncolumn c int64 null\nkey id",
      relations: [] as [any PersistableModel.Type])
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([table])
    for (column, value) in [("a", "12"), ("b", "'x'"), ("c", "1.5"), ("b", "9007199254740993"), ("a", "x'00'")] {
      try connection.run("BEGIN")
      try connection.run("UPDATE t SET \(column) = \(value) WHERE id = 399")
      try connection.run("COMMIT")
      let error = await failure { () throws(StoreError) in try await backend.rows(RowQuery(table)) }
      guard case .corrupted("T", "399", column, _)? = error else {
        Issue.record("\(column) = \(value): \(String(describing: error))")
        continue
      }
      try connection.run("UPDATE t SET a = 'x', b = 1.5, c = 1")
    }
    #expect(try await backend.rows(RowQuery(table)).count == 400)
  }

  /// Python's reader finds the values, and the classes, that were written.
  @Test func anotherReader() async throws {
    let folder = try Scratch()
    do {
      let connection = try Connection(path: folder.path(), flags: 6)
      try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, a DATETIME NOT NULL, b DECIMAL(10,2) NOT NULL, c NOT NULL, d BOOLEAN NOT NULL, e JSON)")
    }
    let table = TableDescription(
      "table T t\ncolumn id int64\ncolumn a string\ncolumn b double\ncolumn c string\ncolumn d bool\ncolumn e list int64\nkey id",
      relations: [] as [any PersistableModel.Type])
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([table])
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(.save, table, [
        [.integer(1), .text("2024-05-27"), .real(3), .text("12"), .bool(true), .list([.integer(7)])],
        [.integer(2), .text("a"), .real(2.5), .text("é"), .bool(false), .list([])],
      ])
    }
    let script = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT * FROM t').fetchall())"
    let result = try Program(system: "python3", ["-c", script, folder.path()]).run()
    #expect(
      result.output == "[(1, '2024-05-27', 3, '12', 1, '[7]'), (2, 'a', 2.5, 'é', 0, '[]')]\n", "\(result)")
  }
}

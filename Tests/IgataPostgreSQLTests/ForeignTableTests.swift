#if PostgreSQL
import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import IgataTesting
import TestSupport
import Testing

@_spi(Backend) @testable import IgataPostgreSQL

/// Tables that another program made, with other types, collations and nulls.
@Suite(.enabled(if: TestServer.isThere)) struct ForeignTableTests {
  struct Schema: CustomTestStringConvertible, Sendable {
    var name: String
    var models: [any PersistableModel.Type]

    var testDescription: String { name }
  }

  private static let schemas = [
    Schema(name: "household", models: HouseholdSchema.models),
    Schema(name: "everything", models: EverythingSchema.models),
    Schema(name: "articles", models: ArticlesSchema.models),
    Schema(name: "naughty", models: NaughtySchema.models),
    Schema(name: "support", models: SupportSchema.models),
    Schema(name: "community", models: CommunitySchema.models),
  ]

  /// The statements of a schema as another program might have them.
  private static func foreignStatements(_ tables: [TableDescription]) -> String {
    let dialect = PostgreSQLDialect()
    var statements: [String] = []
    for table in tables {
      let definition = table.definition(in: dialect)
      var sql = definition.createTable()
      let fixed = Set(table.primaryKey + table.uniques.flatMap(\.columns) + table.relations.flatMap(\.columns))
      for (index, column) in table.columns.enumerated() {
        guard let other = otherType(of: column, index, isFixed: fixed.contains(index)),
          let name = sql.firstRange(of: "\n  \(dialect.identifier(column.name)) ")
        else { continue }
        let type = dialect.typeName(of: column.type)
        let rest = sql[name.upperBound...]
        guard rest.hasPrefix(type) else { continue }
        sql.replaceSubrange(name.upperBound..<rest.index(rest.startIndex, offsetBy: type.count), with: other)
        guard case .list = column.type, let null = sql[name.upperBound...].firstRange(of: " NOT NULL") else { continue }
        sql.removeSubrange(null)
      }
      statements += [sql] + definition.createIndexes
    }
    return statements.joined(separator: "\n")
  }

  private static func otherType(of column: ColumnDescription, _ index: Int, isFixed: Bool) -> String? {
    switch column.type {
    case .scalar(.int16), .scalar(.int32): return isFixed ? nil : ["bigint", "whole"][index % 2]
    case .list: return PostgreSQLDialect().typeName(of: column.type)
    default: break
    }
    switch column.type.storage {
    case .text where isFixed: return "text"
    case .text: return ["varchar", "citext", "words", "text COLLATE \"und-x-icu\"", "varchar(100000)"][index % 5]
    case .json: return "json"
    default: return nil
    }
  }

  /// As ``ComparisonWithMemoryTests``, with tables of another program.
  @Test(arguments: schemas) func randomQueries(of schema: Schema) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let tables = schema.models.map { $0.table }
    // Text without a collation is sorted as a dictionary does.
    let name = "f\(UInt32.random(in: 0...UInt32.max))"
    try await TestServer.run("CREATE DATABASE \(name) TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'und'")
    let database = TestServer.connection(to: name)
    let result = try await QueryComparison(schema.models).run(count: FuzzingBudget.rounds(2_000), seed: seed) {
      MemoryBackend()
    } found: {
      let space = try await Self.space(of: database)
      try await TestServer.run(Self.foreignStatements(tables), on: space)
      let backend = try PostgreSQLBackend(space, options: .patient())
      try await backend.prepare(tables)
      #expect(tables.contains { !backend.tables.adapted[$0].isEmpty })
      return backend
    }
    try await TestServer.run("DROP DATABASE \(name) WITH (FORCE)")
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }

  /// A schema with some types, and with those of extensions.
  private static func space(of database: String? = TestServer.connection) async throws -> String {
    let space = String(try await TestServer.space(of: database).dropLast()) + ",public'"
    try await TestServer.run(
      "CREATE DOMAIN words AS varchar; CREATE DOMAIN whole AS bigint; "
        + "CREATE DOMAIN positive AS bigint CONSTRAINT is_positive CHECK (VALUE > 0); "
        + "SELECT pg_advisory_xact_lock(77); CREATE EXTENSION IF NOT EXISTS citext SCHEMA public", on: space)
    return space
  }

  private static func table(_ lines: String) -> TableDescription {
    TableDescription("table T t\n\(lines)", relations: [] as [any PersistableModel.Type])
  }

  private static func rows(_ query: RowQuery, _ backend: PostgreSQLBackend) async throws -> [[StoredValue]] {
    let session = try await backend.begin(.read)
    var rows: [[StoredValue]] = []
    do {
      try await session.read(query) { reader in
        while reader.next() { rows.append(query.table.columns.indices.map { reader.rawValue($0) }) }
      }
    } catch {
      await session.rollback()
      throw error
    }
    await session.rollback()
    return rows
  }

  // MARK: Keys

  /// A key is the next number of whatever the default is.
  @Test(arguments: [
    ("bigint", "nextval('s')", [1, 2, 41, 42]), ("integer", "nextval('s')", [1, 2, 41, 42]),
    ("bigint", "nextval('other.s')", [1, 2, 41, 42]), ("integer", "nextval('s')::integer", [1, 2, 41, 42]),
    ("bigint", "nextval(('s'::text)::regclass)", [1, 2, 41, 42]), ("bigint", "nextval('\"od)d''\"')", [1, 2, 41, 42]),
    ("bigint", "nextval('s') * 10 + 5", [15, 25, 40, 45]),
    ("bigint", "coalesce(nextval('s'), 0)", [1, 2, 40, 4]),
  ])
  func keysFromSequences(type: String, expression: String, keys: [Int64]) async throws {
    let space = try await TestServer.space()
    let other = "o" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    try await TestServer.run("CREATE SCHEMA \(other); CREATE SEQUENCE \(other).s; CREATE SEQUENCE s; CREATE SEQUENCE \"od)d'\"", on: space)
    let next = expression.replacingOccurrences(of: "other", with: other)
    try await TestServer.run("CREATE TABLE t (id \(type) PRIMARY KEY DEFAULT \(next), v bigint)", on: space)
    let backend = try PostgreSQLBackend(space, options: .patient())
    let table = Self.table("column id \(type == "integer" ? "int32" : "int64") = autoincrement\ncolumn v int64 null\nkey id")
    #expect(try await backend.prepare([table]).notes.isEmpty)
    let session = try await backend.begin(.write)
    var generated: [Int64?] = []
    // The third row has a key, after which those of a plain sequence continue.
    for given in [0, 0, 40, 0] as [Int64] {
      _ = try await session.write(RowWrite(.insert, table, count: 1)) { writer in
        writer.rawValue(0, .integer(given))
        writer.rawValue(1, .null)
        _ = writer.finishRow()
        generated.append(given == 0 ? writer.generatedKey : given)
      }
    }
    try await session.commit()
    let expected = keys[2] == 41 ? [1, 2, 40, 41] : keys
    #expect(generated == expected)
    #expect(try await TestServer.run("SELECT id FROM t ORDER BY 1", on: space) == expected.sorted().map { ["\($0)"] })
  }

  // MARK: Types that hold less

  /// What a column would cut or round is refused before it is stored; all other values come back.
  @Test func narrowTypes() async throws {
    let space = try await Self.space()
    let cases: [(type: String, schema: String, kept: [StoredValue], refused: [StoredValue])] = [
      ("varchar(5)", "string", [.text(""), .text("abc  "), .text("äöüß😀")], [.text("abcde "), .text("abcdef")]),
      ("char(3)", "string", [.text("abc"), .text("a"), .text(""), .text(" a")], [.text("a "), .text("   "), .text("abcd")]),
      ("citext", "string", [.text("a"), .text("A"), .text("a ")], []),
      ("timestamptz(3)", "date", [.date(microseconds: 1_700_000_000_123_000)], [.date(microseconds: 1_700_000_000_123_456)]),
      ("timestamptz(0)", "date", [.date(microseconds: -1_000_000)], [.date(microseconds: 1)]),
      ("numeric(5, 2)", "decimal", ["1.5", "-999.99"].compactMap { Decimal(string: $0) }.map { .decimal($0) },
        ["1.005", "1000"].compactMap { Decimal(string: $0) }.map { .decimal($0) }),
      ("integer", "int64", [.integer(2_147_483_647)], [.integer(2_147_483_648)]),
      ("bigint", "int16", [.integer(32_767)], []),
      ("positive", "int64", [.integer(1)], [.integer(-1)]),
      ("json", "json", ["{\"a\":[1,2.50]}", "\"x\"", "1"].compactMap { try? JSON(parsing: $0) }.map { .json($0) }, []),
    ]
    for (type, schema, kept, refused) in cases {
      try await TestServer.run("CREATE TABLE t (id bigint PRIMARY KEY, v \(type))", on: space)
      let table = Self.table("column id int64\ncolumn v \(schema) null\nkey id")
      let backend = try PostgreSQLBackend(space, options: .patient())
      let notes = try await backend.prepare([table]).notes
      let isNarrow = !["citext", "bigint", "json"].contains(type)
      #expect(notes.contains { $0.text.hasPrefix("the database accepts less than the schema: ") } == isNarrow, "\(type)")
      for kind in [RowWrite.Kind.insert, .save] {
        // Row by row, by `COPY`, and by a temporary table.
        for count in [1, 100, 600] {
          try await TestServer.run("TRUNCATE t", on: space)
          let rows = (0..<count).map { [StoredValue.integer(Int64($0)), $0 == count / 2 ? .null : kept[$0 % kept.count]] }
          _ = try await DistributedTableTests.write(kind, rows, into: table, backend)
          #expect(try await Self.rows(RowQuery(table), backend) == rows, "\(type), \(kind) of \(count)")
          for value in refused {
            let wrong = (0..<count).map { [StoredValue.integer(Int64($0 + 10_000)), value] }
            let error = await error { _ = try await DistributedTableTests.write(kind, wrong, into: table, backend) }
            switch error {
            case .unstorable?, .overflow?, .checkFailed?: break
            default: Issue.record("\(type), \(value), \(kind) of \(count): \(String(describing: error))")
            }
          }
          #expect(try await TestServer.run("SELECT count(*) FROM t", on: space) == [["\(count)"]])
        }
      }
      if type != "json" { try await expectExactMatches(kept, table, backend) }
      try await TestServer.run("DROP TABLE t", on: space)
    }
  }

  /// A value finds itself and no other.
  private func expectExactMatches(
    _ kept: [StoredValue], _ table: TableDescription, _ backend: PostgreSQLBackend
  ) async throws {
    for value in kept {
      let query = RowQuery(table, where: .comparison(.column(RelationPath(), 1), .equal, .value(value)))
      let found = try await Self.rows(query, backend)
      #expect(!found.isEmpty && found.allSatisfy { $0[1] == value }, "\(value)")
      let update = [ColumnAssignment(1, .value(value))]
      let session = try await backend.begin(.write)
      #expect(try await session.update(query, update) == found.count)
      await session.rollback()
    }
  }

  /// An update refuses what a write does.
  @Test func narrowUpdates() async throws {
    let space = try await TestServer.space()
    try await TestServer.run("CREATE TABLE t (id bigint PRIMARY KEY, v char(3)); INSERT INTO t VALUES (1, 'a')", on: space)
    let table = Self.table("column id int64\ncolumn v string null\nkey id")
    let backend = try PostgreSQLBackend(space, options: .patient())
    try await backend.prepare([table])
    let session = try await backend.begin(.write)
    let found = await error {
      _ = try await session.update(RowQuery(table), [ColumnAssignment(1, .value(.text("b ")))])
    }
    await session.rollback()
    #expect(
      found == .unstorable(model: "T", field: "v", reason: "the type of the column would store another value"))
  }

  /// An index that compares otherwise than the schema is searched for equal values.
  @Test func indexesAreUsed() async throws {
    let space = try await Self.space()
    try await TestServer.run(
      """
      CREATE TABLE t (id bigint PRIMARY KEY, a citext, b char(9), c varchar, d text COLLATE "und-x-icu");
      INSERT INTO t SELECT i, i, i, i, i FROM generate_series(1, 5000) i;
      CREATE INDEX ia ON t (a); CREATE INDEX ib ON t (b); CREATE INDEX ic ON t (c); CREATE INDEX id ON t (d); ANALYZE t
      """, on: space)
    let table = Self.table(
      "column id int64\ncolumn a string null\ncolumn b string null\ncolumn c string null\ncolumn d string null\nkey id")
    let backend = try PostgreSQLBackend(space, options: .patient())
    try await backend.prepare([table])
    for (column, name) in [(1, "ia"), (2, "ib"), (3, "ic"), (4, "id")] {
      let query = RowQuery(table, where: .comparison(.column(RelationPath(), column), .equal, .value(.text("7"))))
      #expect(try await Self.rows(query, backend).map { $0[0] } == [.integer(7)])
      let sql = try QueryTranslator.rows(query, backend.tables.text(of: table)).sql
        .replacingOccurrences(of: "$1", with: "'7'::text")
      let plan = try await TestServer.run("EXPLAIN \(sql)", on: space).flatMap(\.self)
      #expect(plan.contains { $0.contains("\(name) ") }, "\(name): \(plan)")
    }
  }

  @Test func nullLists() async throws {
    let space = try await TestServer.space()
    try await TestServer.run(
      "CREATE TABLE t (id bigint PRIMARY KEY, v bigint[]); INSERT INTO t VALUES (1, NULL), (2, '{}'), (3, '{7}')",
      on: space)
    let table = Self.table("column id int64\ncolumn v list int64\nkey id")
    let backend = try PostgreSQLBackend(space, options: .patient())
    #expect(try await backend.prepare([table]).notes.isEmpty)
    let (empty, seven) = (StoredValue.list([]), StoredValue.list([.integer(7)]))
    #expect(
      try await Self.rows(RowQuery(table), backend)
        == [[.integer(1), empty], [.integer(2), empty], [.integer(3), seven]])
    let v = QueryExpression.column(RelationPath(), 1)
    let cases: [(Condition, [Int64])] = [
      (.comparison(v, .equal, .value(empty)), [1, 2]), (.comparison(v, .notEqual, .value(empty)), [3]),
      (.contains(v, .integer(7)), [3]), (!Condition.contains(v, .integer(7)), [1, 2]), (.isNull(v), []),
    ]
    for (condition, expected) in cases {
      let found = try await Self.rows(RowQuery(table, where: condition), backend).map { $0[0] }
      #expect(found == expected.map { .integer($0) }, "\(condition)")
    }
    #expect(try await TestServer.run("SELECT count(*) FROM t WHERE v IS NULL", on: space) == [["1"]])
  }
}
#endif

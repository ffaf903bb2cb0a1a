import Foundation
import GeneratedModels
import IgataTables
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTesting
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Queries on tables that another program made, with other collations, affinities and nulls.
@Suite struct ForeignTableTests {
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

  /// The definition of a table as another program might have it.
  private static func foreignDefinition(_ table: TableDescription) -> String {
    let dialect = SQLiteDialect()
    var sql = table.definition(in: dialect).createTable()
    for end in [", WITHOUT ROWID;", ";"] where sql.hasSuffix(" STRICT" + end) {
      sql = String(sql.dropLast(end.count + 7))
    }
    var fixed = Set(table.primaryKey + table.uniques.flatMap(\.columns))
    for relation in table.relations { fixed.formUnion(relation.columns) }
    for (index, column) in table.columns.enumerated() where !fixed.contains(index) {
      let start = "\n  \(dialect.identifier(column.name)) "
      let other: String
      switch column.type.storage {
      case .list: other = "JSON"
      case .text: other = index % 2 == 0 ? "TEXT COLLATE NOCASE" : "VARCHAR(9) COLLATE RTRIM"
      case .decimal, .json: other = ""
      case .real: other = ["INTEGER", "DECIMAL(10,2)", ""][index % 3]
      case .integer where column.type.scale != 1: other = ""
      case .bool, .integer, .date: other = ["DATETIME", "", "INT"][index % 3]
      case .day: other = ["DATE", "", "TEXT"][index % 3]
      case .data, .uuid: other = ["UUID", ""][index % 2]
      }
      guard let name = sql.firstRange(of: start) else { continue }
      let end = sql[name.upperBound...].firstIndex { " ,\n".contains($0) } ?? sql.endIndex
      sql.replaceSubrange(name.upperBound..<end, with: other)
      guard case .list = column.type, let null = sql[name.upperBound...].firstRange(of: " NOT NULL") else { continue }
      sql.removeSubrange(null)
    }
    return sql
  }

  /// As ``ComparisonWithMemoryTests``, with tables of another program.
  @Test(arguments: schemas) func randomQueries(of schema: Schema) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let folder = try Scratch()
    var number = 0
    let tables = schema.models.map { $0.table }
    let result = try await QueryComparison(schema.models).run(count: FuzzingBudget.rounds(3_000), seed: seed) {
      MemoryBackend()
    } found: {
      number += 1
      let path = folder.path("\(number).sqlite")
      let connection = try Connection(path: path, flags: 6)
      for table in tables {
        let definition = table.definition(in: connection.dialect)
        for sql in [Self.foreignDefinition(table)] + definition.createIndexes { try connection.run(sql) }
      }
      let backend = try SQLiteBackend(path: path)
      try await backend.prepare(tables)
      #expect(tables.contains { !backend.tables.adapted[$0].isEmpty })
      return backend
    }
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }

  // MARK: Text with a collation

  private static let table = TableDescription(
    """
    table T t
    column id int64
    column a string
    column b string null
    column c string null
    column d string
    key id
    """, relations: [] as [any PersistableModel.Type])

  private static let created = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL COLLATE NOCASE, b VARCHAR(20) COLLATE RTRIM,
    c DATETIME COLLATE NOCASE, d TEXT NOT NULL COLLATE NOCASE)
    """

  private static let words = ["a", "A", "b", "B", "ab", "aB", "AB", "a ", "a  ", "", " ", "Z", "z", "é", "É", "_", "a_"]

  private struct Texts {
    var values: [String?]

    func matches(_ condition: Comparison) -> Bool {
      let value = values[condition.column]
      switch condition.kind {
      case .equal: return value == condition.texts[0]
      case .notEqual: return value != condition.texts[0]
      case .less: return value.map { Self.isLess($0, condition.texts[0]) } ?? false
      case .greater: return value.map { Self.isLess(condition.texts[0], $0) } ?? false
      case .isIn: return condition.texts.contains { $0 == value }
      case .isNotIn: return !condition.texts.contains { $0 == value }
      case .hasPrefix: return value.map { Array($0.utf8).starts(with: condition.texts[0].utf8) } ?? false
      case .equalOther: return value == values[condition.other]
      case .lessOther:
        guard let value, let other = values[condition.other] else { return false }
        return Self.isLess(value, other)
      }
    }

    private static func isLess(_ left: String, _ right: String) -> Bool {
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }

  private struct Comparison {
    enum Kind: CaseIterable {
      case equal, notEqual, less, greater, isIn, isNotIn, hasPrefix, equalOther, lessOther
    }

    var kind: Kind
    var column: Int
    var other: Int
    var texts: [String]

    var condition: Condition {
      let (left, right) = (QueryExpression.column(RelationPath(), column), QueryExpression.column(RelationPath(), other))
      let value = QueryExpression.value(.text(texts[0]))
      switch kind {
      case .equal: return .comparison(value, .equal, left)
      case .notEqual: return .comparison(left, .notEqual, value)
      case .less: return .comparison(left, .less, value)
      case .greater: return .comparison(value, .less, left)
      case .isIn: return .isIn(left, texts.map { .text($0) })
      case .isNotIn: return !Condition.isIn(left, texts.map { .text($0) })
      case .hasPrefix: return .text(left, .hasPrefix, texts[0])
      case .equalOther: return .comparison(left, .equal, right)
      case .lessOther: return .comparison(left, .less, right)
      }
    }
  }

  /// 1,000 conditions are true for the same rows as plain Swift.
  @Test func conditionsOverCollations() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run(Self.created)
    try connection.run("CREATE INDEX i ON t (a)")
    try connection.run("CREATE INDEX j ON t (b, id)")
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([Self.table])
    var random = SplitMix64(seed: 5)
    func word() -> String { Self.words.randomElement(using: &random) ?? "" }
    let rows = (0..<200).map { _ in
      Texts(values: [nil, word(), Bool.random(using: &random) ? word() : nil, Bool.random(using: &random) ? word() : nil, word()])
    }
    try await backend.writing { (session) throws(StoreError) in
      let stored = rows.enumerated().map { number, row in
        [StoredValue.integer(Int64(number))] + row.values.dropFirst().map { $0.map { .text($0) } ?? .null }
      }
      try await session.write(.insert, Self.table, stored)
    }
    var held = 0
    for _ in 0..<1_000 {
      let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in word() }
      let tests = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Comparison(
          kind: Comparison.Kind.allCases.randomElement(using: &random) ?? .equal, column: Int.random(in: 1...4, using: &random),
          other: Int.random(in: 1...4, using: &random), texts: texts)
      }
      var condition = tests[0].condition
      for test in tests.dropFirst() { condition = condition && test.condition }
      let isNegated = Bool.random(using: &random)
      if isNegated { condition = !condition }
      let expected = rows.indices.filter { row in
        tests.allSatisfy { rows[row].matches($0) } != isNegated
      }
      let found = try await backend.rows(RowQuery(Self.table, where: condition)).map { $0[0] }
      #expect(found == expected.map { .integer(Int64($0)) }, "\(tests) \(isNegated)")
      held += found.count
    }
    #expect(held > 10_000 && held < 190_000)
    for (column, isDescending) in [(1, false), (2, true), (3, false), (4, true)] {
      var query = RowQuery(Self.table)
      query.order = [Ordering(.column(RelationPath(), column), isDescending: isDescending)]
      let found = try await backend.rows(query).map { $0[column] }
      let texts = rows.map(\.values[column])
      let sorted = texts.compactMap(\.self).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let ascending = texts.filter { $0 == nil } + sorted.map(Optional.some)
      let expected = isDescending ? Array(ascending.reversed()) : ascending
      #expect(found == expected.map { $0.map { .text($0) } ?? .null }, "\(column)")
    }
  }

  /// An index by the column's own collation is searched for equal values.
  @Test func indexesAreUsed() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run(Self.created)
    try connection.run("CREATE INDEX i ON t (a)")
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([Self.table])
    let query = RowQuery(
      Self.table, where: .comparison(.column(RelationPath(), 1), .equal, .value(.text("a"))))
    let sql = try QueryTranslator.rows(query, backend.tables.text(of: Self.table)).sql
    #expect(sql.contains("WHERE (t0.\"a\" = ?1 AND t0.\"a\" COLLATE BINARY = ?1)"))
    let plan = try connection.texts("EXPLAIN QUERY PLAN " + sql).compactMap(\.last).compactMap(\.self)
    #expect(plan.contains { $0.contains("USING INDEX i (a=?)") }, "\(plan)")
  }

  /// The copy that a stream reads is queried as the database is.
  @Test func streamsInMemory() async throws {
    let backend = try SQLiteBackend.inMemory()
    let connection = try await backend.writer.acquire()
    try connection.run(Self.created)
    try connection.run("INSERT INTO t VALUES (1, 'a', NULL, NULL, ''), (2, 'A', NULL, NULL, '')")
    backend.writer.release(connection)
    try await backend.prepare([Self.table])
    let query = RowQuery(
      Self.table, where: .comparison(.column(RelationPath(), 1), .equal, .value(.text("a"))))
    let session = try await backend.beginStreaming()
    let found = try await session.rows(query).map { $0[0] }
    await session.rollback()
    #expect(found == [.integer(1)])
  }

  @Test func groupsAndExtremes() async throws {
    let folder = try Scratch()
    let connection = try Connection(path: folder.path(), flags: 6)
    try connection.run(Self.created)
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([Self.table])
    let texts = ["b", "B", "a", "A", "a", "Z"]
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(
        .insert, Self.table,
        texts.enumerated().map { [.integer(Int64($0)), .text($1), .text($1 + " "), .text($1), .text($1)] })
    }
    let session = try await backend.begin(.read)
    let column = QueryExpression.column(RelationPath(), 1)
    let groups = try await session.aggregate(
      RowQuery(Self.table), by: [column], [.count, .minimum(column), .maximum(column)])
    await session.rollback()
    let expected = [("A", 1), ("B", 1), ("Z", 1), ("a", 2), ("b", 1)] as [(String, Int64)]
    #expect(groups == expected.map { [.text($0), .integer($1), .text($0), .text($0)] })
  }

  /// A collation that is not loaded refuses the model that has it, and no other.
  @Test func unknownCollations() async throws {
    let folder = try Scratch()
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1])
      connection.create_collation('unicase', lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))
      connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT COLLATE unicase)')
      connection.execute('CREATE INDEX i ON t (v)')
      connection.execute('CREATE TABLE u (id INTEGER PRIMARY KEY, v TEXT)')
      """
    let made = try Program(system: "python3", ["-c", script, folder.path()]).run()
    #expect(made.status == 0, "\(made)")
    let backend = try SQLiteBackend(path: folder.path())
    let tables = ["t", "u"].map {
      TableDescription(
        "table M\($0) \($0)\ncolumn id int64\ncolumn v string null\nkey id", relations: [] as [any PersistableModel.Type])
    }
    let error = await failure { () throws(StoreError) in try await backend.prepare(tables) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(differences.map(\.table) == ["t"])
    #expect(differences.first?.found == "TEXT with the collation unicase, which was not loaded")
    try await backend.prepare([tables[1]])
  }
}

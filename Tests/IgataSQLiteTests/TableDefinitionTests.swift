import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

@Suite struct TableDefinitionTests {
  private static let schemas: [(name: String, tables: [TableDescription])] = [
    ("household.sql", HouseholdSchema.models.flatMap { [$0.table] + joins(of: $0) }),
    ("relations.sql", testTables),
    ("every-column.sql", [EveryColumn.table]),
  ]

  private static func joins<Model: PersistableModel>(of model: Model.Type) -> [TableDescription] {
    model.table.relations.indices.compactMap { model.table.joinTable($0, owner: model) }
  }

  @Test func goldens() throws {
    for (name, tables) in Self.schemas {
      let statements = tables.flatMap { TableDefinition($0.table, targets: $0.targets, SQLiteDialect()).statements }
      try expectGolden(statements.joined(separator: "\n\n") + "\n", name)
    }
  }

  /// The engine takes the definitions, finds in them what the schema asks for, and keeps what is written to them.
  @Test func engineTakesThem() async throws {
    for (_, tables) in Self.schemas {
      let backend = try SQLiteBackend.inMemory()
      try await backend.prepare(tables)
      try await backend.prepare(tables)
    }
    let backend = try SQLiteBackend.inMemory()
    try await backend.prepare([EveryColumn.table])
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(.insert, EveryColumn.table, [EveryColumn.row])
    }
    #expect(try await backend.rows(RowQuery(EveryColumn.table)) == [EveryColumn.row])
  }

  /// A row that SQL fills from the defaults reads as the defaults say.
  @Test func defaults() async throws {
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([EveryColumn.table])
    let columns = EveryColumn.table.columns
    let given = columns.indices.filter { index in
      columns[index].storedDefault == nil && !columns[index].isNullable
    }
    let connection = try Connection(path: folder.path(), flags: 2)
    let parameters = given.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let names = connection.dialect.identifiers(given.map { columns[$0].name })
    try connection.change(
      "INSERT INTO \(connection.dialect.identifier(EveryColumn.table.name)) (\(names)) VALUES (\(parameters))",
      given.map { QueryParameter.value(EveryColumn.row[$0]) })
    let row = try #require(try await backend.rows(RowQuery(EveryColumn.table)).first)
    for index in columns.indices where !given.contains(index) {
      #expect(row[index] == columns[index].storedDefault ?? .null, "\(columns[index].name)")
    }
  }

  /// Each check refuses what its constraint forbids, and is named by it.
  @Test func checks() async throws {
    let cases: [(column: String, value: StoredValue, rule: String)] = [
      ("flag", .integer(2), "Bool"), ("small", .integer(32_768), "Int16"), ("stars", .integer(6), "range(1...5)"),
      ("stars", .integer(0), "range(1...5)"), ("medium", .integer(-6), "range(-5...)"),
      ("plain", .integer(7), "range(..<7)"),
      ("double", .real(0.95), "range(0.05..<0.95)"), ("double", .real(0.04), "range(0.05..<0.95)"),
      ("money", .integer(-501), "range(-0.5...1000000)"), ("money", .integer(1_000_000_001), "range(-0.5...1000000)"),
      ("whole", .integer(10), "range(...9)"), ("code", .text("ab"), "length(3...254)"),
      ("code", .text(String(repeating: "é", count: 255)), "length(3...254)"), ("long", .text(""), "length(1...)"),
      ("short", .text("12345678901234567"), "length(...16)"), ("bytes", .data(Data([1, 2, 3, 4, 5])), "length(...4)"),
      ("json", .text("{"), "JSON"), ("maybe_json", .text("nope"), "JSON"), ("state", .text("closed"), "enum case"),
      ("level", .integer(2), "enum case"), ("grade", .integer(2_147_483_648), "Int32"),
      ("numbers", .text("{}"), "list"), ("numbers", .text("[1,2,3,4,5,6]"), "length(...5)"),
      ("id", .data(Data([1])), "UUID"), ("large", .text("x"), "int64"), ("text", .null, "not nil"),
    ]
    let backend = try SQLiteBackend.inMemory()
    try await backend.prepare([EveryColumn.table])
    for (name, value, rule) in cases {
      let column = try #require(EveryColumn.table.columns.firstIndex { $0.name == name })
      var row = EveryColumn.row
      row[column] = value
      let wrong = row
      let error = await failure { () throws(StoreError) in
        try await backend.writing { (session) throws(StoreError) in
          try await session.write(.insert, EveryColumn.table, [wrong])
        }
      }
      let field = EveryColumn.table.field(at: column)
      #expect(error == .checkFailed(model: "EveryColumn", field: field, rule: rule), "\(name)")
    }
    #expect(try await backend.rows(RowQuery(EveryColumn.table)).isEmpty)
  }

  @Test func scaledNumbers() {
    let cases: [(text: String, scale: Int64, expected: String?)] = [
      ("1", 1, "1"), ("-0.5", 1000, "-500"), ("0.0005", 1000, nil), ("1.50", 10, "15"), ("0", 1000, "0"),
      ("-0", 1000, "0"), ("1e3", 10, nil), ("", 10, nil), (".5", 10, nil), ("007", 100, "700"), ("-12.5", 1, "-12.5"),
      ("9223372036854775807", 1_000_000_000_000_000_000, "9223372036854775807000000000000000000"),
    ]
    for (text, scale, expected) in cases { #expect(scaledNumber(text, by: scale) == expected, "\(text) × \(scale)") }
  }
}

import Foundation
@_spi(Backend) import IgataRuntime
import IgataTables
import IgataTool
import TestSupport
import Testing

@_spi(Backend) @testable import IgataDatabase
@_spi(Backend) @testable import IgataSQLite

/// Columns that are declared with digits, as `NUMERIC(10, 2)`, which SQLite keeps as fractions.
@Suite struct IntrospectDecimalsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func make(_ statements: String...) throws {
    let connection = try Connection(path: scratch.path("shop.sqlite"), flags: 6)
    for statement in statements { _ = try connection.texts(statement) }
  }

  private func rows(_ query: String) throws -> [[String?]] {
    try Connection(path: scratch.path("shop.sqlite"), flags: 6).texts(query)
  }

  private func igata(_ arguments: String...) async throws -> Outcome {
    let program = Program(built: "igata", arguments, in: scratch.folder)
    let outcome = try await apart { try program.run() }
    #expect(outcome.status == 0, "\(outcome)")
    return outcome
  }

  /// The fields of a model, without their comments.
  private func fields(of model: String, _ schema: String) -> [String] {
    let text = schema.components(separatedBy: "model \(model) ").last?.components(separatedBy: "\n}").first ?? ""
    return text.split(separator: "\n").dropFirst().map {
      $0.replacing(#/ *//.*/#, with: "").trimmingCharacters(in: .whitespaces)
    }
  }

  private static let table =
    """
    CREATE TABLE items (id INTEGER PRIMARY KEY, price NUMERIC(10, 2) NOT NULL DEFAULT 1.50 CHECK (price >= 0.5),
      tax DECIMAL (12,4) DEFAULT .5, few DECIMAL(3,3), whole NUMERIC(10,0), short NUMBER(8), long NUMERIC(20),
      most DECIMAL(38,10), more DECIMAL(39,2), plain NUMERIC, finer NUMERIC(5,2), sum NUMERIC(10,2), larger NUMERIC(4,1),
      real REAL, float FLOAT(10,2), negative NUMERIC(5,-2), wrong NUMERIC(2,5), part NUMERIC(6,0), code NUMERIC(8,3) UNIQUE,
      text NUMERIC(4,1), late DECIMAL(9,2), lateWhole DEC(9), least NUMERIC(20,2), twice NUMERIC(10,2) AS (price * 2))
    """

  private static let values =
    """
    INSERT INTO items (id, price, tax, few, whole, short, long, most, more, plain, finer, sum, larger, real, float,
      negative, wrong, part, code, text, least)
    VALUES (1, 12.5, 1.2345, -0.125, 7, 8, 5, 0.1234567891, 1.5, 2.5, 1.234, 0.1 + 0.2, 1000, 1.5, 1.5, 100, 0.5, 1.5,
      1.125, 'x', -9223372036854775807 - 1), (2, 3, NULL, 0.999, -8, 9, 12345678901234567890, 1e10, 3, 3, 1, 1, 1, 1, 1,
      200, 1, 1, 2, 1.5, 0.1), (3, 9999999.99, 0.1, -0.999, 0, 0, 9223372036854775807, -1.5, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, -2.5, 2, 0.29)
    """

  /// A column has exact numbers if all rows are those of its digits, and are written as they are stored.
  @Test func declaredDigits() async throws {
    try make(Self.table, Self.values)
    let before = try scratch.bytes("shop.sqlite")
    let outcome = try await igata("introspect", "shop.sqlite")
    #expect(
      fields(of: "Item", outcome.output) == [
        "let id: Int = autoincrement() @primaryKey",
        "price: Decimal = 1.5 @precision(10, 2) @stored(as: number) @range(0.5...)",
        "tax: Decimal? = 0.5 @precision(12, 4) @stored(as: number)", "few: Decimal? @precision(3, 3) @stored(as: number)",
        "whole: Int?", "short: Int?", "long: Decimal? @precision(20, 0) @stored(as: number)",
        "most: Decimal? @precision(38, 10) @stored(as: number)", "more: Double?", "plain: Double?", "finer: Double?",
        "sum: Double?", "larger: Double?", "real: Double?", "float: Double?", "negative: Double?", "wrong: Double?",
        "part: Double?", "code: Decimal? @unique @precision(8, 3) @stored(as: number)",
        "late: Decimal? @precision(9, 2) @stored(as: number)", "lateWhole: Int? @column(\"lateWhole\")", "least: Double?",
        "twice: Decimal? @precision(10, 2) @stored(as: number) @readOnly",
      ], "\(outcome.output)")
    #expect(outcome.output.contains("  // no rows: declared DECIMAL(9,2); compare with what its program writes\n"))
    #expect(outcome.errors.contains("left out: items.text: its rows hold whole numbers and fractions and texts"), "\(outcome)")
    #expect(try scratch.bytes("shop.sqlite") == before)
  }

  /// All rows are read, and written as they were stored; memory keeps the same values.
  @Test func rowsStayAsTheyAre() async throws {
    try make(Self.table.replacing(", twice NUMERIC(10,2) AS (price * 2)", with: ""), Self.values)
    _ = try await igata("introspect", "shop.sqlite", "-o", "Shop.igata")
    let names = "price, tax, few, whole, long, most, code"
    let stored = names.split(separator: ", ").map { "typeof(\($0)) || quote(\($0))" }.joined(separator: ", ")
    let before = try rows("SELECT \(stored) FROM items")
    guard case .copy(let request) = try databaseRequest(["copy", "a", "b", "--schema", scratch.path("Shop.igata")])
    else { return }
    let table = try #require(TableDescription.tables(request.tables).first)
    let backend = try SQLiteBackend(path: scratch.path("shop.sqlite"))
    _ = try await backend.prepare([table])
    let read = try await rows(of: table, backend)
    #expect(read.count == 3 && read[0].contains(.decimal(Decimal(string: "1.2345")!)), "\(read)")
    _ = try await backend.inSession(.write) { (session) throws(StoreError) in
      try await session.write(.update, read, table)
    }
    #expect(try rows("SELECT \(stored) FROM items") == before)
    let memory = MemoryBackend()
    try await memory.prepare([table])
    _ = try await memory.inSession(.write) { (session) throws(StoreError) in
      try await session.write(.insert, read, table)
    }
    #expect(try await rows(of: table, memory) == read)
  }

  private func rows(of table: TableDescription, _ backend: any Backend) async throws -> [[StoredValue]] {
    let session = try await backend.begin(.read)
    let rows = try await RowBatches(table, size: 100, session).next()
    await session.rollback()
    return rows
  }

  /// What identifies rows is compared as it is stored, and stays of the type that it had.
  @Test func keysAndWhatRefersToThem() async throws {
    try make(
      "CREATE TABLE prices (value NUMERIC(10,2) NOT NULL UNIQUE, id INTEGER PRIMARY KEY, code NUMERIC(4,2) UNIQUE)",
      "CREATE TABLE codes (code NUMERIC(10,2) NOT NULL PRIMARY KEY)", "CREATE TABLE shares (share DECIMAL(5,2) NOT NULL UNIQUE)",
      "CREATE TABLE items (id INTEGER PRIMARY KEY, price NUMERIC(10,2) REFERENCES PRICES (value), "
        + "part NUMERIC(4,2) REFERENCES prices (code), code NUMERIC(10,2) NOT NULL REFERENCES codes)",
      "INSERT INTO prices VALUES (1.5, 1, 7), (2, 2, 8)", "INSERT INTO codes VALUES (7)", "INSERT INTO shares VALUES (0.25)",
      "INSERT INTO items VALUES (1, 1.5, 7, 7)")
    let schema = try await igata("introspect", "shop.sqlite").output
    #expect(
      fields(of: "Item", schema) == [
        "let id: Int = autoincrement() @primaryKey",
        "price: Price? @column(\"price\") @references(value) @onDelete(noAction)",
        "part: Price? @column(\"part\") @references(code) @onDelete(noAction)",
        "code: Code @column(\"code\") @onDelete(noAction)",
      ], "\(schema)")
    #expect(fields(of: "Price", schema).prefix(3) == ["value: Double @unique", "let id: Int = autoincrement() @primaryKey", "code: Int? @unique"])
    #expect(fields(of: "Share", schema).last == "share: Decimal @unique @precision(5, 2) @stored(as: number)", "\(schema)")
  }

  /// A schema keeps what it says, and follows the digits that the database gets.
  @Test func digitsAreFollowed() async throws {
    try make(
      "CREATE TABLE items (id INTEGER PRIMARY KEY, price NUMERIC(10,2), tax NUMERIC(10,2), rate NUMERIC, sum NUMERIC(10,2))",
      "INSERT INTO items VALUES (1, 1.5, 1.5, 1.5, 1.5)")
    _ = try await igata("introspect", "shop.sqlite", "-o", "Shop.igata")
    let described = try scratch.read("Shop.igata")
    // As an earlier release wrote it, or a person.
    let byHand = described.replacing(#/  price: .*/#, with: "  price: Double?  // as it is stored")
    #expect(byHand != described)
    try scratch.write(byHand, to: "Shop.igata")
    let same = try await igata("introspect", "shop.sqlite", "-o", "Shop.igata")
    #expect(try scratch.read("Shop.igata") == byHand, "\(same)")
    try make(
      "CREATE TABLE new (id INTEGER PRIMARY KEY, price NUMERIC(10,2), tax NUMERIC(12,3), rate NUMERIC(5,1), sum NUMERIC(9,0))",
      "INSERT INTO new SELECT id, price, tax, rate, 2 FROM items", "DROP TABLE items", "ALTER TABLE new RENAME TO items")
    let changed = try await igata("introspect", "shop.sqlite", "-o", "Shop.igata")
    #expect(
      fields(of: "Item", try scratch.read("Shop.igata")) == [
        "let id: Int = autoincrement() @primaryKey", "price: Double?",
        "tax: Decimal? @precision(12, 3) @stored(as: number)", "rate: Decimal? @precision(5, 1) @stored(as: number)",
        "sum: Int?",
      ], "\(changed)")
  }

  #if PostgreSQL
  /// A server has the digits by its type, in the same words but for the form.
  @Test(.enabled(if: CopyServer.isThere)) func digitsOfAServer() async throws {
    let (url, name) = try await CopyServer.schema(
      """
      CREATE TABLE items (id int PRIMARY KEY, price numeric(10, 2) NOT NULL DEFAULT 1.50 CHECK (price >= 0.5),
        whole numeric(10, 0), less numeric(3, 5), more numeric(39, 2), plain numeric)
      """)
    let schema = try await igata("introspect", url, "--schema", name).output
    #expect(
      fields(of: "Item", schema) == [
        "let id: Int32 @primaryKey", "price: Decimal = 1.5 @precision(10, 2) @range(0.5...)",
        "whole: Decimal? @precision(10, 0)", "less: Decimal?", "more: Decimal?", "plain: Decimal?",
      ], "\(schema)")
  }
  #endif
}

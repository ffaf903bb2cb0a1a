import Foundation
import IgataRuntime
import IgataTesting
import RuntimeModels
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Fixed-point numbers and decimals that another program keeps as numbers, of any size.
@Suite struct NumberFormTests {
  private static let definitions = [
    """
    CREATE TABLE sum_rows (id INTEGER PRIMARY KEY, amount NUMERIC NOT NULL, cents REAL, exact DECIMAL(20, 5) NOT NULL,
      price MONEY, real DOUBLE)
    """
  ]
  private static let indexes = ["amount", "cents", "exact", "price", "real"].map {
    "CREATE INDEX sum_rows_\($0) ON sum_rows (\($0))"
  }

  /// 12345678901234.56
  private static let large = Currency(storedInteger: 12_345_678_901_234_560)

  private let scratch: Scratch
  private var path: String { scratch.path("sums.sqlite") }

  init() throws {
    scratch = try Scratch()
    for sql in Self.definitions { try other(sql) }
  }

  @discardableResult
  private func other(_ statements: String...) throws -> [[String?]] {
    let connection = try Connection(path: path, flags: 6)
    var rows: [[String?]] = []
    for statement in statements { rows = try connection.texts(statement) }
    return rows
  }

  private func store() async throws -> Store {
    let store = Store(try SQLiteBackend(path: path))
    try await store.prepare([SumRow.self])
    return store
  }

  /// Each query has the same result as in memory, where values have no form.
  @Test(arguments: [false, true]) func queriesAreThoseOfMemory(_ hasIndexes: Bool) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var number = 0
    let result = try await QueryComparison([SumRow.self]).run(count: FuzzingBudget.rounds(10_000), seed: seed) {
      MemoryBackend()
    } found: {
      number += 1
      let connection = try Connection(path: scratch.path("\(number).sqlite"), flags: 6)
      for sql in Self.definitions + (hasIndexes ? Self.indexes : []) { _ = try connection.texts(sql) }
      return try SQLiteBackend(path: scratch.path("\(number).sqlite"))
    }
    let difference = result.difference
    #expect(difference == nil, "seed \(difference?.seed ?? seed)\n\(difference?.description ?? "")")
  }

  /// A number is read as it was written, or it is an error.
  @Test(arguments: [
    ("amount", "12345678901234.56", "12345678901234.560"), ("amount", "12345678901234.561", "12345678901234.56"),
    ("amount", "9007199254740.993", "9007199254740.992"), ("amount", "-9007199254740.993", "-9007199254740.992"),
    ("amount", "-123456789012345.7", "-123456789012345.700"), ("amount", "9007199254740991", "9007199254740991.000"),
    ("amount", "9223372036854775", "9223372036854775.000"), ("amount", "9223372036854776", nil),
    ("amount", "12345678901.2345", nil), ("amount", "0.1 + 0.2", "0.300"), ("amount", "1e300", nil),
    ("cents", "12345678901234567", "12345678901234568"), ("cents", "72057594037927936", nil),
    ("cents", "12345678901234.56", "12345678901234.56"), ("cents", "1234567890123.456", nil),
    ("exact", "0.1", "0.1"), ("exact", "0.1 + 0.2", "0.30000000000000004"), ("exact", "9223372036854775807", "9223372036854775807"),
    ("exact", "12345678901234.56", "12345678901234.56"), ("exact", "1e21", "1000000000000000000000"), ("exact", "1e300", nil),
    ("exact", "'1,5'", nil), ("exact", "x'00'", nil), ("price", "0.1 + 0.2", "0.3"), ("price", "1.005", nil),
    ("price", "7", "7"), ("real", "9007199254740993", "9007199254740992"), ("real", "1e-7", "0.0000001"),
  ] as [(String, String, String?)])
  func numbersAreReadAsTheyWereWritten(_ column: String, _ number: String, _ expected: String?) async throws {
    let store = try await store()
    try other("INSERT INTO sum_rows VALUES (1, 0, 0, 0, 0, 0)", "UPDATE sum_rows SET \(column) = \(number)")
    guard let expected else {
      await #expect {
        _ = try await store.fetch(SumRow.all)
      } throws: { error in
        guard case StoreError.corrupted("SumRow", "1", column, let problem) = error else { return false }
        return problem.contains(" isn't a number ")
      }
      return
    }
    let row = try #require(try await store.fetch(SumRow.all).first)
    let (read, found): (String, Int) = try await {
      switch column {
      case "amount": ("\(row.amount)", try await store.count(SumRow.where { $0.amount == row.amount }))
      case "cents": ("\(row.cents ?? -1)", try await store.count(SumRow.where { $0.cents == row.cents }))
      case "exact": ("\(row.exact)", try await store.count(SumRow.where { $0.exact == row.exact }))
      case "price": ("\(row.price ?? -1)", try await store.count(SumRow.where { $0.price == row.price }))
      default: ("\(row.real ?? -1)", try await store.count(SumRow.where { $0.real == row.real }))
      }
    }()
    #expect(Decimal(exactly: read) == Decimal(exactly: expected), "\(read)")
    #expect(found == 1)
    // What was read is saved as it is.
    let before = try other("SELECT \(column) FROM sum_rows")
    try await store.delete(SumRow.all)
    try await store.insert(row)
    #expect(try other("SELECT \(column) FROM sum_rows") == before)
  }

  /// A number that would be read as another one isn't written.
  @Test func numbersThatAreNotExact() async throws {
    let store = try await store()
    try await store.insert(SumRow(id: 1, amount: Self.large, exact: 12_345))
    #expect(try other("SELECT amount, typeof(exact), price FROM sum_rows") == [["12345678901234.6", "integer", nil]])
    for change in [
      { (row: inout SumRow) in row.amount = Currency(storedInteger: 12_345_678_901_234_561) },
      { row in row.exact = Decimal(sign: .plus, exponent: -19, significand: 1_234_567_890_123_456_789) },
      { row in row.real = 9_007_199_254_740_993 },
    ] {
      var row = try #require(try await store.fetch(SumRow.all).first)
      change(&row)
      let changed = row
      await #expect {
        try await store.save(changed)
      } throws: { error in
        if case StoreError.unstorable = error { true } else { false }
      }
    }
    try await store.update(SumRow.all) { $0.exact.set($0.exact + 0.5) }
    #expect(try other("SELECT exact FROM sum_rows") == [["12345.5"]])
    try await store.insert(SumRow(id: 2, amount: 0.5, exact: 0.1))
    #expect(try await store.sum(SumRow.all) { $0.exact } == 12345.6)
    #expect(try await store.sum(SumRow.all) { $0.amount } == Currency(storedInteger: 12_345_678_901_235_060))
  }

  /// A condition uses the index of its column.
  @Test func conditionsUseIndexes() async throws {
    let store = try await store()
    for index in Self.indexes { try other(index) }
    for (name, query) in [
      ("amount", SumRow.where { $0.amount == Self.large }), ("amount", SumRow.where { $0.amount < 5 }),
      ("exact", SumRow.where { $0.exact == 0.1 }), ("exact", SumRow.where { $0.exact > 5 }),
      ("price", SumRow.where { $0.price.isIn([1, 2]) }),
    ] {
      let plan = try await store.explain(query.order { $0.cents.ascending }).description
      #expect(plan.contains("sum_rows_\(name)") && !plan.contains("SCAN t0"), "\(name): \(plan)")
    }
  }
}

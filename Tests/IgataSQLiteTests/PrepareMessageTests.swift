import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What `prepare` says of checks, and of what it accepts without knowing.
@Suite struct PrepareMessageTests {
  private static func table(_ type: String) -> TableDescription {
    TableDescription(
      "table T t\ncolumn id int64 = autoincrement\ncolumn v \(type) null\nkey id",
      relations: [] as [any PersistableModel.Type])
  }

  /// What the database has, the type of the field, and what to change in the schema.
  @Test(arguments: [
    ("INTEGER CHECK (v >= 0)", "int64", "write @range(0...) at 'v'"),
    ("INTEGER CHECK (v > 0 AND v < 10)", "int64", "write @range(1...9) at 'v'"),
    ("REAL CHECK (v >= 0 AND v < 1)", "double", "write @range(0..<1) at 'v'"),
    ("INTEGER CHECK (v IS NULL OR v < 10)", "int64", "write @range(...9) at 'v'"),
    ("INTEGER CHECK (v < 10 OR v IS NULL)", "int64", "write @range(...9) at 'v'"),
    ("REAL CHECK (v > 0)", "double", "say it in the schema as well"),
    ("INTEGER CHECK (v >= 100)", "fixed(100)", "say it in the schema as well"),
    ("TEXT CHECK (length(v) < 6)", "string", "write @length(...5) at 'v'"),
    ("TEXT CHECK (length(v) > 2)", "string", "write @length(3...) at 'v'"),
    ("INTEGER CHECK (v > 0)", "int64 min 0", "write @range(1...) at 'v'"),
    ("INTEGER CHECK (v < 10)", "int64 max 10", "write @range(...9) at 'v'"),
    ("TEXT CHECK (json_valid(v))", "string", "say it in the schema as well"),
    ("TEXT CHECK (length(v) <= 5)", "string", "write @length(...5) at 'v'"),
    ("TEXT CHECK (length(v) BETWEEN 2 AND 5)", "string", "write @length(2...5) at 'v'"),
    ("TEXT CHECK (v IN ('a'))", "string", "make 'v' an enum of these cases"),
    ("TEXT CHECK (v IN ('a'))", "string(a, b)", "take the other cases out of its enum"),
  ])
  func checksInTheSchema(_ existing: String, _ type: String, _ change: String) async throws {
    let folder = try Scratch()
    try Connection(path: folder.path(), flags: 6).run("CREATE TABLE t (id INTEGER PRIMARY KEY, v \(existing))")
    let backend = try SQLiteBackend(path: folder.path())
    let table = Self.table(type)
    let notes = try await backend.prepare([table]).notes.map(\.text)
    #expect(notes.last?.hasPrefix("the database accepts less than the schema: it has a check ") == true)
    #expect(notes.last?.hasSuffix("; " + change) == true && notes.count <= 2, "\(notes)")
    // A table that `prepare` made was made for another schema.
    let connection = try Connection(path: folder.path(), flags: 2)
    try connection.run(RecordedTables.table.definition(in: connection.dialect).createTableIfMissing)
    let record = connection.dialect.literal(table.text)
    try connection.run("INSERT INTO igata_tables (name, text, version) VALUES ('t', \(record), \(RecordedTables.version))")
    let error = await failure { () throws(StoreError) in try await backend.prepare([table]) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(differences.map(\.help) == [change + ", or copy the table into one with the right check"])
    #expect(differences.map(\.expected) == ["values that it refuses"])
  }

  /// Checks that say more than a range are accepted with a note.
  @Test(arguments: ["v < 10 OR v > 20", "v > 0 AND v < 10 OR v = 50", "v > 0 + 1", "v < 10 OR v % 2 = 1"])
  func unknownChecks(_ check: String) async throws {
    let folder = try Scratch()
    try Connection(path: folder.path(), flags: 6)
      .run("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER CHECK (\(check)))")
    let notes = try await SQLiteBackend(path: folder.path()).prepare([Self.table("int64")]).notes
    #expect(notes.map(\.text) == ["the database has a check that is not understood: \(check)"])
  }

  /// What `prepare` accepts and can't judge is noted.
  @Test func notes() async throws {
    let folder = try Scratch()
    try Connection(path: folder.path(), flags: 6)
      .run("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER UNIQUE CHECK (v % 2 = 1))")
    let table = Self.table("int64")
    #expect(
      try await SQLiteBackend(path: folder.path()).prepare([table]).notes.map(\.text) == [
        "the database has a check that is not understood: v % 2 = 1",
        "the database keeps (v) unique by 'sqlite_autoindex_t_1', which the schema does not say",
      ])
  }
}

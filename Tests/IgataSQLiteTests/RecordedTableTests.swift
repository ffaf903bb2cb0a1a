import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What `prepare` records of the tables that it makes, and compares when they are opened again.
@Suite struct RecordedTableTests {
  private static func table(_ type: String, _ name: String = "t") -> TableDescription {
    TableDescription(
      "table T \(name)\ncolumn id int64 = autoincrement\ncolumn v \(type) null\nkey id",
      relations: [] as [any PersistableModel.Type])
  }

  /// The type of a field, its type in a later schema, and what the difference says the database has; `nil` if both read
  /// the same.
  @Test(arguments: [
    ("fixed(1000)", "fixed(10000)", "numbers kept as multiples of 1/1000"),
    ("fixed(1000)", "int64", "numbers kept as multiples of 1/1000"),
    ("fixed(1000)", "date", "numbers kept as multiples of 1/1000"),
    ("int64", "fixed(100)", "whole numbers"), ("int64", "date", "whole numbers"), ("date", "int64", "Date, kept"),
    ("string", "decimal", "text"), ("decimal", "string", "Decimal"), ("data", "uuid", "Data"),
    ("uuid", "data", "UUID, kept as 16 bytes"), ("json", "string", "JSON"), ("list int64", "json", "lists of whole"),
    ("list fixed(10)", "list fixed(100)", "lists of numbers kept as multiples of 1/10"),
    ("string(a)", "string(a, b)", "a check that does not know 'b'"),
    ("int16", "int32", "a check for numbers from -32768 on"), ("int32", "int16", nil), ("int64", "int", nil),
    ("string maxLength 5", "string maxLength 6", "a check for lengths up to 5"),
    ("string maxLength 5", "string maxLength 4", nil), ("string(a, b)", "string(a)", nil), ("string(a)", "string", "a check for 1 values"),
    ("fixed(100) max 5", "fixed(100) max 6", "a check for numbers up to 500"), ("float", "double", nil),
    ("int64 min 0", "int64", "a check for numbers from 0 on"), ("int64", "int64 min 0", nil), ("bool", "int64", "a check for 2 values"),
    ("json", "list int64", "JSON"), ("string", "url", nil), ("int16(1)", "int16(1, 2)", "a check that does not know '2'"),
  ])
  func laterSchemas(_ type: String, _ later: String, _ found: String?) async throws {
    let folder = try Scratch()
    try await SQLiteBackend(path: folder.path()).prepare([Self.table(type)])
    let backend = try SQLiteBackend(path: folder.path())
    #expect(try await backend.prepare([Self.table(type)]) == PrepareReport())
    let error = await failure { () throws(StoreError) in try await backend.prepare([Self.table(later)]) }
    guard let found else {
      #expect(error == nil)
      return
    }
    guard case .schemaMismatch(let differences)? = error, let difference = differences.first else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(difference.found?.hasPrefix(found) == true, "\(differences)")
    #expect(difference.column == "v" && difference.field == "T.v" && difference.sql == nil)
    // The database is as it was.
    #expect(try await backend.prepare([Self.table(type)]) == PrepareReport())
  }

  /// Where the record proves less than the schema says, the rows tell; so they do where the table is not as it was made.
  @Test(arguments: [
    ("int32", "INSERT INTO t (v) VALUES (70000)", "int16", "integer in 1 of the 1 rows"),
    ("int32", "INSERT INTO t (v) VALUES (7)", "int16", nil),
    (
      "string(a)",
      "DROP TABLE t; CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT CHECK (v IN ('a', 'c'))); INSERT INTO t (v) VALUES ('c')",
      "string(a)", "text in 1 of the 1 rows"
    ),
  ])
  func rowsTell(_ type: String, _ change: String, _ later: String, _ found: String?) async throws {
    let folder = try Scratch()
    try await SQLiteBackend(path: folder.path()).prepare([Self.table(type)])
    let connection = try Connection(path: folder.path(), flags: 2)
    for statement in change.split(separator: ";") { try connection.run(String(statement)) }
    let backend = try SQLiteBackend(path: folder.path())
    let error = await failure { () throws(StoreError) in try await backend.prepare([Self.table(later)]) }
    guard case .schemaMismatch(let differences)? = error else {
      #expect(error == nil && found == nil)
      return
    }
    #expect(differences.map { $0.found?.prefix((found ?? "").count) } == [found?[...]])
  }

  private func records(_ path: String) throws -> [[String?]] {
    try Connection(path: path, flags: 1).texts("SELECT name, text, version FROM igata_tables ORDER BY name")
  }

  /// The record is made with the table, or not at all, and grows with the columns that are added.
  @Test func records() async throws {
    let folder = try Scratch()
    let path = folder.path()
    let table = Self.table("fixed(1000)")
    let backend = try SQLiteBackend(path: path)
    let report = try await backend.prepare([table, Self.table("date", "u")])
    #expect(report == PrepareReport(createdTables: ["t", "u"]))
    #expect(try records(path).first == ["t", table.text, "1"])
    #expect(try records(path).count == 2)
    let connection = try Connection(path: path, flags: 2)
    try connection.run("ALTER TABLE t ADD COLUMN w INTEGER")
    let wider = TableDescription(table.text + "\ncolumn w fixed(10) null", relations: [] as [any PersistableModel.Type])
    let notes = try await backend.prepare([wider]).notes
    #expect(notes.map(\.column) == ["w"])
    #expect(try records(path).first == ["t", table.text + "\ncolumn w fixed(10) null", "1"])
    #expect(try await backend.prepare([wider]) == PrepareReport())
    // A program of the schema before, which does not know the column, leaves the record alone.
    #expect(try await backend.prepare([table]) == PrepareReport())
    #expect(try records(path).first == ["t", table.text + "\ncolumn w fixed(10) null", "1"])
    // What a newer release has written is not guessed at.
    try connection.run("UPDATE igata_tables SET version = 2 WHERE name = 't'")
    let error = await failure { () throws(StoreError) in try await backend.prepare([wider]) }
    guard case .schemaMismatch(let differences)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(differences.map(\.help) == ["use that release"])
  }

  /// A database that was made before there were records opens, and has one from then on; one that others made does not
  /// get any.
  @Test func databasesWithoutRecords() async throws {
    let folder = try Scratch()
    let path = folder.path()
    try await SQLiteBackend(path: path).prepare([Self.table("fixed(1000)")])
    try Connection(path: path, flags: 2).run("DROP TABLE igata_tables")
    let notes = try await SQLiteBackend(path: path).prepare([Self.table("fixed(1000)")]).notes
    #expect(notes.map(\.column) == ["v"])
    #expect(try records(path).count == 1)
    #expect(try await SQLiteBackend(path: path).prepare([Self.table("fixed(1000)")]) == PrepareReport())

    let other = folder.path("other.sqlite")
    let connection = try Connection(path: other, flags: 6)
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER)")
    #expect(try await SQLiteBackend(path: other).prepare([Self.table("fixed(1000)")]).notes.map(\.column) == ["v"])
    #expect(try await SQLiteBackend(path: other).prepare([Self.table("date")]).notes.map(\.column) == ["v"])
    #expect(try connection.texts("SELECT name FROM sqlite_schema") == [["t"]])
    let options = SQLiteOptions(isReadOnly: true)
    #expect(try await SQLiteBackend(path: other, options: options).prepare([Self.table("int64")]) == PrepareReport())
  }
}

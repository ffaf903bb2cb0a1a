import Foundation
import IgataTables
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// A database of another program, in which `prepare` and `adopt` change nothing if they refuse it.
@Suite struct RefusedPrepareTests {
  /// The first table fits and lacks an index, the second is missing, and the third is refused.
  private static let tables = [
    "table T t\ncolumn id int64 = autoincrement\ncolumn v string null\nkey id\nindex i (v)",
    "table N n\ncolumn id int64 = autoincrement\nkey id", "table R r\ncolumn id int64\ncolumn v int64\nkey id",
  ].map { TableDescription($0, relations: [] as [any PersistableModel.Type]) }

  private static let existing = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT COLLATE NOCASE); INSERT INTO t (v) VALUES ('a'), (NULL);
    CREATE TABLE r (id INTEGER PRIMARY KEY, v TEXT NOT NULL)
    """

  /// A version as its script creates it: with the record of the table.
  private static func version(creating table: TableDescription) -> SchemaVersion {
    let dialect = SQLiteDialect()
    let record = RecordedTables.table.definition(in: dialect).createTableIfMissing
    let values = "(\(dialect.literal(table.name)), \(dialect.literal(table.text)), \(RecordedTables.version))"
    let statements = [
      table.definition(in: dialect).createTable(), record,
      "INSERT INTO igata_tables (name, text, version) VALUES \(values);",
    ]
    return SchemaVersion(1, "first", sum: "1", compatibleFrom: 1, steps: statements.map { .statement($0) })
  }

  private enum Refused: String, CaseIterable {
    case prepare, adopt, migrate, onlyRead
  }

  private static func call(_ refused: Refused, _ path: String) async throws {
    let backend = try SQLiteBackend(path: path, options: SQLiteOptions(isReadOnly: refused == .onlyRead))
    let version = version(creating: tables[2])
    let error = await failure { () throws(StoreError) in
      switch refused {
      case .prepare, .onlyRead: try await backend.prepare(tables)
      case .adopt: _ = try await backend.adopt(nil, of: [version])
      case .migrate:
        let request = MigrationRequest(
          tables: tables, SchemaMigrations(models: [], sqlite: [version]), options: MigrationOptions(),
          goesForward: true)
        _ = try await backend.migrate(request) { _ in }
      }
    }
    switch (refused, error) {
    case (.prepare, .schemaMismatch?), (.onlyRead, .schemaMismatch?), (.adopt, .unknownDatabase?),
      (.migrate, .unknownDatabase?):
      break
    default: Issue.record("\(refused): \(String(describing: error))")
    }
    try await backend.closeConnections(until: .now + .seconds(60))
  }

  /// A version has the forms that `prepare` creates: of two that differ in them, only one is that of the database.
  @Test func versionsHaveOwnForms() async throws {
    for (declared, isOwn) in [("TEXT", true), ("VARCHAR(9)", true), ("DATETIME", false), ("TEXT COLLATE NOCASE", false)] {
      let folder = try Scratch()
      do {
        let connection = try Connection(path: folder.path(), flags: 6)
        try connection.run("CREATE TABLE r (id INTEGER PRIMARY KEY, v \(declared))")
      }
      let table = TableDescription(
        "table R r\ncolumn id int64\ncolumn v string null\nkey id", relations: [] as [any PersistableModel.Type])
      let version = Self.version(creating: table)
      let backend = try SQLiteBackend(path: folder.path())
      let error = await failure { () throws(StoreError) in try await backend.adopt(nil, of: [version]) }
      #expect((error == nil) == isOwn, "\(declared): \(String(describing: error))")
      try await backend.prepare([table])
    }
  }

  @Test(arguments: ["DELETE", "TRUNCATE", "PERSIST", "WAL"]) func noByteChanges(mode: String) async throws {
    for refused in Refused.allCases {
      let folder = try Scratch()
      let path = folder.path("other.db")
      do {
        let connection = try Connection(path: path, flags: 6)
        _ = try connection.texts("PRAGMA journal_mode = \(mode)")
        _ = try connection.texts("PRAGMA user_version = 7")
        for statement in Self.existing.split(separator: ";") { try connection.run(String(statement)) }
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
      let before = try Data(contentsOf: folder.url("other.db"))
      try await Self.call(refused, path)
      #expect(try Data(contentsOf: folder.url("other.db")) == before, "\(refused) in \(mode)")
      let after = try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
      // SQLite itself leaves an empty log where it may only read.
      let isLogLeft = mode == "WAL" && refused == .onlyRead
      #expect(after == names || isLogLeft, "\(refused) in \(mode)")
    }
  }
}

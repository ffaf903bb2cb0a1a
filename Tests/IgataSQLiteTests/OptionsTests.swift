import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What the options make of a connection: an option that reaches nothing is not seen in what queries find.
@Suite struct OptionsTests {
  private static func values(of pragma: String, _ options: SQLiteOptions) throws -> [String] {
    let folder = try Scratch()
    let tables = PreparedTables(SQLiteDialect())
    let opening = ConnectionOpening(path: folder.path(), isInMemory: false, options: options, tables: tables)
    return try opening.open(isReader: false).texts("PRAGMA \(pragma)").flatMap { $0.compactMap(\.self) }
  }

  @Test(arguments: [
    ("fullfsync", SQLiteOptions(), "0"), ("checkpoint_fullfsync", SQLiteOptions(), "0"),
    ("fullfsync", SQLiteOptions(usesFullSync: true), "1"),
    ("checkpoint_fullfsync", SQLiteOptions(usesFullSync: true), "1"),
    ("mmap_size", SQLiteOptions(memoryMapSize: 4096), "4096"), ("mmap_size", SQLiteOptions(memoryMapSize: 0), "0"),
  ])
  func reachTheConnection(_ pragma: String, _ options: SQLiteOptions, _ value: String) throws {
    #expect(try Self.values(of: pragma, options) == [value])
  }

  @Test func filesAreMappedWhereNothingLocksThem() {
    #if os(macOS) || os(Linux)
    #expect(SQLiteOptions().memoryMapSize == 256 << 20)
    #else
    #expect(SQLiteOptions().memoryMapSize == 0)
    #endif
  }
}

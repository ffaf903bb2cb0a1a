import Foundation
@_spi(Backend) import IgataRuntime
import IgataTables
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A selection of two columns doesn't read the megabyte that each row has beside them.
@Suite struct PagesReadTests {
  private static let table = TableDescription(
    model: "Photo", name: "photo",
    columns: [
      ColumnDescription("id", ["id"], .int64), ColumnDescription("name", ["name"], .string),
      ColumnDescription("content", ["content"], .data),
    ],
    primaryKey: [0])

  @Test func blobsAreLeftAlone() async throws {
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare([Self.table])
    let session = try await backend.begin(.write)
    let content = Data(repeating: 7, count: 1 << 20)
    _ = try await session.write(RowWrite(.insert, Self.table, count: 50)) { (row) throws(StoreError) in
      for id in 0..<50 {
        row.int64(0, Int64(id))
        row.string(1, "photo \(id)")
        row.value(2, content)
        _ = row.finishRow()
      }
    }
    try await session.commit()
    let all = try pagesRead(by: RowQuery(Self.table), at: folder.path()) { row in
      while row.next() { #expect(row.rawValue(2) == .data(content)) }
    }
    var selection = RowQuery(Self.table)
    selection.values = [.column(RelationPath(), 0), .column(RelationPath(), 1)]
    let selected = try pagesRead(by: selection, at: folder.path()) { row in
      var count = 0
      while row.next() { count += row.string(1).hasPrefix("photo") ? 1 : 0 }
      #expect(count == 50)
    }
    #expect(all >= 50 * (1 << 20) / 4096)
    #expect(selected * 100 < all, "\(selected) pages, of \(all)")
  }

  /// The number of pages that a query reads on a new connection.
  private func pagesRead(
    by query: RowQuery, at path: String, _ consume: (inout RowReader) throws(StoreError) -> Void
  ) throws -> Int {
    let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
    try connection.run("PRAGMA mmap_size = 0")
    try connection.read(query, for: nil, consume)
    var (pages, highest): (Int32, Int32) = (0, 0)
    #expect(sqlite3_db_status(connection.database, SQLITE_DBSTATUS_CACHE_MISS, &pages, &highest, 0) == SQLITE_OK)
    return Int(pages)
  }
}

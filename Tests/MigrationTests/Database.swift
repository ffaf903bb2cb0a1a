import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite
@_spi(Backend) import MigrationSupport
import Testing

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A database in a file of its own, which a test also reads and writes beside the backend.
final class Database {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let path: String
  private var handle: OpaquePointer?

  convenience init() throws { try self.init(path: NSTemporaryDirectory() + "migration-\(UUID().uuidString).sqlite") }

  init(path: String) throws {
    self.path = path
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: "can't open \(path)") }
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit {
    sqlite3_close(handle)
    Self.remove(path)
  }

  /// Removes the files of a database.
  static func remove(_ path: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }

  func backend(_ options: SQLiteOptions = SQLiteOptions()) throws -> SQLiteBackend {
    try SQLiteBackend(path: path, options: options)
  }

  @discardableResult
  func migrate(
    _ versions: Versions, _ options: MigrationOptions = MigrationOptions(),
    progress: @Sendable (MigrationProgress) async -> Void = { _ in }
  ) async throws -> MigrationOutcome {
    try await backend().migrate(versions.request(options), progress).outcome
  }

  /// Prepares the database for versions, without migrating.
  @discardableResult
  func prepare(_ versions: Versions) async throws -> MigrationOutcome {
    try await backend().migrate(versions.request(goesForward: false)) { _ in }.outcome
  }

  /// Runs statements, and returns the rows with their columns as texts.
  @discardableResult
  func execute(_ sql: String) throws -> [[String?]] {
    var rows: [[String?]] = []
    try sql.withCString { text in
      var rest: UnsafePointer<CChar>? = text
      while let start = rest, start.pointee != 0 {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, start, -1, &statement, &rest) == SQLITE_OK else { throw failure }
        defer { sqlite3_finalize(statement) }
        guard statement != nil else { break }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
          rows.append(
            (0..<sqlite3_column_count(statement)).map { column in
              sqlite3_column_text(statement, column).map { String(cString: $0) }
            })
          code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw failure }
      }
    }
    return rows
  }

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }
}

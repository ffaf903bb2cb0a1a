import Foundation
internal import IgataRuntime
internal import IgataSQLite

#if SQLite || canImport(SQLite3)

extension Endpoint {
  /// Opens the database of a command that is for SQLite files alone.
  ///
  /// - Parameter help: What does the same for a server.
  func sqliteFile(for access: Access, orElse help: String) throws(DatabaseFault) -> SQLiteBackend {
    guard dialect == "sqlite", let backend = try backend(.database, for: access) as? SQLiteBackend else {
      throw DatabaseFault(.request, "only a SQLite file can be backed up or compacted", help: help)
    }
    return backend
  }

  /// The path of the file that a copy of another database is written to.
  func pathOfCopy(of source: Endpoint) throws(DatabaseFault) -> String {
    guard case .sqlite(let path) = engine else {
      throw DatabaseFault(
        .request, "TO must be the path of a file", help: "use 'igata copy' to copy rows to a server")
    }
    if isSame(as: source) {
      throw DatabaseFault(.request, "DATABASE and TO are the same file", help: "use two different files")
    }
    if (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil {
      throw DatabaseFault(.target, "TO: '\(path)' is a folder", help: "use the path of a file in it")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw DatabaseFault(
        .target, "TO: nothing can be written to the folder '\(folder)'", help: "create it, or use another path")
    }
    return path
  }
}

#endif

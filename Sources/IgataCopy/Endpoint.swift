import Foundation
internal import IgataPostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQLite

/// A database on the command line.
struct Endpoint {
  private enum Engine {
    case sqlite(path: String)
    case postgresql(url: String)
  }

  private let engine: Engine

  init(_ text: String) throws(CopyFault) {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    switch scheme {
    case "postgresql", "postgres": engine = .postgresql(url: text)
    case "sqlite":
      let path = text.dropFirst("sqlite:".count)
      engine = .sqlite(path: String(path.hasPrefix("//") ? path.dropFirst(2) : path))
    case _ where text.contains("://"):
      throw CopyFault(
        .request, "'\(scheme)' is not a supported database", help: "use a path, a sqlite: URL or a postgresql:// URL")
    default: engine = .sqlite(path: text)
    }
  }

  func isSame(as other: Endpoint) -> Bool {
    switch (engine, other.engine) {
    case (.sqlite(let path), .sqlite(let other)):
      URL(fileURLWithPath: path).resolvingSymlinksInPath() == URL(fileURLWithPath: other).resolvingSymlinksInPath()
    case (.postgresql(let url), .postgresql(let other)): url == other
    default: false
    }
  }

  /// Opens the database.
  ///
  /// - Parameter isSource: Whether the database is only read and must exist.
  func backend(isSource: Bool) throws(CopyFault) -> any Backend {
    do {
      switch engine {
      case .sqlite(let path): return try sqlite(path, isSource: isSource)
      case .postgresql(let url): return try postgresql(url)
      }
    } catch let fault as CopyFault {
      throw fault
    } catch {
      throw CopyFault(
        error as? StoreError ?? .misuse(reason: "\(error)"), isSource ? .source : .target, "it can't be opened")
    }
  }

  private func sqlite(_ path: String, isSource: Bool) throws -> any Backend {
    if isSource, !FileManager.default.fileExists(atPath: path) {
      throw CopyFault(.source, "FROM: there is no file '\(path)'", help: "use the path of a SQLite database")
    }
    #if SQLite || canImport(SQLite3)
    return try SQLiteBackend(path: path, options: SQLiteOptions(isReadOnly: isSource))
    #else
    throw CopyFault(
      .request, "this igata-copy was built without SQLite", help: "build it with the trait SQLite")
    #endif
  }

  private func postgresql(_ url: String) throws -> any Backend {
    #if PostgreSQL
    return try PostgreSQLBackend(url)
    #else
    throw CopyFault(
      .request, "this igata-copy was built without PostgreSQL", help: "build it with '--traits SQLite,PostgreSQL'")
    #endif
  }
}

import Foundation
internal import IgataPostgreSQL
@_spi(Backend) internal import IgataRuntime
internal import IgataSQLite
internal import IgataTool

/// A database on the command line. Nothing that is printed has the URL of a server, which may have a password.
struct Endpoint {
  enum Engine {
    case sqlite(path: String)
    case postgresql(url: String)
  }

  let engine: Engine

  init(_ text: String) throws(DatabaseFault) {
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
    switch text.dropFirst(scheme.count).first == ":" ? scheme : "" {
    case "postgresql", "postgres": engine = .postgresql(url: text)
    case "sqlite":
      let path = text.dropFirst("sqlite:".count)
      engine = .sqlite(path: String(path.hasPrefix("//") ? path.dropFirst(2) : path))
    case let scheme where !scheme.isEmpty && text.dropFirst(scheme.count).hasPrefix("://"):
      throw DatabaseFault(.request, "'\(scheme)' is not a supported database", help: Self.help)
    default: engine = .sqlite(path: text)
    }
    if case .sqlite(let path) = engine, path.contains("://") || DatabaseOperand.isIncomplete(path) {
      throw DatabaseFault(
        .request, "a database is named neither by a file nor by a URL",
        help: Self.help + "; write './' before a path that has '@' or '='")
    }
  }

  private static let help = "use a path, a sqlite: URL or a postgresql:// URL"

  /// The dialect of the database, by its name in `igata.json`.
  var dialect: String {
    switch engine {
    case .sqlite: "sqlite"
    case .postgresql: "postgresql"
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

  /// What a command does with a database.
  enum Access {
    /// The database is only read, and must exist.
    case reading
    /// The database must exist.
    case changing
    /// The database is created if it doesn't exist.
    case creating
  }

  /// Opens the database.
  ///
  /// - Parameter lockTimeout: How long to wait for other processes that lock the database; `nil` for the default.
  func backend(
    _ side: DatabaseFault.Side, for access: Access, lockTimeout: Duration? = nil
  ) throws(DatabaseFault) -> any Backend {
    do {
      switch engine {
      case .sqlite(let path): return try sqlite(path, side, access, lockTimeout)
      case .postgresql(let url): return try postgresql(url, side)
      }
    } catch let fault as DatabaseFault {
      throw fault
    } catch {
      throw DatabaseFault(error as? StoreError ?? .misuse(reason: "\(error)"), side, "it can't be opened")
    }
  }

  private func sqlite(
    _ path: String, _ side: DatabaseFault.Side, _ access: Access, _ lockTimeout: Duration?
  ) throws -> any Backend {
    if access != .creating, !FileManager.default.fileExists(atPath: path) {
      throw DatabaseFault(
        side, "\(side.label): there is no file '\(path)'", help: "use the path of a SQLite database")
    }
    #if SQLite || canImport(SQLite3)
    var options = SQLiteOptions(isReadOnly: access == .reading)
    if let lockTimeout { options.busyTimeout = lockTimeout }
    return try SQLiteBackend(path: path, options: options)
    #else
    throw Self.withoutSQLite
    #endif
  }

  static let withoutSQLite = DatabaseFault(
    .request, "this igata-database was built without SQLite", help: "build it with the trait SQLite")

  private func postgresql(_ url: String, _ side: DatabaseFault.Side) throws -> any Backend {
    #if PostgreSQL
    var options = PostgreSQLOptions()
    // A policy that hides rows from this user is an error. Otherwise they would be missing in the copy.
    if side == .source { options.onOpen = { connection in try await connection.execute("SET row_security = off") } }
    return try PostgreSQLBackend(url, options: options)
    #else
    throw DatabaseFault(
      .request, "this igata-database was built without PostgreSQL",
      help: "build it with '--traits SQLite,PostgreSQL'")
    #endif
  }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// The path, or the kind of the server.
  var description: String {
    switch engine {
    case .sqlite(let path): "'\(path)'"
    case .postgresql: "the PostgreSQL database"
    }
  }

  var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Runs `body`, whose errors are about a database.
func atDatabase<Result>(
  _ endpoint: Endpoint, _ body: () async throws(StoreError) -> Result
) async throws(DatabaseFault) -> Result {
  do {
    return try await body()
  } catch {
    throw DatabaseFault(error, .database, "\(endpoint)")
  }
}

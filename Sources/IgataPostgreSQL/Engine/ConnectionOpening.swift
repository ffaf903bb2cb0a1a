#if PostgreSQL
internal import CPostgreSQL
internal import Dispatch
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// How connections are opened: the server, the login and the session's settings.
///
/// The description does not include the contents, which may have a password.
struct ConnectionOpening: Sendable, CustomStringConvertible, CustomReflectable {
  private static let queue = DispatchQueue(label: "igata.postgresql.open", attributes: .concurrent)

  /// The keywords and values for libpq.
  private let keywords: [(name: String, value: String)]
  private var options: PostgreSQLOptions
  private let spin = AdaptiveSpin()
  private var ownSettings: [String] = []

  /// Reads a URL (`postgresql://user@host/database`) or keywords (`host=… dbname=…`).
  init(_ connection: String, _ options: PostgreSQLOptions) throws(StoreError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let parsed = PQconninfoParse(connection, &message) else {
      // Libpq's message quotes a piece of the text, which may be the password.
      PQfreemem(message)
      throw .accessDenied(reason: ConnectionText.unreadable)
    }
    defer { PQconninfoFree(parsed) }
    var keywords: [(name: String, value: String)] = []
    var next = parsed
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val { keywords.append((String(cString: keyword), String(cString: value))) }
      next += 1
    }
    if let objection = ConnectionText(connection, keywords).objection { throw .accessDenied(reason: objection) }
    self.keywords = keywords
    self.options = options
  }

  var description: String { "a connection to PostgreSQL" }
  var customMirror: Mirror { Mirror(self, children: [:]) }

  /// Opens connections for migrations: a statement may take as long as it needs, but doesn't wait long for a lock.
  var forMigrations: ConnectionOpening {
    var opening = self
    opening.options.statementTimeout = nil
    opening.ownSettings = ["SET lock_timeout = \(MigrationConnection.lockTimeout)", "SET TimeZone = 'UTC'"]
    return opening
  }

  /// A pool of up to `count` of the connections of a backend.
  func pool(
    of count: Int, in connections: OpenConnections<Connection>, of backend: StoreIdentity
  ) -> ConnectionPool<Connection> {
    ConnectionPool(
      PoolLimits(count: count, waiting: options.poolTimeout, idle: options.idleTimeout), in: connections,
      late: { .unreachable(reason: "all \($0) connections are in use" + backend.blame) }
    ) { () async throws(StoreError) in try await self.open() }
  }

  /// Opens a connection, on a thread that may be blocked.
  func open() async throws(StoreError) -> Connection {
    let outcome: Result<Connection, StoreError> = await withCheckedContinuation { continuation in
      Self.queue.async {
        do throws(StoreError) {
          continuation.resume(returning: .success(try connect()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    let connection = try outcome.get()
    try await ObservedCall.withoutReports { () async throws(StoreError) in
      try await options.onOpen.prepare(connection)
      do throws(ServerFailure) {
        _ = try await connection.run(settings.map { .command($0) })
      } catch {
        throw error.storeError(nil, [])
      }
    }
    return connection
  }

  /// The statements that configure a new session.
  private var settings: [String] {
    let timeout = options.statementTimeout.map { Int(max(1, $0.inSeconds * 1000)) } ?? 0
    // The timeout comes last, so that it does not apply to these statements.
    return [
      // Cursors are read to their end. Some servers that implement the protocol lack this setting.
      "SELECT set_config(name, '1', false) FROM pg_settings WHERE name = 'cursor_tuple_fraction'",
      "SET client_min_messages = warning", "SET statement_timeout = \(timeout)",
    ] + ownSettings
  }

  private func connect() throws(StoreError) -> Connection {
    var keywords = keywords
    keywords.append(("connect_timeout", String(max(2, Int(options.connectTimeout.inSeconds.rounded(.up))))))
    keywords.append(("client_encoding", "UTF8"))
    keywords.append(("fallback_application_name", "igata"))
    let handle = inEnglish {
      withCStrings(keywords.map(\.name)) { names in
        withCStrings(keywords.map(\.value)) { values in PQconnectdbParams(names, values, 0) }
      }
    }
    guard let handle else { throw .unreachable(reason: "there is no memory for a connection") }
    if PQstatus(handle) != CONNECTION_OK, let refusal = inEnglish({ ConnectionRefusal.find(handle) }) {
      PQfinish(handle)
      throw refusal
    }
    guard PQserverVersion(handle) >= 130_000 else {
      defer { PQfinish(handle) }
      throw .backend(
        code: Int(PQserverVersion(handle)), message: "the server is too old: PostgreSQL 13 or later is needed")
    }
    guard let connection = Connection(handle, statementTimeout: options.statementTimeout, spin) else {
      PQfinish(handle)
      throw .unreachable(reason: "there is no file descriptor for a connection")
    }
    return connection
  }
}

/// Calls `body` with the strings as a C array of C strings, which ends with a null pointer.
private func withCStrings<Result>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { text in
    let bytes = text.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  return body(copies.map { UnsafePointer($0.baseAddress) } + [nil])
}

#endif

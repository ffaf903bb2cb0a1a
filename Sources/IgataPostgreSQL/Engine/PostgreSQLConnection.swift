#if PostgreSQL
@_spi(Backend) public import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// A connection that was just opened, for ``PostgreSQLOptions/onOpen-swift.property``.
public struct PostgreSQLConnection: ~Copyable, Sendable {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Runs a statement, and ignores its rows.
  ///
  /// - Parameter sql: One statement other than `COPY`, with all values in it. It is reported to no observer.
  /// - Throws: ``/IgataRuntime/StoreError/accessDenied(reason:)`` if the server refuses it, with the kind of the
  ///   failure and not the server's message, which may quote the statement.
  public borrowing func execute(_ sql: String) async throws(StoreError) {
    let keyword = (try? RenderedSQL(SQL(stringLiteral: sql), PostgreSQLDialect()))?.keyword
    if keyword == "COPY" { throw .misuse(reason: "error in onOpen: COPY needs a connection of its own") }
    let connection = connection
    do {
      _ = try await connection.run([.command(sql)])
    } catch {
      if Task.isCancelled { throw .cancelled }
      if error.isConnectionLost { throw error.storeError(nil, []) }
      throw .accessDenied(reason: "error in onOpen: \(error.summary)")
    }
  }
}

extension PostgreSQLOptions.OnOpen? {
  /// Lets the program prepare a connection.
  func prepare(_ connection: Connection) async throws(StoreError) {
    guard let self else { return }
    do {
      try await self(PostgreSQLConnection(connection))
    } catch {
      if error is CancellationError { throw .cancelled }
      throw error as? StoreError ?? .unreachable(reason: "error in onOpen: \(error)")
    }
    if connection.isInTransaction {
      throw .misuse(reason: "onOpen has left a transaction open: end it there")
    }
  }
}

#endif

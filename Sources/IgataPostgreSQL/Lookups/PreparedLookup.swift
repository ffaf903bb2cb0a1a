#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime

/// The statement that finds a table's row by its key, as one connection keeps it at hand. It goes outside of the
/// pipeline, and is answered before anything else is asked.
final class PreparedLookup {
  let table: TableDescription
  private let statement: PreparedStatement
  /// The key that is looked up, whose memory is used again and again.
  private let key: RowBuffer
  /// What was found, until it is read.
  private var found: ServerResult?
  /// The first of them counts. A list, as that is let go of at less cost where it is empty.
  private var failures: [ServerFailure] = []
  /// The types of the columns that are found, once they are known. They are the same each time, as the server refuses
  /// to run a prepared statement whose columns have changed.
  private var foundTypes: [ServerType?]?

  init(_ statement: PreparedStatement, _ table: TableDescription) {
    self.table = table
    self.statement = statement
    key = RowBuffer(statement.types)
  }

  /// Takes the key that `write` writes. Returns whether one can be asked for.
  func take(_ write: (inout RowWriter) -> Void) -> Bool {
    key.removeRows()
    return key.take(write)
  }

  /// Asks for the row that has the key. Returns `false` where the connection fails.
  func send(_ handle: OpaquePointer) -> Bool {
    clear()
    let count = Int32(truncatingIfNeeded: statement.types.count)
    return key.withFields(of: 0..<1) { fields, lengths, formats in
      PQsendQueryPrepared(handle, statement.name, count, fields, lengths, formats, 1) == 1
    }
  }

  /// Takes what the server has answered. Returns whether that is all; throws, where that is a failure.
  fileprivate func takeAnswer(_ connection: Connection) throws(ServerFailure) -> Bool {
    while PQisBusy(connection.handle) == 0 {
      guard let result = PQgetResult(connection.handle).map({ ServerResult($0) }) else {
        if connection.isCut { throw connection.lost() }
        if let failure = failures.first { throw failure }
        return true
      }
      if PQresultStatus(result.pointer) == PGRES_TUPLES_OK, found == nil {
        found = result
      } else {
        failures.append(connection.failure(result.pointer))
      }
    }
    return false
  }

  /// Hands the row that was found, or none, to `consume`.
  func read(_ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError) {
    guard let found else { return }
    defer { clear() }
    let types = foundTypes ?? found.columnTypes
    foundTypes = types
    try found.read(table, types: types, consume)
  }

  private func clear() {
    found = nil
    if !failures.isEmpty { failures = [] }
  }
}

/// The finds that a connection keeps at hand, one for each table.
struct PreparedLookups {
  private var all: [ObjectIdentifier: PreparedLookup] = [:]
  /// The one that was used last, as it is mostly wanted again.
  private var last: PreparedLookup?

  subscript(table: TableDescription) -> PreparedLookup? {
    mutating get {
      if let last, last.table === table { return last }
      guard let find = all[ObjectIdentifier(table)] else { return nil }
      last = find
      return find
    }
  }

  mutating func add(_ find: PreparedLookup) { all[ObjectIdentifier(find.table)] = find }

  mutating func removeAll() { self = PreparedLookups() }
}

extension Connection {
  /// The statement that finds a row of the table by its key; nothing where it was not prepared yet, or where there is
  /// something else to be done first.
  func find(_ table: TableDescription, _ sql: () -> String) -> PreparedLookup? {
    guard owedSyncs == 0, expected.isEmpty else { return nil }
    if let found = lookups[table] { return found }
    guard let statement = statements[sql()], statement.types == table.keyTypes else { return nil }
    let find = PreparedLookup(statement, table)
    lookups.add(find)
    return find
  }

  /// Asks for a row by its key.
  func ask(_ find: PreparedLookup) throws(ServerFailure) {
    guard pipeline(false), find.send(handle) else { throw lost() }
  }

  /// Whether the row that was asked for comes so soon that the thread is kept for it.
  func answersSoon(_ find: PreparedLookup, _ spin: AdaptiveSpin) throws(ServerFailure) -> Bool {
    try receiveSoon(spin) { () throws(ServerFailure) in try find.takeAnswer(self) }
  }

  /// Waits for the row that was asked for.
  func answer(to find: PreparedLookup) async throws(ServerFailure) {
    try await waiting(true) { () async throws(ServerFailure) in
      try await self.receive { () throws(ServerFailure) in try find.takeAnswer(self) }
    }
  }
}

extension TableDescription {
  /// The types by which the values of a key travel in a query.
  var keyTypes: [ServerType] { primaryKey.map { columns[$0].type.serverType.widest } }
}

extension ServerType {
  /// The type by which a value of this one can travel in a query.
  fileprivate var widest: ServerType {
    switch self {
    case .int16, .int32: .int64
    case .float: .double
    default: self
    }
  }
}

#endif

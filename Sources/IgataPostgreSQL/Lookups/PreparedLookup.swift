#if PostgreSQL
internal import CPostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// A prepared statement that finds a table's row by its key. It is sent outside of the pipeline, and its answer is
/// received before anything else is sent.
final class PreparedLookup {
  let table: TableDescription
  private let statement: PreparedStatement
  /// The key of the lookup. The buffer is reused.
  private let key: RowBuffer
  /// The report of the lookup, until its answer has arrived.
  private var report: StatementReport?
  /// The row that was found, until it is read.
  private var found: ServerResult?
  /// Only the first is thrown. An array because an empty one is cheaper to release than an optional failure.
  private var failures: [ServerFailure] = []
  /// The types of the columns, once they are known. They stay the same: after a change, the server refuses to run the
  /// prepared statement, and this lookup is not used again.
  private var foundTypes: [ServerType?]?

  init(_ statement: PreparedStatement, _ table: TableDescription) {
    self.table = table
    self.statement = statement
    key = RowBuffer(statement.types)
  }

  /// Sets the key to the one that `write` writes. Returns `false` if it can't be sent.
  func setKey(_ write: (inout RowWriter) -> Void) -> Bool {
    key.removeRows()
    return key.append(write)
  }

  /// Sends the statement with the key.
  fileprivate func send(on connection: Connection, for call: ObservedCall?) throws(ServerFailure) {
    clear()
    report = StatementReport(statement.sql, for: call)
    try key.withFields(of: 0..<1) { (fields) throws(ServerFailure) in
      try connection.send(.prepared(statement), fields, expecting: nil)
    }
  }

  /// Collects the answer as far as it has arrived. Returns whether it is complete; throws if it is a failure.
  fileprivate func collectAnswer(_ connection: Connection) throws(ServerFailure) -> Bool {
    while PQisBusy(connection.handle) == 0 {
      guard let result = connection.takeAnswer().map({ ServerResult($0) }) else {
        if let failure = connection.isBroken ? connection.lost() : failures.first {
          if !connection.isLost { connection.counts.addError(.read) }
          report?.fail(failure)
          throw failure
        }
        report?.receive(Int(found?.rowCount ?? 0))
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

  /// Calls `consume` with a reader of the row, or of no row if none was found.
  func read(_ consume: (inout RowReader) throws(StoreError) -> Void) throws(StoreError) {
    guard let found else { return }
    defer { clear() }
    let types = foundTypes ?? found.columnTypes
    foundTypes = types
    try found.read(table, types: types, consume)
  }

  private func clear() {
    found = nil
    report = nil
    if !failures.isEmpty { failures = [] }
  }
}

/// The prepared lookups of a connection, one for each table.
struct PreparedLookups {
  private var all: [ObjectIdentifier: PreparedLookup] = [:]
  /// The one that was used last, which is usually used again.
  private var last: PreparedLookup?

  subscript(table: TableDescription) -> PreparedLookup? {
    mutating get {
      if let last, last.table === table { return last }
      guard let lookup = all[ObjectIdentifier(table)] else { return nil }
      last = lookup
      return lookup
    }
  }

  mutating func add(_ lookup: PreparedLookup) { all[ObjectIdentifier(lookup.table)] = lookup }

  mutating func removeAll() { self = PreparedLookups() }
}

extension Connection {
  /// The lookup of a table's rows; `nil` if its statement is not prepared, or if other answers are expected.
  func lookup(_ table: TableDescription, _ sql: () -> String) -> PreparedLookup? {
    guard pendingSyncs == 0, expected.isEmpty else { return nil }
    if let found = statements.lookups[table] { return found }
    guard let statement = statements[sql()], statement.types == table.keyTypes else { return nil }
    let lookup = PreparedLookup(statement, table)
    statements.lookups.add(lookup)
    return lookup
  }

  /// Sends a lookup.
  func send(_ lookup: PreparedLookup, for call: ObservedCall?) throws(ServerFailure) {
    guard pipeline(false) else { throw lost() }
    try lookup.send(on: self, for: call)
  }

  /// Whether the answer arrives so soon that the thread is kept for it.
  func answersSoon(_ lookup: PreparedLookup, _ spin: AdaptiveSpin) throws(ServerFailure) -> Bool {
    try receiveSoon(spin) { () throws(ServerFailure) in try lookup.collectAnswer(self) }
  }

  /// Waits for the answer to a lookup.
  func answer(to lookup: PreparedLookup) async throws(ServerFailure) {
    try await waiting(true) { () async throws(ServerFailure) in
      try await self.receive { () throws(ServerFailure) in try lookup.collectAnswer(self) }
    }
  }
}

extension TableDescription {
  /// The types in which the values of a key are sent in a query.
  var keyTypes: [ServerType] { primaryKey.map { columns[$0].type.serverType.widest } }
}

extension ServerType {
  /// The widest type in which values of this type can be sent in a query.
  fileprivate var widest: ServerType {
    switch self {
    case .int16, .int32: .int64
    case .float: .double
    default: self
    }
  }
}

#endif

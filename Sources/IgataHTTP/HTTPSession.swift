internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A session with an API: each call is one request, or a few.
final class HTTPSession: BackendSession {
  private struct State {
    /// The number of writing requests that have begun.
    var writes = 0
    var isEnded = false
  }

  let backend: HTTPBackend
  private let access: SessionAccess
  private let id: WriteID?
  private let state = Mutex(State())

  init(_ backend: HTTPBackend, _ access: SessionAccess, _ id: WriteID?) {
    self.backend = backend
    self.access = access
    self.id = id
  }

  // MARK: Reading

  func read(_ query: RowQuery, _ consume: (inout RowReader) throws(StoreError) -> Void) async throws(StoreError) {
    try checkOpen(.singleRead)
    let rows = try await rows(query)
    let fault = try ValueRowCursor(rows).read { (reader) throws(StoreError) in
      try consume(&reader)
      return reader.fault?.readingError(query.table, row: reader.keyText(query.table))
    }
    if let fault { throw fault }
  }

  private func rows(_ query: RowQuery) async throws(StoreError) -> [[StoredValue]] {
    let requests = try HTTPQuery.reading(query, backend.api)
    var rows: [[StoredValue]] = []
    for part in requests {
      let answered = try part.request.rows(try await send("GET", part.request, mayRepeat: true).objects)
      try part.request.check(answered, part.query.condition)
      rows += answered.dropFirst(part.precedingCount).prefix(part.query.limit ?? .max)
    }
    return requests.count > 1 ? rows.sorted(by: query.table.primaryKey) : rows
  }

  func aggregate(
    _ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]
  ) async throws(StoreError) -> [[StoredValue]] {
    try checkOpen(.singleRead)
    let request = try HTTPQuery.counting(query, by: groups, aggregates, backend.api)
    if query.condition?.kind == .never { return [aggregates.map { _ in .integer(0) }] }
    let answer = try await send("GET", request, prefer: "count=exact", mayRepeat: true)
    guard let total = answer.total else { throw request.corrupted(nil, "the answer does not say how many there are") }
    let count = min(max(0, total - query.offset), query.limit ?? .max)
    return [aggregates.map { _ in .integer(Int64(count)) }]
  }

  // MARK: Writing

  func write(
    _ write: RowWrite, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) async throws(StoreError) -> Int {
    try checkOpen(.write)
    // The rows are produced before the request, and again after the response, so that the models get their keys.
    let sink = ValueRowSink(columnCount: write.table.columns.count)
    let fault = try sink.write { (writer) throws(StoreError) in
      try produce(&writer)
      return writer.fault?.writingError(write.table)
    }
    if let fault { throw fault }
    let written = try await send(sink.rows, write)
    if write.kind == .insertMissing { return written.count }
    guard write.table.generatedKeyColumn != nil || written.contains(.missing) else { return written.count }
    var outcomes = written.makeIterator()
    let again = ValueRowSink(columnCount: write.table.columns.count) { _ in outcomes.next() ?? .missing }
    return try again.write { (writer) throws(StoreError) in
      try produce(&writer)
      return writer.rowCount
    }
  }

  /// Writes rows up to the first missing one. Returns the result of each.
  private func send(_ rows: [[StoredValue]], _ write: RowWrite) async throws(StoreError) -> [WrittenRow] {
    if rows.isEmpty { return [] }
    let table = write.table
    var written: [WrittenRow] = []
    guard write.kind == .update || write.kind != .insertMissing && table.versionColumn != nil else {
      return try await post(rows, write)
    }
    if rows.count > 1, !maySendSeveral { throw Self.tooManyRequests }
    for row in rows {
      if write.kind != .update, table.precedingVersion(row) == nil {
        var insertion = RowWrite(.insert, table, count: 1)
        insertion.omitted = write.omitted
        written += try await post([row], insertion)
        continue
      }
      let isThere = try await patch(row, write)
      if !isThere, table.versionColumn != nil { throw .staleVersion(model: table.model, key: table.key(row)) }
      written.append(isThere ? .written(key: nil) : .missing)
      if !isThere { break }
    }
    return written
  }

  private func post(_ rows: [[StoredValue]], _ write: RowWrite) async throws(StoreError) -> [WrittenRow] {
    let table = write.table
    let made = table.generatedKeyColumn.map { column in rows.map { $0[column] == .integer(0) } }
    let request = HTTPQuery(backend.api, table)
    let sent = rows.enumerated().map { index, row in
      // What the database makes is left out: a row that is there keeps its own, which the store then reads.
      let unsent = made?[index] == true ? Set(table.primaryKey) : write.unsentColumns
      return request.object(row, leavingOut: unsent.union(write.omitted))
    }
    let prefer = (write.kind.resolution.map { "resolution=\($0)," } ?? "") + "return=representation"
    let answer = try await send(
      "POST", request, prefer: prefer, body: .array(sent), mayRepeat: write.kind != .insert && made == nil)
    let objects = try answer.written(
      rows.enumerated().map { index, row in made?[index] == true ? nil : table.primaryKey.map { row[$0] } })
    // The answer then has only the rows that were inserted.
    if write.kind == .insertMissing, let objects { return objects.map { _ in .written(key: nil) } }
    if let objects, objects.count != rows.count {
      throw request.corrupted(nil, "\(rows.count) rows were sent, and \(objects.count) answered")
    }
    guard let column = table.generatedKeyColumn, made?.contains(true) == true else {
      return rows.map { _ in .written(key: nil) }
    }
    guard let objects else { throw request.corrupted(nil, "the answer does not have the keys that the server made") }
    let kept = try request.rows(objects)
    return kept.enumerated().map { index, row in
      guard made?[index] == true, case .integer(let key) = row[column] else { return .written(key: nil) }
      return .written(key: key)
    }
  }

  /// Changes a row. Returns whether it existed.
  private func patch(_ row: [StoredValue], _ write: RowWrite) async throws(StoreError) -> Bool {
    let table = write.table
    var request = HTTPQuery(backend.api, table)
    try request.addKeys(
      table.primaryKey, KeyList(width: table.primaryKey.count, values: table.primaryKey.map { row[$0] }))
    if let column = table.versionColumn, let version = table.precedingVersion(row) {
      try request.add(.comparison(.column(RelationPath(), column), .equal, .value(.integer(version))))
    }
    let object = request.object(row, leavingOut: write.unsentColumns.union(table.primaryKey))
    let answer = try await send(
      "PATCH", request, prefer: "return=representation", body: object, mayRepeat: table.versionColumn == nil)
    return try answer.written([table.primaryKey.map { row[$0] }]).map { !$0.isEmpty } ?? true
  }

  func update(_ query: RowQuery, _ assignments: [ColumnAssignment]) async throws(StoreError) -> Int {
    throw HTTPQuery.updating(query.table)
  }

  func delete(_ query: RowQuery) async throws(StoreError) -> Int {
    try checkOpen(.write)
    let request = try HTTPQuery.deleting(query, backend.api)
    if query.condition?.kind == .never || query.limit == 0 { return 0 }
    let answer = try await send("DELETE", request, prefer: "count=exact", mayRepeat: true)
    let objects = try answer.written([nil])
    return answer.total ?? objects?.count ?? 1
  }

  // MARK: Requests

  private func send(
    _ method: String, _ query: HTTPQuery, prefer: String? = nil, body: JSON? = nil, mayRepeat: Bool
  ) async throws(StoreError) -> HTTPRowsAnswer {
    var request = URLRequest(url: try query.url(backend.base))
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let prefer { request.setValue(prefer, forHTTPHeaderField: "Prefer") }
    if let body {
      request.httpBody = Data(body.bytes)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    var isKnown = false
    if method != "GET" {
      let number = try countWrite()
      if let header = backend.api.idempotencyHeader {
        request.setValue("\(id?.description ?? UUID().uuidString)-\(number)", forHTTPHeaderField: header)
        isKnown = true
      }
    }
    let answer = try await backend.client.send(request, mayRepeat: mayRepeat || isKnown)
    if let error = query.error(answer) { throw error }
    return HTTPRowsAnswer(answer: answer, query: query)
  }

  private func countWrite() throws(StoreError) -> Int {
    let number = state.withLock { state in
      state.writes += 1
      return state.writes
    }
    if number > 1, !maySendSeveral { throw Self.tooManyRequests }
    return number
  }

  private var maySendSeveral: Bool { id != nil || backend.api.severalRequests == .sentInOrder }

  private static let tooManyRequests = StoreError.misuse(
    reason: "a transaction takes more than one request that writes, and a request to an API can't be rolled back: use "
      + "several transactions, or set HTTPAPI.severalRequests")

  private func checkOpen(_ wanted: SessionAccess) throws(StoreError) {
    if state.withLock({ $0.isEnded }) { throw .misuse(reason: "the session has ended") }
    if case .write = wanted, access != .write {
      throw .misuse(reason: "a session that only reads was asked to write")
    }
    if Task.isCancelled { throw .cancelled }
  }

  // MARK: Savepoints and ending

  /// It is possible to roll back to a savepoint before anything is written.
  func savepoint() async throws(StoreError) -> Savepoint { Savepoint(number: state.withLock { $0.writes } + 1) }

  func rollBack(to savepoint: Savepoint) async throws(StoreError) {
    if state.withLock({ $0.writes }) >= savepoint.number {
      throw .misuse(reason: "a request to an API can't be rolled back")
    }
  }

  func release(_ savepoint: Savepoint) async throws(StoreError) {}

  func commit() async throws(StoreError) { state.withLock { $0.isEnded = true } }

  func rollback() async { state.withLock { $0.isEnded = true } }
}

extension RowWrite {
  /// The columns that keep their values. A row that the request inserts has their defaults.
  fileprivate var unsentColumns: Set<Int> {
    guard let columns else { return [] }
    return Set(table.columns.indices).subtracting(columns).subtracting(table.primaryKey)
  }
}

extension RowWrite.Kind {
  /// What PostgREST's `Prefer: resolution=…` asks for if a row is there.
  fileprivate var resolution: String? {
    switch self {
    case .save: "merge-duplicates"
    case .insertMissing: "ignore-duplicates"
    case .insert, .update: nil
    }
  }
}

extension TableDescription {
  /// The version that the row must have before it is written; `nil` for a new row.
  fileprivate func precedingVersion(_ row: [StoredValue]) -> Int64? {
    guard let versionColumn, case .integer(let version) = row[versionColumn], version > 1 else { return nil }
    return version - 1
  }

  fileprivate func key(_ row: [StoredValue]) -> String { keyText(primaryKey.map { row[$0] }) }
}

extension [[StoredValue]] {
  fileprivate func sorted(by columns: [Int]) -> [[StoredValue]] {
    sorted { left, right in
      for column in columns {
        switch left[column].compared(to: right[column]) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return false
    }
  }
}

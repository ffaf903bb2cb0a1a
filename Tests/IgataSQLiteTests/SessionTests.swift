import Dispatch
import Foundation
@_spi(Backend) import IgataRuntime
import IgataTables
import Synchronization
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

@Suite struct SessionTests {
  private static func seats(_ rows: Range<Int64>) -> [Row] { rows.map { [.integer($0), .integer($0 % 7)] } }

  private static func fill(_ backend: SQLiteBackend, _ count: Int64) async throws(StoreError) {
    try await backend.prepare(testTables)
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(.insert, Seat.table, seats(0..<count))
    }
  }

  /// 100,000 keys in one query, of one column and of two, with the order and the limit of any other query.
  @Test func manyKeys() async throws {
    let backend = try SQLiteBackend.inMemory()
    try await Self.fill(backend, 100_000)
    let keys = Self.seats(0..<100_000).reversed()
    let rowColumn = QueryExpression.column(RelationPath(), 0)
    let conditions: [(Condition, Int)] = [
      (.keyIsIn(columns: [0, 1], Array(keys)), 100_000), (.keyIsIn(columns: [0], keys.map { [$0[0]] }), 100_000),
      (.isIn(rowColumn, keys.map { $0[0] }), 100_000), (.not(.isIn(rowColumn, keys.map { $0[0] })), 0),
      (.and(.isIn(rowColumn, keys.map { $0[0] }), .comparison(rowColumn, .less, .value(.integer(10)))), 10),
    ]
    for (condition, count) in conditions {
      let query = RowQuery(Seat.table, where: condition)
      #expect(try await backend.rows(query) == Self.seats(0..<Int64(count)))
      var page = query
      page.order = [Ordering(.column(RelationPath(), 1), isDescending: true)]
      page.limit = 2
      page.offset = 1
      let expected: [Row] = count == 0 ? [] : [[.integer(count == 10 ? 5 : 13), .integer(count == 10 ? 5 : 6)]]
      #expect(Array(try await backend.rows(page).prefix(1)) == expected)
    }
    let deleted = try await backend.writing { (session) throws(StoreError) in
      try await session.delete(RowQuery(Seat.table, where: conditions[0].0))
    }
    #expect(deleted == 100_000)
  }

  /// Conditions as long as one likes, and as deep as SQLite goes; what is deeper is refused before it is sent.
  @Test func longAndDeepConditions() async throws {
    let backend = try SQLiteBackend.inMemory()
    try await Self.fill(backend, 100)
    let terms = (0..<20).map { Condition.comparison(.column(RelationPath(), 0), .equal, .value(.integer($0))) }
    func query(_ condition: Condition) -> RowQuery { RowQuery(Seat.table, where: condition) }
    let long = (0..<400).reduce(Condition.never) { .or($0, terms[$1 % 20]) }
    #expect(try await backend.rows(query(long)).count == 20)
    for depth in [10, 40, 150, 450] {
      let deep = (0..<depth).reduce(terms[0]) { $1 % 2 == 0 ? .and(.or($0, terms[1]), .always) : .not($0) }
      do {
        _ = try await backend.rows(query(deep))
        #expect(depth <= 150)
      } catch {
        guard case .unsupportedQuery = error else { throw error }
        #expect(depth > 10)
      }
    }
  }

  @Test func hostileTexts() async throws {
    let texts = [
      "", "'", "\"", "'; DROP TABLE home; --", "\u{1}\u{8}\u{1B}\u{7F}", "\u{202E}abc\u{202C}", "\u{FEFF}", "\u{FFFE}",
      "💰\u{1F468}\u{200D}\u{1F469}", "e\u{301}", "é", "\u{10FFFF}", "%_\\", "\r\n", "?1", ":a", "$b", "NULL",
      String(repeating: "日本語", count: 120_000), String(repeating: "a", count: 4096),
      String(repeating: "b", count: 8192),
    ]
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    try await backend.prepare(testTables)
    let rows = texts.enumerated().map { Row([.key(UInt8($0)), .integer(0), .text($1), .text($1)]) }
    try await backend.writing { (session) throws(StoreError) in try await session.write(.save, Home.table, rows) }
    #expect(Set(try await backend.rows(RowQuery(Home.table))) == Set(rows))
    for (row, text) in zip(rows, texts) {
      let note = QueryExpression.column(RelationPath(), 2)
      let equal = RowQuery(Home.table, where: .comparison(note, .equal, .value(.text(text))))
      #expect(try await backend.rows(equal) == [row])
      let both = Condition.and(.text(note, .hasPrefix, text), .text(note, .hasSuffix, text))
      #expect(try await backend.rows(RowQuery(Home.table, where: both)).contains(row))
    }
  }

  @Test func readersDoNotWaitForTheWriter() async throws {
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    try await Self.fill(backend, 10)
    let early = try await backend.begin(.read)
    let writer = try await backend.begin(.write)
    try await writer.write(.insert, Seat.table, Self.seats(10..<20))
    #expect(try await writer.rows(RowQuery(Seat.table)).count == 20)
    #expect(try await backend.rows(RowQuery(Seat.table)).count == 10)
    try await writer.commit()
    #expect(try await backend.rows(RowQuery(Seat.table)).count == 20)
    #expect(try await early.rows(RowQuery(Seat.table)).count == 10)
    await early.rollback()
  }

  @Test func sessionsThatAreForgotten() async throws {
    let backend = try SQLiteBackend.inMemory()
    try await Self.fill(backend, 1)
    func forget() async throws {
      let session = try await backend.begin(.write)
      try await session.write(.insert, Seat.table, Self.seats(1..<2))
    }
    try await forget()
    #expect(try await backend.rows(RowQuery(Seat.table)).count == 1)
  }

  @Test func misuse() async throws {
    let backend = try SQLiteBackend.inMemory()
    try await Self.fill(backend, 1)
    let reader = try await backend.begin(.read)
    let write = await failure { () throws(StoreError) in try await reader.delete(RowQuery(Seat.table)) }
    #expect(write == .misuse(reason: "a session that reads can't write"))
    await reader.rollback()
    await reader.rollback()
    let late = await failure { () throws(StoreError) in try await reader.rows(RowQuery(Seat.table)) }
    #expect(late == .misuse(reason: "the session has ended"))
    let writer = try await backend.begin(.write)
    let savepoint = try await writer.savepoint()
    try await writer.release(savepoint)
    let gone = await failure { () throws(StoreError) in try await writer.rollBack(to: savepoint) }
    #expect(gone == .misuse(reason: "the savepoint 1 is no more"))
    try await writer.commit()
  }

  /// Rows that restrict each other go together in one stroke, whatever their order; from outside they are kept.
  @Test func rowsThatRestrictEachOther() async throws {
    for backend in [MemoryBackend(), try SQLiteBackend.inMemory()] as [any Backend] {
      try await backend.prepare([Link.table])
      try await backend.writing { (session) throws(StoreError) in
        let rows: [Row] = [
          [.integer(1), .null], [.integer(2), .integer(1)], [.integer(3), .integer(2)], [.integer(4), .integer(4)],
          [.integer(5), .integer(3)],
        ]
        try await session.write(.insert, Link.table, rows)
      }
      let low = Condition.comparison(.column(RelationPath(), 0), .lessOrEqual, .value(.integer(4)))
      let kept = await failure { () throws(StoreError) in
        try await backend.writing { (session) throws(StoreError) in
          try await session.delete(RowQuery(Link.table, where: low))
        }
      }
      #expect(kept == .foreignKey(model: "Link", field: "previous"))
      let deleted = try await backend.writing { (session) throws(StoreError) in
        try await session.delete(RowQuery(Link.table))
      }
      #expect(deleted == 5)
      #expect(try await backend.rows(RowQuery(Link.table)).isEmpty)
    }
  }

  /// A query that would never end ends when its task is cancelled, in a reading session and in a writing one,
  /// and the connection serves the next.
  @Test(.timeLimit(.minutes(10))) func cancellation() async throws {
    let folder = try Scratch()
    let backend = try SQLiteBackend(path: folder.path())
    try await Self.fill(backend, 10)
    let connection = try Connection(path: folder.path(), flags: 2)
    try connection.run(
      "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n")
    let endless = TableDescription(
      model: "Endless", name: "endless", columns: [ColumnDescription("id", ["id"], .int64)], primaryKey: [0])
    for access in [SessionAccess.singleRead, .read, .write] {
      let task = Task { () -> StoreError? in
        await failure { () throws(StoreError) in
          let session = try await backend.begin(access)
          _ = try await session.aggregate(RowQuery(endless), by: [], [.count])
        }
      }
      // On a thread of its own: those of tasks may have much else to do first, and the query takes one of them.
      Thread {
        Thread.sleep(forTimeInterval: 0.05)
        task.cancel()
      }.start()
      #expect(await task.value == .cancelled)
    }
    #expect(try await backend.rows(RowQuery(Seat.table)).count == 10)
  }

  /// What the main actor asks for is done elsewhere.
  @MainActor @Test func mainActorIsFree() async throws {
    let backend = try SQLiteBackend.inMemory()
    try await Self.fill(backend, 10)
    let session = try await backend.begin(.write)
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
    let onMainActor = Mutex<[Bool]>([])
    try await session.read(RowQuery(Seat.table)) { @Sendable _ in
      onMainActor.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
    }
    _ = try await session.write(RowWrite(.save, Seat.table, count: 1)) { @Sendable _ in
      onMainActor.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
    }
    try await session.commit()
    #expect(onMainActor.withLock { $0 } == [false, false])
    #expect(DispatchQueue.getSpecific(key: key) == true)
  }
}

import Foundation
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// What befalls a database from outside: each is an error of its own, nothing that was committed is lost, and the store
/// goes on once the cause is gone.
@Suite struct FailureTests {
  private static func backend(_ path: String) async throws -> SQLiteBackend {
    let backend = try SQLiteBackend(path: path)
    try await backend.prepare(testTables)
    try await backend.writing { (session) throws(StoreError) in
      try await session.write(.insert, Seat.table, (1...3).map { [.integer($0), .integer(1)] })
    }
    return backend
  }

  private static func insert(_ rows: [Row], into backend: SQLiteBackend) async throws(StoreError) {
    try await backend.writing { (session) throws(StoreError) in try await session.write(.insert, Owner.table, rows) }
  }

  private static func owners(_ count: Int) -> [Row] {
    (0..<count).map { Row([.uuid(UUID()), .text("owner \($0)"), .null, .null]) }
  }

  private static func insertSynchronously(into backend: SQLiteBackend) throws(StoreError) -> Int? {
    try backend.writeRowSynchronously(RowWrite(.insert, Seat.table, count: 1), for: nil) { writer in
      for column in 0..<2 as Range<Int> { writer.rawValue(column, .integer(9)) }
      _ = writer.finishRow()
    }
  }

  /// Says something to the connection that writes.
  private static func tell(_ backend: SQLiteBackend, _ sql: String) async throws {
    let connection = try await backend.writer.acquire()
    defer { backend.writer.release(connection) }
    _ = try connection.texts(sql)
  }

  @Test func tooManyPages() async throws {
    let folder = try Scratch()
    let backend = try await Self.backend(folder.path())
    try await Self.tell(backend, "PRAGMA max_page_count = 40")
    let rows = Self.owners(3000)
    let error = await failure { () throws(StoreError) in try await Self.insert(rows, into: backend) }
    #expect(error == .full(reason: "database or disk is full"))
    #expect(try await backend.rows(RowQuery(Seat.table)).count == 3)
    #expect(try await backend.rows(RowQuery(Owner.table)).isEmpty)
    try await Self.insert(Array(rows.prefix(1)), into: backend)
    try await Self.tell(backend, "PRAGMA max_page_count = 100000")
    try await Self.insert(Array(rows.dropFirst()), into: backend)
    #expect(try await backend.rows(RowQuery(Owner.table)).count == 3000)
  }

  @Test(.enabled(if: SmallDisk.canBeMounted, "only root on Linux can mount a small disk; see tooManyPages"))
  func noRoomOnTheDisk() async throws {
    let disk = try #require(try SmallDisk(kilobytes: 2048))
    let backend = try await Self.backend(disk.path("test.sqlite"))
    let filler = disk.path("filler")
    try Data(repeating: 1, count: 1 << 20).write(to: URL(filePath: filler))
    var written: [Row] = []
    var error: StoreError?
    while error == nil, written.count < 100_000 {
      let rows = Self.owners(500)
      error = await failure { () throws(StoreError) in try await Self.insert(rows, into: backend) }
      if error == nil { written += rows }
    }
    guard case .full? = error else {
      Issue.record("\(String(describing: error)) after \(written.count) rows")
      return
    }
    #expect(Set(try await backend.rows(RowQuery(Owner.table))) == Set(written))
    try FileManager.default.removeItem(atPath: filler)
    let rows = Self.owners(500)
    try await Self.insert(rows, into: backend)
    #expect(Set(try await backend.rows(RowQuery(Owner.table))) == Set(written + rows))
  }

  @Test func readOnly() async throws {
    let folder = try Scratch()
    let backend = try await Self.backend(folder.path())
    let reader = try SQLiteBackend(path: folder.path(), options: SQLiteOptions(isReadOnly: true))
    let refused = await failure { () throws(StoreError) in try await Self.insert(Self.owners(1), into: reader) }
    #expect(refused == .readOnly(reason: "the database was opened for reading alone"))
    #expect(try await reader.rows(RowQuery(Seat.table)).count == 3)
    // As the engine itself says it, of a file or a disk that became read-only.
    try await Self.tell(backend, "PRAGMA query_only = ON")
    let error = await failure { () throws(StoreError) in try await Self.insert(Self.owners(1), into: backend) }
    #expect(error == .readOnly(reason: "attempt to write a readonly database"))
    try await Self.tell(backend, "PRAGMA query_only = OFF")
    try await Self.insert(Self.owners(1), into: backend)
    #expect(try await reader.rows(RowQuery(Owner.table)).count == 1)
  }

  /// A file that another process is about to fill is waited for, and no longer than it was asked.
  @Test func openingWaits() async throws {
    let folder = try Scratch()
    let other = try Connection(path: folder.path(), flags: 6)
    try other.run("BEGIN IMMEDIATE")
    try other.run("CREATE TABLE other (id)")
    let path = folder.path()
    let brief = SQLiteOptions(busyTimeout: .milliseconds(20))
    let error = await failure { () throws(StoreError) in try SQLiteBackend(path: path, options: brief) }
    #expect(error == .locked(reason: "database is locked"))
    // However late a busy machine comes back from the sleep below.
    let opening = Task.detached { try SQLiteBackend(path: path, options: SQLiteOptions(busyTimeout: .seconds(600))) }
    try await Task.sleep(for: .milliseconds(50))
    try other.run("COMMIT")
    try await opening.value.prepare([Home.table])
  }

  @Test func locked() async throws {
    let folder = try Scratch()
    _ = try await Self.backend(folder.path())
    let impatient = try SQLiteBackend(path: folder.path(), options: SQLiteOptions(busyTimeout: .milliseconds(20)))
    let other = try Connection(path: folder.path(), flags: 2)
    try other.run("BEGIN IMMEDIATE")
    let error = await failure { () throws(StoreError) in try await Self.insert(Self.owners(1), into: impatient) }
    #expect(error == .locked(reason: "database is locked"))
    #expect(try await impatient.rows(RowQuery(Seat.table)).count == 3)
    try other.run("COMMIT")
    try await Self.insert(Self.owners(1), into: impatient)
    #expect(try await impatient.rows(RowQuery(Owner.table)).count == 1)
  }

  /// A page is overwritten while the file is not open, and later put back.
  @Test func damagedPage() async throws {
    let folder = try Scratch()
    let rows = Self.owners(2000)
    do {
      let backend = try await Self.backend(folder.path())
      try await Self.insert(rows, into: backend)
      try await Self.tell(backend, "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let whole = try Data(contentsOf: URL(filePath: folder.path()))
    // Pages of 4096 bytes; the one in the middle of which a row of the table lies.
    let leaf = try #require(whole.range(of: Data("owner 1500".utf8))).lowerBound / 4096
    var damaged = whole
    damaged.replaceSubrange(leaf * 4096..<(leaf + 1) * 4096, with: Data(repeating: 0xAA, count: 4096))
    try damaged.write(to: URL(filePath: folder.path()))
    let backend = try SQLiteBackend(path: folder.path())
    let error = await failure { () throws(StoreError) in try await backend.rows(RowQuery(Owner.table)) }
    #expect(
      error == .corrupted(model: "Owner", row: nil, column: nil, problem: "database disk image is malformed"))
    // What does not lie there can be read as before, and the backend lives.
    #expect(try await backend.rows(RowQuery(Seat.table)).count == 3)
    try Self.put(whole, into: folder.path())
    #expect(try await SQLiteBackend(path: folder.path()).rows(RowQuery(Owner.table)).count == rows.count)
  }

  enum Removal: CaseIterable {
    case file, all, log, folder
    case replacement, link

    /// What is reported as deleted or replaced.
    var part: String {
      switch self {
      case .log: "test.sqlite-wal' was deleted"
      case .replacement, .link: ".sqlite' was replaced by another file"
      case .file, .all, .folder: "test.sqlite' was deleted"
      }
    }

    /// Happens to the database at a path, which is a link to the file in the folder `real`.
    func happen(to path: String, in scratch: Scratch) throws {
      let files = FileManager.default
      let real = scratch.path("real/test.sqlite")
      let suffixes = self == .all ? ["", "-wal", "-shm"] : self == .log ? ["-wal"] : [""]
      switch self {
      case .file, .all, .log: for suffix in suffixes { try files.removeItem(atPath: real + suffix) }
      case .folder: try files.moveItem(atPath: scratch.path("real"), toPath: scratch.path("moved"))
      case .replacement:
        try files.copyItem(atPath: real, toPath: real + ".copy")
        try files.removeItem(atPath: real)
        try files.moveItem(atPath: real + ".copy", toPath: real)
      case .link:
        try files.copyItem(atPath: real, toPath: scratch.path("other.sqlite"))
        try files.removeItem(atPath: path)
        try files.createSymbolicLink(atPath: path, withDestinationPath: scratch.path("other.sqlite"))
      }
    }
  }

  /// What was opened is gone: nothing is written to it, and no later reader sees another file.
  @Test(arguments: Removal.allCases) func anotherFile(_ removal: Removal) async throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("real"), withIntermediateDirectories: true)
    try Data().write(to: scratch.url("real/test.sqlite"))
    let path = removal == .link ? scratch.path("link.sqlite") : scratch.path("real/test.sqlite")
    if removal == .link {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch.path("real/test.sqlite"))
    }
    let backend = try await Self.backend(path)
    let open = try await backend.begin(.write)
    _ = try await open.write(.insert, Owner.table, Self.owners(1))
    try removal.happen(to: path, in: scratch)
    let error = await failure { () throws(StoreError) in try await open.commit() }
    #expect("\(error as Any)".contains(removal.part))
    for _ in 0..<2 {
      let write = await failure { () throws(StoreError) in try await Self.insert(Self.owners(1), into: backend) }
      #expect(write == error)
      let begin = await failure { () throws(StoreError) in await (try await backend.begin(.write)).rollback() }
      #expect(begin == error)
      // By the call that does not suspend.
      let save = await failure { () throws(StoreError) in try Self.insertSynchronously(into: backend) }
      #expect(save == error)
      let read = await failure { () throws(StoreError) in try await backend.rows(RowQuery(Seat.table)) }
      #expect(read == error)
      let stream = await failure { () throws(StoreError) in await (try await backend.beginStreaming()).rollback() }
      #expect(stream == error)
      let prepare = await failure { () throws(StoreError) in _ = try await backend.prepare([Home.table]) }
      #expect(prepare == error)
    }
    if removal == .file || removal == .all { #expect(!FileManager.default.fileExists(atPath: path)) }
    // A folder that comes back has what was committed.
    guard removal == .folder else { return }
    try FileManager.default.moveItem(atPath: scratch.path("moved"), toPath: scratch.path("real"))
    try await Self.insert(Self.owners(1), into: backend)
    #expect(try await backend.rows(RowQuery(Owner.table)).count == 1)
    #expect(try await backend.rows(RowQuery(Seat.table)).count == 3)
  }

  /// What is refused leaves a file of another journal mode as it is, and waits for nobody who reads it.
  @Test func refusedFiles() async throws {
    let folder = try Scratch()
    let path = folder.path()
    let other = try Connection(path: path, flags: 6)
    try other.run("CREATE TABLE seat (id TEXT)")
    let bytes = try Data(contentsOf: URL(filePath: path))
    try other.run("BEGIN")
    _ = try other.texts("SELECT * FROM seat")
    let backend = try SQLiteBackend(path: path, options: SQLiteOptions(busyTimeout: .seconds(600)))
    await #expect(throws: StoreError.self) { try await backend.prepare([Seat.table]) }
    await #expect(throws: StoreError.self) { try await backend.adopt(nil, of: []) }
    #expect(try await backend.status(of: []).position == .empty)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    try other.run("COMMIT")
    try await backend.prepare([Home.table])
    #expect(try Connection(path: path, flags: 2).texts("PRAGMA journal_mode") == [["wal"]])
    // Then the log is a part of what is open.
    try FileManager.default.removeItem(atPath: path + "-wal")
    await #expect(throws: StoreError.self) { try await Self.insert(Self.owners(1), into: backend) }
  }

  /// A path is that of a file, and no URI.
  @Test func pathsThatLookLikeURIs() async throws {
    let name = "file:\(UUID().uuidString)?mode=memory"
    defer { for suffix in ["", "-wal", "-shm", ".copy"] { try? FileManager.default.removeItem(atPath: name + suffix) } }
    let backend = try await Self.backend(name)
    #expect(FileManager.default.fileExists(atPath: name))
    let connection = try await backend.writer.acquire()
    defer { backend.writer.release(connection) }
    try await connection.backUp(to: name + ".copy")
    #expect(FileManager.default.fileExists(atPath: name + ".copy"))
    #expect(try await SQLiteBackend(path: name).rows(RowQuery(Seat.table)).count == 3)
  }

  /// A query that describes a database ends, also one whose rows have no end.
  @Test func endlessQueriesAreInterrupted() throws {
    let connection = try Connection(path: ":memory:", flags: 6)
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT count(*) FROM n"
    #expect(throws: EngineFailure.self) {
      try connection.interruption.limiting(to: 100_000) { try connection.texts(numbers) }
    }
    // The next one has no such limit.
    #expect(try connection.texts(numbers) == [["1000000"]])
  }

  /// Overwrites the file where it stands, as the one that is open must not become another.
  private static func put(_ data: Data, into path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: data)
    try file.close()
  }
}

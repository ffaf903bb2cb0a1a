import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import Synchronization
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Copies of a database, which are opened and checked by SQLite itself.
@Suite struct BackupTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Four tasks write, each time both of two rows: a copy has a state between two commits, which gets no older.
  @Test(.timeLimit(.minutes(10))) func whileOthersWrite() async throws {
    let (backend, store) = try await filled()
    let pair = try await store.insert([NumberedRows.row(0), NumberedRows.row(0)]).map(\.id)
    let writers = (0..<4).map { _ in
      Task {
        for _ in 0..<40 {
          try await store.transaction { store in
            var rows = try await store.find(Scalars.self, ids: pair)
            for index in rows.indices { rows[index].plain += 1 }
            try await store.save(rows)
          }
        }
      }
    }
    var last = 0
    for number in 0..<12 {
      let path = scratch.path("copy\(number)")
      try await backend.backUp(to: path)
      #expect(!DatabaseFile(path: path).hasLog)
      let copy = try Connection(path: path, flags: 1)
      #expect(try copy.texts("PRAGMA integrity_check") == [["ok"]])
      #expect(try copy.texts("PRAGMA journal_mode") == [["delete"]])
      let numbers = try copy.texts("SELECT plain FROM all_scalars WHERE plain >= 0")
      let found = numbers.compactMap { $0[0].flatMap { Int($0) } }
      #expect(found.count == 2 && found[0] == found[1] && found[0] >= last, "\(found), after \(last)")
      last = found.first ?? 0
    }
    for writer in writers { try await writer.value }
    try await backend.backUp(to: scratch.path("last"))
    let copy = Store(try SQLiteBackend(path: scratch.path("last")))
    try await copy.prepare(EverythingSchema.self)
    #expect(try await copy.find(Scalars.self, ids: pair).map(\.plain) == [160, 160])
    #expect(try await copy.count(Scalars.all) == Self.count + 2)
    #expect(!scratch.files().contains { $0.hasSuffix(".partial") })
  }

  @Test func progress() async throws {
    let (backend, _) = try await filled()
    var seen: [BackupProgress] = []
    try await backend.backUp(to: scratch.path("copy")) { seen.append($0) }
    #expect(seen.count > 2)
    #expect(seen.map(\.copied) == seen.map(\.copied).sorted())
    let size = try FileManager.default.attributesOfItem(atPath: scratch.path("copy"))[.size] as? Int64
    #expect(seen.last == BackupProgress(copied: size ?? 0, total: size ?? 0))
  }

  /// What is there stays until the new copy is whole.
  @Test func cancelled() async throws {
    let (backend, store) = try await filled()
    try await backend.backUp(to: scratch.path("copy"))
    let before = try scratch.bytes("copy")
    try await store.delete(Scalars.all)
    let path = scratch.path("copy")
    let task = Task {
      try await backend.backUp(to: path) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: StoreError.cancelled) { try await task.value }
    #expect(try scratch.bytes("copy") == before)
    #expect(!scratch.files().contains { $0.contains(".partial") })
    try await backend.backUp(to: path)
    #expect(try scratch.bytes("copy") != before)
  }

  /// The log of a database that is in use would be read as one of the copy.
  @Test func pathsInUse() async throws {
    let (backend, _) = try await filled()
    let other = try SQLiteBackend(path: scratch.path("other"))
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "database")
    for path in ["database", "other", "link"].map(scratch.path) {
      let before = try Data(contentsOf: URL(filePath: path))
      let error = await #expect(throws: StoreError.self) { try await backend.backUp(to: path) }
      #expect(error.map { "\($0)" }?.contains("back up to another file") == true)
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
    withExtendedLifetime(other) {}
    let missing = await #expect(throws: StoreError.self) {
      try await backend.backUp(to: scratch.path("missing/copy"))
    }
    #expect(missing.map { "\($0)" }?.contains("No such file or directory") == true)
  }

  /// Without a log, a database is known by its path alone.
  @Test func pathOfItself() async throws {
    let path = scratch.path("plain")
    _ = try Connection(path: path, flags: 6).texts("CREATE TABLE a (b)")
    let backend = try SQLiteBackend(path: path)
    #expect(!DatabaseFile(path: path).hasLog)
    await #expect(throws: StoreError.self) { try await backend.backUp(to: path) }
    try await backend.backUp(to: scratch.path("copy"))
  }

  /// A link stays one, and leads to the copy.
  @Test func symbolicLink() async throws {
    let (backend, _) = try await filled(count: 10)
    try FileManager.default.createDirectory(atPath: scratch.path("disk"), withIntermediateDirectories: true)
    try scratch.write("", to: "disk/copy")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("copy"), withDestinationPath: "disk/copy")
    try await backend.backUp(to: scratch.path("copy"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("copy")) == "disk/copy")
    #expect(try scratch.bytes("disk/copy").count > 4096)
  }

  /// A copy has the readers of the database, and no others. A database that nobody can write has a copy as well.
  @Test(arguments: [(0o600, 0o600), (0o640, 0o640), (0o440, 0o640)])
  func permissions(_ mode: Int, _ modeOfCopy: Int) async throws {
    let (backend, _) = try await filled(count: 10)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.path("database"))
    try await backend.backUp(to: scratch.path("copy"))
    let found = try FileManager.default.attributesOfItem(atPath: scratch.path("copy"))[.posixPermissions] as? Int
    #expect(found == modeOfCopy)
  }

  @Test func inMemory() async throws {
    let backend = try SQLiteBackend.inMemory()
    let store = Store(backend)
    try await store.prepare(EverythingSchema.self)
    try await store.insert([NumberedRows.row(7)])
    try await backend.backUp(to: scratch.path("copy"))
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.path("copy"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let copy = Store(try SQLiteBackend(path: scratch.path("copy")))
    try await copy.prepare(EverythingSchema.self)
    #expect(try await copy.fetch(Scalars.all).map(\.plain) == [7])
  }

  /// A damaged database replaces no copy.
  @Test func damagedDatabase() async throws {
    try scratch.write("kept", to: "copy")
    let path = scratch.path("database")
    do {
      let (_, store) = try await filled()
      withExtendedLifetime(store) {}
    }
    try NumberedRows.damagePages(of: path)
    let backend = try SQLiteBackend(path: path)
    let error = await #expect(throws: StoreError.self) { try await backend.backUp(to: scratch.path("copy")) }
    #expect(error.map { "\($0)" }?.contains("the copy is damaged") == true)
    #expect(try scratch.read("copy") == "kept")
    #expect(!scratch.files().contains { $0.contains(".partial") })
    for depth in [VerificationDepth.quick, .full] {
      let problems = try await backend.verify(depth)
      guard case .damage? = problems.first else { throw StoreError.misuse(reason: "\(problems)") }
    }
  }

  @Test(.enabled(if: SmallDisk.canBeMounted, "only root on Linux can mount a small disk"))
  func fullDisk() async throws {
    let (backend, _) = try await filled()
    let disk = try #require(try SmallDisk(kilobytes: 1024))
    let error = await #expect(throws: StoreError.self) { try await backend.backUp(to: disk.path("copy")) }
    guard case .full? = error else { throw error ?? StoreError.cancelled }
    let left = try FileManager.default.contentsOfDirectory(atPath: disk.folder.path)
    #expect(left == [])
  }

  /// What killed backups have left is removed, and nothing else.
  @Test func stalePartialFiles() async throws {
    let (backend, _) = try await filled(count: 10)
    let stale = ["copy.17.partial", "copy.4294967295.partial", "copy.17.partial-journal", "copy.17.partial-wal"]
    let others = [
      "copy.partial", "copy..partial", "copy.x1.partial", "copy.1x.partial", "copy.1.partial.partial", "copy.1.partial2",
      "other.1.partial", "Copy.1.partial", "xcopy.1.partial", "copy.-1.partial", "copy.１.partial", "copy.1",
    ]
    for name in stale + others { try scratch.write(name, to: name) }
    try FileManager.default.createDirectory(atPath: scratch.path("copy.2.partial"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: scratch.path("copy.3.partial"), withDestinationPath: "copy.1")
    #expect(mkfifo(scratch.path("copy.4.partial"), 0o600) == 0)
    try await backend.backUp(to: scratch.path("copy"))
    let left = scratch.files()
    #expect(stale.filter(left.contains) == [])
    #expect(others.filter { !left.contains($0) } == [])
    for name in others { #expect(try scratch.read(name) == name) }
    for number in 2...4 {
      let path = scratch.path("copy.\(number).partial")
      #expect((try? FileManager.default.attributesOfItem(atPath: path)) != nil, "\(number)")
    }
  }

  /// A file that another backup writes is none of a killed one, also in the same process.
  @Test func partialFileInUse() async throws {
    let (backend, _) = try await filled(count: 10)
    let target = DatabaseFile(path: scratch.path("copy"))
    let other = try PartialFile(beside: target, readableAs: scratch.path("database"))
    let path = other.file.path
    try Data("other".utf8).write(to: URL(filePath: path))
    try await backend.backUp(to: target.path)
    #expect(DatabaseFile(path: path).isThere)
    try other.replaceTarget()
    #expect(try scratch.read("copy") == "other")
  }

  /// After the end of the one who wrote it, it is one of a killed process.
  @Test func partialFileThatWasInUse() throws {
    let target = DatabaseFile(path: scratch.path("copy"))
    let path = try abandonedPartialFile(beside: target)
    #expect(DatabaseFile(path: path).isThere)
    PartialFile.removeStale(beside: target)
    #expect(!DatabaseFile(path: path).isThere)
  }

  private func abandonedPartialFile(beside target: DatabaseFile) throws -> String {
    let partial = try PartialFile(beside: target, readableAs: target.path)
    let path = partial.file.path
    PartialFile.removeStale(beside: target)
    guard DatabaseFile(path: path).isThere else { throw StoreError.misuse(reason: "it was removed") }
    return path
  }

  /// Several backups to one file at a time: each of them succeeds, and the last one to end stays.
  @Test func toOneFileAtATime() async throws {
    let (backend, store) = try await filled(count: 500)
    let path = scratch.path("copy")
    try await withThrowingTaskGroup(of: Void.self) { backups in
      for _ in 0..<4 { backups.addTask { for _ in 0..<5 { try await backend.backUp(to: path) } } }
      try await backups.waitForAll()
    }
    #expect(!scratch.files().contains { $0.hasSuffix(".partial") })
    let copy = Store(try SQLiteBackend(path: path))
    try await copy.prepare(EverythingSchema.self)
    #expect(try await copy.count(Scalars.all) == store.count(Scalars.all))
  }

  private static let count = 12_000

  /// A database with rows, whose numbers are negative.
  private func filled(count: Int = count) async throws -> (SQLiteBackend, Store) {
    try await NumberedRows.database(scratch.path("database"), (1...count).map { -$0 })
  }
}

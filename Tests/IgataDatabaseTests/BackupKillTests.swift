import Foundation
import IgataRuntime
import IgataSQLite
import TestSupport
import Testing

/// A backup by `igata database backup` that is killed at any moment leaves the old copy or a complete new one.
@Suite struct BackupKillTests {
  private static let names = ["old", "new"]
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let rowCount = 4000

  /// A database of about 8 MB, all of whose rows have one name.
  private func fill(_ name: String) async throws {
    let store = Store(try SQLiteBackend(path: scratch.path(name)))
    try await store.execute(
      """
      CREATE TABLE entry AS
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(raw: "\(Self.rowCount)"))
      SELECT '\(raw: name)' AS name, randomblob(2000) AS filler FROM numbers
      """)
  }

  /// The name of all rows of the copy.
  private func nameInCopy() async throws -> String {
    let backend = try SQLiteBackend(path: scratch.path("copy"), options: SQLiteOptions(isReadOnly: true))
    #expect(try await backend.verify(.full) == [])
    let rows = try await Store(backend).select(
      sql: "SELECT name, count(*) FROM entry GROUP BY name", as: (String, Int).self)
    #expect(rows.count == 1 && rows.first?.1 == Self.rowCount, "\(rows)")
    return rows.first?.0 ?? ""
  }

  @Test(.timeLimit(.minutes(10))) func killedBackups() async throws {
    for name in Self.names { try await fill(name) }
    try await SQLiteBackend(path: scratch.path("old")).backUp(to: scratch.path("copy"))
    var random = SystemRandomNumberGenerator()
    var (current, kills, leftovers) = ("old", 0, 0)
    for round in 0..<16 {
      let next = Self.names[(round + 1) % 2]
      let isKilled = try await kill(backupOf: next, after: Int.random(in: 0..<30_000, using: &random))
      let found = try await nameInCopy()
      #expect(found == next || (isKilled && found == current), "\(round): \(found)")
      for suffix in ["-journal", "-wal", "-shm"] { #expect(!scratch.files().contains("copy" + suffix)) }
      // Each backup removes what the one before it has left.
      let partial = scratch.files().filter { $0.hasPrefix("copy.") }
      #expect(partial.filter { $0.hasSuffix(".partial") }.count <= (isKilled ? 1 : 0), "\(partial)")
      kills += isKilled ? 1 : 0
      leftovers += partial.isEmpty ? 0 : 1
      current = found
    }
    print("backups: \(kills) were killed, \(leftovers) of them left a file")
    let outcome = try await apart { [backup = backup(of: "new")] in try backup.run() }
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try await nameInCopy() == "new")
    #expect(scratch.files().filter { $0.hasPrefix("copy") } == ["copy"])
  }

  private func backup(of name: String) -> Program {
    Program(built: "igata-database", ["database", "backup", scratch.path(name), scratch.path("copy")])
  }

  /// Begins a backup, and kills it some microseconds after it has begun to copy.
  ///
  /// - Returns: `false` if it ended before.
  private func kill(backupOf name: String, after pause: Int) async throws -> Bool {
    let pipe = Pipe()
    let process = backup(of: name).process(errors: pipe.fileHandleForWriting)
    try process.start()
    try pipe.fileHandleForWriting.close()
    return try await apart {
      // Its first output comes after the first of eight steps.
      _ = pipe.fileHandleForReading.availableData
      usleep(UInt32(pause))
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return process.terminationReason == .uncaughtSignal
    }
  }
}

import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Who can read the files of a database, and which of them stay.
@Suite struct DatabaseFileTests {
  private static func modes(_ path: String) throws -> [String] {
    try ["", "-wal", "-shm"].map { path + $0 }.filter(FileManager.default.fileExists).map { path in
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      return String(mode ?? 0, radix: 8)
    }
  }

  /// The mode that other programs give a new file here.
  private static func usualMode(_ scratch: Scratch) throws -> String {
    let path = scratch.path("usual")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    return try modes(path)[0]
  }

  @Test(.timeLimit(.minutes(10))) func secretsArePrivate() async throws {
    let scratch = try Scratch()
    let usual = try Self.usualMode(scratch)
    let path = scratch.path("secrets")
    let backend = try SQLiteBackend(path: path)
    let store = Store(backend)
    try await store.prepare(EverythingSchema.self)
    #expect(try Self.modes(path) == ["600", "600", "600"])
    try await backend.backUp(to: scratch.path("backup"))
    #expect(try Self.modes(scratch.path("backup")) == ["600"])
    let restored = try SQLiteBackend(path: scratch.path("restored"))
    try await restored.restore(from: scratch.path("backup"))
    #expect(try Self.modes(scratch.path("restored")) == ["600", "600", "600"])
    try await Store(restored).close()
    try await store.close()
    // Whoever opens it for others has decided so.
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let again = Store(try SQLiteBackend(path: path))
    try await again.prepare(EverythingSchema.self)
    #expect(try Self.modes(path)[0] == "640")
    try await again.close()
    let plain = Store(try SQLiteBackend(path: scratch.path("plain")))
    try await plain.prepare(HouseholdSchema.self)
    #expect(try Self.modes(scratch.path("plain")).allSatisfy { $0 == usual })
    // What was there without secrets stays as it is.
    try await plain.prepare(EverythingSchema.self)
    #expect(try Self.modes(scratch.path("plain")).allSatisfy { $0 == usual })
    try await plain.close()
  }

  @Test(.timeLimit(.minutes(10))) func secretsOfVersionsArePrivate() async throws {
    let scratch = try Scratch()
    let path = scratch.path("secrets")
    let store = Store(try SQLiteBackend(path: path))
    let version = SchemaVersion(1, "first", sum: "1", compatibleFrom: 1)
    try await store.migrate(SchemaMigrations(models: EverythingSchema.models, sqlite: [version]))
    #expect(try Self.modes(path).allSatisfy { $0 == "600" })
    try await store.close()
  }

  /// The log stays, is merged, and is used again.
  @Test(.timeLimit(.minutes(10)), arguments: [true, false]) func keptLogs(_ isKept: Bool) async throws {
    let scratch = try Scratch()
    let path = scratch.path("database")
    let options = SQLiteOptions(keepsLog: isKept)
    for round in 0..<3 {
      let backend = try SQLiteBackend(path: path, options: options)
      let store = Store(backend)
      try await store.prepare(HouseholdSchema.self)
      try await store.insert(Tag(name: "\(round)"))
      for try await _ in store.stream(Tag.all) {}
      if round == 1 {
        backend.suspend()
        #expect(try Self.modes(path).count == (isKept ? 3 : 1))
        backend.resume()
        try await store.insert(Tag(name: "resumed"))
      }
      try await store.close()
      #expect(try Self.modes(path).count == (isKept ? 3 : 1))
      let copy = scratch.path("copy \(round)")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let other = Store(try SQLiteBackend(path: copy, options: SQLiteOptions(isReadOnly: true)))
      #expect(try await other.count(Tag.all) == round + (round > 0 ? 2 : 1))
      try await other.close()
    }
  }
}

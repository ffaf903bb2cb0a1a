import Board
import Foundation
import IgataRouting
import IgataRuntime
import IgataSQLite
import IgataTesting
import Testing

/// A dictionary that is saved in a database with an injected backend is loaded again, equal, on every backend.
@Test func dictionariesComeBackEqual() async throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("board-\(UUID()).sqlite").path
  defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
  let data: [String: any Sendable] = [
    "id": UUID(), "date": Date(timeIntervalSince1970: 1_600_000_000.5), "message": "密です 🙇",
  ]
  let backends: [any Backend] = [
    MemoryBackend(), try SQLiteBackend(path: file), SpyBackend(),
    RoutedBackend(MemoryBackend(), routes: [Route(Message.self, to: MemoryBackend())]),
    FallbackBackend(MemoryBackend(), else: MemoryBackend(), outbox: Outbox(), conflicts: .stop),
  ]
  for backend in backends {
    let database = Database(backend)
    try await database.prepare(MessageSchema.self)
    try await database.save(data: data, structure: Message.self)
    let loaded = try await database.load(structure: Message.self)
    #expect(loaded.map { $0 as NSDictionary } == [data as NSDictionary])
  }
}

/// The article ends with the validation of input that practice requires: errors are typed, and contain the field, what
/// was expected and what was found.
@Test(
  arguments: [
    (["message": 5], "Message.message"), (["massage": "x"], "Message.massage"), (["id": "no UUID"], "Message.id"),
  ] as [([String: any Sendable], String)])
func wrongInputIsNamed(_ data: [String: any Sendable], _ path: String) async throws {
  let database = Database(MemoryBackend())
  try await database.prepare(MessageSchema.self)
  let error = await #expect(throws: StoreError.self) { try await database.save(data: data, structure: Message.self) }
  guard case .conversion(let conversion) = error else { Issue.record("\(String(describing: error))"); return }
  #expect("\(conversion)".contains(path))
  #expect(try await database.load(structure: Message.self).isEmpty)
}

import Foundation
@_spi(Backend) import IgataRuntime
import RuntimeModels
import Testing

/// The article's board: it saves and loads dictionaries, and depends neither on the model nor on the database.
private struct Board<Model: PersistableModel> {
  let store: Store

  func save(_ data: [String: Any]) async throws { try await store.save(data, as: Model.self) }

  func load() async throws -> [[String: any Sendable]] { try await store.load(Model.self) }
}

@Test func whatIsPostedIsOnTheBoard() async throws {
  let store = Store(MemoryBackend())
  try await store.prepare(MessageSchema.self)
  let board = Board<Message>(store: store)
  var posted: [UUID: (date: Date, text: String)] = [:]
  for text in ["こんにちは", "Hello, world", "", "'; DROP TABLE message; --", "👩‍👩‍👧‍👦"] {
    let id = UUID()
    let date = Date.wholeMicrosecond()
    posted[id] = (date, text)
    try await board.save(["id": id, "date": date, "message": text])
  }
  let loaded = try await board.load()
  #expect(loaded.count == posted.count)
  for row in loaded {
    let id = try #require(row["id"] as? UUID)
    #expect(row["date"] as? Date == posted[id]?.date)
    #expect(row["message"] as? String == posted[id]?.text)
    #expect(row.count == 3)
  }
  await #expect {
    try await board.save(["message": 5])
  } throws: {
    guard case StoreError.conversion(let error) = $0 else { return false }
    return error.path == ["Message", "message"]
  }
  #expect(try await store.count(Message.all) == posted.count)
}

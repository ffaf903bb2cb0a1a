import Foundation
import GeneratedModels
@_spi(Backend) import IgataRouting
@_spi(Backend) import IgataRuntime
import IgataSQLite
import IgataTesting
import Testing

/// SQL through the backends that wrap others, and where there is none.
@Suite struct SQLTests {
  private func refusal(_ body: () async throws -> Void) async throws -> String {
    do {
      try await body()
      return ""
    } catch StoreError.unsupportedQuery(_, let reason) {
      return reason
    }
  }

  @Test func memoryHasNone() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare(MessageSchema.self)
    #expect(try await refusal { try await store.execute("DELETE FROM message") }.contains("runs no SQL"))
    #expect(try await refusal { try await store.executeAlone("VACUUM") }.contains("runs no SQL"))
    #expect(try await refusal { _ = try await store.fetch(Message.self, sql: "SELECT 1") }.contains("runs no SQL"))
    #expect(try await refusal { _ = try await store.select(sql: "SELECT 1", as: Int.self) }.contains("runs no SQL"))
    #expect(try await refusal { _ = try await store.explain(Message.all) }.contains("runs no SQL"))
  }

  @Test func doublesPassItOn() async throws {
    let spy = SpyBackend(try SQLiteBackend.inMemory())
    let store = Store(spy)
    try await store.prepare(MessageSchema.self)
    try await store.save(Message(message: "a"))
    spy.forget()
    #expect(try await store.execute("UPDATE message SET message = \("secret")") == 1)
    #expect(try await store.fetch(Message.self, sql: "SELECT * FROM message").map(\.message) == ["secret"])
    _ = try await store.explain(Message.all)
    #expect(
      spy.calls.map(\.description) == [
        "begin write", "execute UPDATE message SET message = ?", "commit", "begin read", "read SELECT * FROM message",
        "rollback", "begin read", "explain Message", "rollback",
      ])
    #expect(spy.calls(.execute).map(\.sql) == ["UPDATE message SET message = \("secret")"])
    spy.forget()
    try await store.executeAlone("VACUUM")
    #expect(spy.calls.map(\.description) == ["begin alone", "execute VACUUM", "commit"])
    spy.faults.fail(.execute, with: .full(reason: "no room"))
    await #expect(throws: StoreError.full(reason: "no room")) { try await store.execute("DELETE FROM message") }
    #expect(try await store.select(sql: "SELECT count(*) FROM message", as: Int.self).first == 1)
  }

  /// Several backends have no route for a text. A plan has one.
  @Test func routes() async throws {
    let (one, other) = (try SQLiteBackend.inMemory(), try SQLiteBackend.inMemory())
    let single = Store(RoutedBackend(one))
    try await single.prepare(MessageSchema.self)
    let insertion: SQL = "INSERT INTO message (id, date, message) VALUES (\(UUID()), \(Date()), \("a"))"
    #expect(try await single.execute(insertion) == 1)
    #expect(try await single.executeAlone("VACUUM") == 0)
    let store = Store(RoutedBackend(one, routes: [Route(Message.self, to: other)]))
    try await store.prepare(MessageSchema.self)
    #expect(try await refusal { try await store.execute("DELETE FROM message") }.contains("several backends"))
    #expect(try await refusal { try await store.executeAlone("VACUUM") }.contains("several backends"))
    #expect(
      try await refusal { _ = try await store.fetch(Message.self, sql: "SELECT 1") }.contains("several backends"))
    #expect(try await store.explain(Message.all).sql.contains("message"))
    #expect(try await single.count(Message.all) == 1)
  }

  /// What can't be repeated isn't executed; what is read comes from the backend that is there.
  @Test func fallback() async throws {
    let first = FaultyBackend(try SQLiteBackend.inMemory())
    let backend = FallbackBackend(
      first, else: try SQLiteBackend.inMemory(), outbox: Outbox(), conflicts: .stop,
      retries: .seconds(86400) ... .seconds(86400))
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    try await store.save(Message(message: "a"))
    #expect(try await refusal { try await store.execute("DELETE FROM message") }.contains("outbox"))
    #expect(try await refusal { try await store.executeAlone("VACUUM") }.contains("outbox"))
    for _ in 0..<2 {
      #expect(try await store.select(sql: "SELECT message FROM message", as: String.self) == ["a"])
      #expect(try await store.explain(Message.all).sql.contains("message"))
      try await store.transaction { store in
        let texts = try await store.select(sql: "SELECT message FROM message", as: String.self)
        #expect(texts == ["a"])
      }
      first.cutOff()
    }
  }
}

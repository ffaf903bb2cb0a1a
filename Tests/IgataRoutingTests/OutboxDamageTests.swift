import Foundation
import GeneratedModels
import IgataRouting
@_spi(Backend) import IgataRuntime
import IgataTesting
import TestSupport
import Testing

@Suite struct OutboxDamageTests {
  /// The bytes of an outbox with five transactions.
  private func outbox(in folder: String) async throws -> [UInt8] {
    let first = FaultyBackend()
    try await Store(first).prepare(MessageSchema.self)
    first.cutOff()
    let backend = FallbackBackend(
      first, else: MemoryBackend(), outbox: try Outbox(path: folder + "/made"), conflicts: .stop,
      retries: .seconds(86400) ... .seconds(86400))
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    for number in 1...5 { try await store.insert(Message(message: "message \(number)")) }
    return try bytes(folder + "/made")
  }

  private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  private func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Whichever byte changes, no transaction is discarded: the file is rejected without being changed, or all
  /// transactions but the one with the byte can still be read.
  @Test func oneByteTakesOneTransactionAtMost() async throws {
    try await withFolder { folder in
      let good = try await outbox(in: folder)
      for offset in good.indices {
        for change in [1, 0x80, 0xFF] as [UInt8] {
          var damaged = good
          damaged[offset] ^= change
          // A separate file for each, as a process that other tests start may hold a lock until it runs another
          // program.
          let path = "\(folder)/\(offset)-\(change)"
          try write(damaged, to: path)
          let error = #expect(throws: StoreError.self, "byte \(offset)") { _ = try Outbox(path: path) }
          guard case .corrupted(_, _, _, let problem) = error else {
            Issue.record("byte \(offset): \(String(describing: error))")
            continue
          }
          #expect(try bytes(path) == damaged)
          if offset < 8 { continue }
          if offset >= 24 { #expect(problem.contains("can't be read") && problem.contains("after")) }
          try write(damaged, to: path + "-again")
          let outbox = try Outbox(path: path + "-again", whenDamaged: .setAside)
          #expect(outbox.count >= 4, "byte \(offset)")
          #expect(outbox.damage != nil)
          #expect(try bytes(path + "-again.damaged") == damaged)
        }
      }
    }
  }

  @Test func damageIsNamed() async throws {
    try await withFolder { folder in
      var damaged = try await outbox(in: folder)
      let text = Array("message 3".utf8)
      let offset = try #require(damaged.indices.first { damaged[$0...].starts(with: text) })
      damaged[offset] ^= 1
      try write(damaged, to: folder + "/damaged")
      let error = #expect(throws: StoreError.self) { _ = try Outbox(path: folder + "/damaged") }
      let problem = try #require(error).description
      #expect(problem.contains("2 transactions (1 to 2) before and 2 transactions (4 to 5) after them can"), "\(problem)")
      // The part that can be read is used.
      try write(damaged, to: folder + "/again")
      let salvaged = try Outbox(path: folder + "/again", whenDamaged: .setAside)
      #expect(salvaged.count == 4)
    }
    try await withFolder { folder in
      let good = try await outbox(in: folder)
      // What a power loss may leave of the last record: only zeros.
      try write(good + [UInt8](repeating: 0, count: 700), to: folder + "/zeros")
      #expect(try Outbox(path: folder + "/zeros").count == 5)
    }
  }

  /// A file that ends anywhere has the complete transactions.
  @Test func aTornEndIsCut() async throws {
    try await withFolder { folder in
      let good = try await outbox(in: folder)
      var last = 0
      for length in 0...good.count {
        let path = "\(folder)/\(length)"
        try write(good.prefix(length), to: path)
        let count = try Outbox(path: path).count
        #expect(count == last || count == last + 1)
        #expect(try bytes(path).count <= max(length, 49))
        last = count
      }
      #expect(last == 5)
    }
  }
}

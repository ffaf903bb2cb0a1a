import Foundation
import GeneratedModels
import IgataRuntime
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// `igata database`, on databases with rows. Tests/IgataToolTests/Transcripts/database.txt has what goes wrong.
@Suite struct MaintenanceCommandTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ arguments: String...) async throws -> Outcome {
    let program = Program(built: "igata", ["database"] + arguments, in: scratch.folder)
    return try await apart { try program.run() }
  }

  private func fill() async throws {
    let store = Store(try SQLiteBackend(path: scratch.path("shop.sqlite")))
    try await store.prepare(HouseholdSchema.self)
    try await store.insert((0..<2000).map { Tag(name: "tag \($0) " + String(repeating: "-", count: 200)) })
  }

  /// A program that writes meanwhile doesn't wait, and the copy is a whole database.
  @Test func backedUp() async throws {
    try await fill()
    let store = Store(try SQLiteBackend(path: scratch.path("shop.sqlite")))
    try await store.transaction { store in
      try await store.save(Tag(name: "later"))
      let outcome = try await run("backup", "shop.sqlite", "copy.sqlite")
      #expect(outcome.status == 0, "\(outcome)")
    }
    let copy = Store(try SQLiteBackend(path: scratch.path("copy.sqlite")))
    #expect(try await copy.count(Tag.all) == 2000)
  }

  @Test func compacted() async throws {
    try await fill()
    let size = { try scratch.bytes("shop.sqlite").count }
    try await Store(try SQLiteBackend(path: scratch.path("shop.sqlite"))).delete(Tag.all)
    let before = try size()
    let outcome = try await run("compact", "shop.sqlite")
    let after = try size()
    #expect(outcome.status == 0 && after < before / 2)
    #expect(outcome.errors == "igata: 'shop.sqlite' has \(after) bytes, and had \(before)\n")
  }

  @Test func whatIsWrongIsPrinted() async throws {
    try await fill()
    let path = scratch.path("shop.sqlite")
    do {
      let other = try Connection(path: path, flags: 2)
      let lost = "x'000000000000000000000000000000FF'"
      _ = try other.texts("INSERT INTO entry (id, account_id, amount, at) VALUES (7, \(lost), 1, 0)")
    }
    let quick = try await run("verify", "shop.sqlite")
    #expect(quick.status == 0 && quick.output.isEmpty, "\(quick)")
    let full = try await run("verify", "shop.sqlite", "--full")
    #expect(full.status == 1)
    #expect(full.output == "a row of 'entry', number 7, refers to a row of 'accounts' that doesn't exist\n", "\(full)")
    var data = try Data(contentsOf: URL(filePath: path))
    for page in stride(from: 10, to: data.count / 4096, by: 4) {
      data.replaceSubrange(page * 4096..<page * 4096 + 512, with: Data(repeating: 0xA5, count: 512))
    }
    try data.write(to: URL(filePath: path))
    let damaged = try await run("verify", "shop.sqlite")
    #expect(damaged.status == 1 && !damaged.output.isEmpty, "\(damaged)")
  }
}

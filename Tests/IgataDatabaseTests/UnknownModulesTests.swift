import Foundation
import TestSupport
import Testing

@_spi(Backend) @testable import IgataSQLite

/// Virtual tables whose modules SQLite doesn't know.
@Suite struct UnknownModulesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// What a module keeps that isn't loaded is known by its name alone, and listed as that.
  @Test func tablesOfUnknownModules() async throws {
    let tables = [
      ("CREATE TABLE words (first, second, third, a)", "CREATE VIRTUAL TABLE words USING spellfix1()"),
      ("CREATE TABLE found (first, second, more)", "CREATE VIRTUAL TABLE found USING \"their\""),
    ]
    let connection = try Connection(path: scratch.path("shop.sqlite"), flags: 6)
    for statement in [
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)", "CREATE TABLE notes_data (id INTEGER PRIMARY KEY)",
      "CREATE TABLE words_vocab (id INTEGER PRIMARY KEY)", "CREATE TABLE words_data (id INTEGER PRIMARY KEY)",
      "CREATE TABLE \"Found_Content\" (id INTEGER PRIMARY KEY)", "CREATE TABLE found_items (id INTEGER PRIMARY KEY)",
      "CREATE VIEW found_idx AS SELECT id FROM notes", "INSERT INTO notes VALUES (1, 'a')",
    ] + tables.map(\.0) { _ = try connection.texts(statement) }
    connection.close()
    var bytes = try scratch.bytes("shop.sqlite")
    for (table, virtual) in tables {
      #expect(table.utf8.count == virtual.utf8.count)
      let parts = bytes.split(separator: Array(table.utf8), omittingEmptySubsequences: false)
      try #require(parts.count == 2)
      bytes = Array(parts.joined(separator: Array(virtual.utf8)))
    }
    try Data(bytes).write(to: scratch.url("shop.sqlite"))
    let program = Program(built: "igata", ["introspect", "shop.sqlite"], in: scratch.folder)
    let outcome = try await apart { try program.run() }
    let models = outcome.output.split(separator: "\n").filter { $0.hasPrefix("model ") }.map { $0.split(separator: " ")[1] }
    #expect(models == ["FoundIdx", "FoundItem", "Note", "NotesData", "WordsData"], "\(outcome)")
    #expect(
      outcome.errors.split(separator: "\n").filter { $0.contains("left out") } == [
        "igata: left out: 'Found_Content': it is by its name a table of the virtual table 'found'",
        "igata: left out: 'found': it is a virtual table", "igata: left out: 'words': it is a virtual table",
        "igata: left out: 'words_vocab': it is a table of a virtual table",
      ], "\(outcome.errors)")
  }
}

import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

/// What lies where nothing can be written is read as anywhere else, and what would be written is refused with the name
/// of the file.
@Suite(.enabled(if: ReadOnlyFolder.canBeMade)) struct ReadOnlyFolders {
  struct Row: CustomTestStringConvertible, Sendable {
    var arguments: String
    var status: Int32
    /// The file that the message names; nothing if there is no such message.
    var file: String?

    var testDescription: String { arguments }
  }

  @Test(arguments: [
    Row(arguments: "schema Schema", status: 0),
    Row(arguments: "lint Schema", status: 0),
    Row(arguments: "format Schema --check", status: 1),
    Row(arguments: "generate", status: 0),
    Row(arguments: "generate --check", status: 0),
    Row(arguments: "generate --access package --check", status: 1),
    Row(arguments: "generate --access package", status: 73, file: "Out/schema.igata.swift"),
    Row(arguments: "generate --target swift,sql", status: 73, file: "Out/.igata-manifest.json"),
    Row(arguments: "generate -o New", status: 73, file: "New"),
    Row(arguments: "generate --depfile all.d", status: 73, file: "all.d"),
    Row(arguments: "format Schema", status: 73, file: "Schema/schema.igata"),
    Row(arguments: "lint Schema --fix", status: 73, file: "Schema/schema.igata"),
    Row(arguments: "lint Schema --baseline known.json --update-baseline", status: 73, file: "known.json"),
    Row(arguments: "init sub", status: 73, file: "sub/"),
    Row(arguments: "templates eject T", status: 73, file: "T/"),
  ]) func commands(_ row: Row) throws {
    let schema = "model A {\n    id: Int64 @primaryKey\n  isActive: String = \"yes\"\n  note: String? = nil\n}\n"
    let made = try Scratch()
    try made.write(schema, to: "Schema/schema.igata")
    try made.write(#"{"schema": "Schema", "output": "Out"}"#, to: "igata.json")
    #expect(try made.igata(["generate"]).status == 0)
    let folder = try ReadOnlyFolder { path in
      for name in try FileManager.default.contentsOfDirectory(atPath: made.folder.path) {
        try FileManager.default.copyItem(atPath: made.path(name), toPath: path + "/" + name)
      }
    }
    let before = folder.files()
    let outcome = try Program(built: "igata", row.arguments.split(separator: " ").map(String.init), in: folder.folder)
      .run(joinsStreams: true, killedAfter: 60)
    #expect(outcome.status == row.status, "\(outcome.output)")
    if let file = row.file { #expect(outcome.output.contains("can't write '\(file)"), "\(outcome.output)") }
    #expect(folder.files() == before)
    #expect(try String(contentsOfFile: folder.path("Schema/schema.igata"), encoding: .utf8) == schema)
  }

  /// A database is read; what would change it, or make one, is an error of its own.
  @Test(arguments: [false, true]) func databases(isOpenElsewhere: Bool) async throws {
    let made = try Scratch()
    var writer: Store? = Store(try SQLiteBackend(path: made.path("a.sqlite")))
    try await writer?.prepare(HouseholdSchema.self)
    try await writer?.save(Tag(name: "x"))
    if !isOpenElsewhere { writer = nil }
    let folder = try ReadOnlyFolder { path in
      // With its log where a program has it open, or was killed.
      for name in made.files() {
        try FileManager.default.copyItem(atPath: made.path(name), toPath: path + "/" + name)
      }
    }
    let before = folder.files()
    let reading = Store(try SQLiteBackend(path: folder.path("a.sqlite"), options: SQLiteOptions(isReadOnly: true)))
    try await reading.prepare(HouseholdSchema.self)
    #expect(try await reading.fetch(Tag.all).map(\.name) == ["x"])
    for name in ["a.sqlite", "new.sqlite"] {
      let error = await #expect(throws: StoreError.self, "\(name)") {
        let store = Store(try SQLiteBackend(path: folder.path(name)))
        try await store.save(Tag(name: "y"))
      }
      guard case .readOnly = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
    #expect(folder.files() == before)
    withExtendedLifetime(writer) {}
  }
}

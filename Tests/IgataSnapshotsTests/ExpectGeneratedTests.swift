import Foundation
import IgataSnapshots
import Testing

private let schema = "model Pet {\n  id: Int64 @primaryKey\n  name: String = \"\"\n}\n"

/// What is done to the folder, whether the run records, and what is said of it: parts of the report, or nothing.
private let rounds: [(steps: [String], isRecording: Bool, said: [String])] = [
  ([], false, ["'Goldens' is not what 'Schema' generates", "missing: Goldens/pet.sqlite.sql", "+++ Goldens/pet"]),
  ([], true, ["'Goldens' was recorded", "missing: Goldens/pet.sqlite.sql", "+  \"name\" TEXT"]),
  ([], false, []),
  ([], true, []),
  (["hide"], false, []),
  (["change"], false, ["changed: Goldens/pet.sqlite.sql", "-oops", "@@", "IGATA_RECORD=1"]),
  (["change"], true, ["'Goldens' was recorded", "changed: Goldens/pet.sqlite.sql"]),
  ([], false, []),
  (["rename"], false, ["missing: Goldens/dog.sqlite.sql", "extra: Goldens/pet.sqlite.sql"]),
  ([], true, ["missing: Goldens/dog.sqlite.sql", "extra: Goldens/pet.sqlite.sql"]),
  ([], false, []),
  (["add"], false, ["extra: Goldens/notes.txt"]),
  ([], true, ["'Goldens/notes.txt' was not written by igata, so it stays"]),
  (["remove"], false, []),
  (["forget", "change"], true, ["is in the way: igata did not write it"]),
  (["break"], false, ["Schema/dog.igata:1:7: error: ", "[missing-primary-key]"]),
]

@Test func goldensAreHeldAgainstTheSchema() throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("igata-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  func remove(_ name: String) throws { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
  func perform(_ step: String) throws {
    switch step {
    case "hide": try write("", to: "Goldens/.hidden")
    case "change": try write("oops\n", to: "Goldens/\(dogIsThere() ? "dog" : "pet").sqlite.sql")
    case "rename":
      try remove("Schema/pet.igata")
      try write(schema, to: "Schema/dog.igata")
    case "add": try write("", to: "Goldens/notes.txt")
    case "remove": try remove("Goldens/notes.txt")
    case "forget": try remove("Goldens/.igata-manifest.json")
    default: try write("model Pet {\n  name: String\n}\n", to: "Schema/dog.igata")
    }
  }
  func dogIsThere() -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("Schema/dog.igata").path)
  }
  try write(schema, to: "Schema/pet.igata")
  let test = folder.appendingPathComponent("Tests.swift").path
  for (number, round) in rounds.enumerated() {
    for step in round.steps { try perform(step) }
    var said: String?
    expectGenerated(
      schema: "Schema", matches: "Goldens", options: ["--target", "sql"], isRecording: round.isRecording, file: test
    ) { said = $0.description }
    #expect((said == nil) == round.said.isEmpty, "round \(number): \(said ?? "nothing")")
    for part in round.said {
      #expect(said?.contains(part) == true, "round \(number): \(part) in: \(said ?? "nothing")")
    }
  }
}

/// What can't be generated at all is said, and a reader of the log is spared the end of a very long difference.
@Test func whatCannotBeComparedIsSaid() throws {
  func failure(_ schema: String, _ goldens: String, _ options: [String]) -> String {
    var said = ""
    expectGenerated(schema: schema, matches: goldens, options: options, isRecording: false) { said = $0.description }
    return said
  }
  #expect(failure("Nowhere", "Goldens", []).contains("Nowhere': there is no such file or folder"))
  #expect(failure("../Samples", "Goldens", ["--targt", "sql"]).contains("did you mean '--target'?"))
  #expect(failure("../Samples", "Goldens", ["--check"]).contains("unknown option '--check'"))
  let lines = failure("../Samples", "None", ["--access", "public"]).split(separator: "\n")
  #expect(lines.count > 400 && lines.count < 430)
  #expect(lines.suffix(2).first?.hasSuffix(" lines more") == true)
  #expect(throws: SnapshotFailure.self) {
    try expectGenerated(schema: "../Samples", matches: "None", isRecording: false)
  }
}

import Foundation
import IgataSnapshots
import Testing

private let schema = "model Pet {\n  id: Int64 @primaryKey\n  name: String = \"\"\n}\n"

/// The changes to the folder, whether the run records, and the expected parts of the report.
private let rounds: [(steps: [String], isRecording: Bool, report: [String])] = [
  ([], false, ["'Goldens' differs from the files that 'Schema' generates", "missing: Goldens/pet.sqlite.sql", "+++ Goldens/pet"]),
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
  ([], true, ["'Goldens/notes.txt' was not written by igata and is not removed"]),
  (["remove"], false, []),
  (["forget", "change"], true, ["can't be replaced: igata did not write it"]),
  (["break"], false, ["Schema/dog.igata:1:7: error: ", "[missing-primary-key]"]),
]

@Test func goldensAreComparedWithTheSchema() throws {
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
    var report: String?
    expectGenerated(
      schema: "Schema", matches: "Goldens", options: ["--target", "sql"], isRecording: round.isRecording, file: test
    ) { report = $0.description }
    #expect((report == nil) == round.report.isEmpty, "round \(number): \(report ?? "nothing")")
    for part in round.report {
      #expect(report?.contains(part) == true, "round \(number): \(part) in: \(report ?? "nothing")")
    }
  }
}

/// Generation errors are reported, and very long differences are truncated.
@Test func errorsAreReported() throws {
  func failure(_ schema: String, _ goldens: String, _ options: [String]) -> String {
    var report = ""
    expectGenerated(schema: schema, matches: goldens, options: options, isRecording: false) { report = $0.description }
    return report
  }
  #expect(failure("Nowhere", "Goldens", []).contains("Nowhere': no such file or folder"))
  #expect(failure("../Samples", "Goldens", ["--targt", "sql"]).contains("did you mean '--target'?"))
  #expect(failure("../Samples", "Goldens", ["--check"]).contains("unknown option '--check'"))
  let lines = failure("../Samples", "None", ["--access", "public"]).split(separator: "\n")
  #expect(lines.count > 400 && lines.count < 430)
  #expect(lines.suffix(2).first?.hasSuffix(" more lines") == true)
  #expect(throws: SnapshotFailure.self) {
    try expectGenerated(schema: "../Samples", matches: "None", isRecording: false)
  }
}

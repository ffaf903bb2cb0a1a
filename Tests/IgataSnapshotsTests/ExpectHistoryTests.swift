import Foundation
import IgataSnapshots
import Testing

/// The versions of an example are whole; a copy of them isn't, after somebody has changed it.
@Test func historiesAreWhole() throws {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let original = tests.deletingLastPathComponent().appending(path: "Examples/Household/Migrations")
  try expectHistory(in: "../../Examples/Household/Migrations")

  let folder = FileManager.default.temporaryDirectory.appending(path: "igata-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try FileManager.default.copyItem(at: original, to: folder)
  let test = folder.appending(path: "Tests.swift").path(percentEncoded: false)
  func failure(_ name: String = ".", beginningWith beginning: String? = nil) -> String? {
    var text: String?
    expectHistory(in: name, beginningWith: beginning, file: test) { text = $0.description }
    return text
  }
  func edit(_ name: String, _ old: String, _ new: String) throws {
    let file = folder.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(old))
    try Data(text.replacing(old, with: new).utf8).write(to: file)
  }
  let history = original.appending(path: "history").path(percentEncoded: false)
  #expect(failure() == nil)
  #expect(failure(beginningWith: history) == nil)
  #expect(failure("none") == "no version is sealed in 'none'")
  // Layout doesn't count.
  try edit("0002-names/sqlite.sql", "FROM \"person\";", "FROM  \"person\"; -- all of them")
  #expect(failure() == nil)
  try edit("0002-names/sqlite.sql", "1, 100", "1, 99")
  #expect(failure()?.contains("[changed-version]") == true)
  try edit("0002-names/sqlite.sql", "1, 99", "1, 100")
  #expect(failure() == nil)
  let lines = try String(contentsOfFile: history, encoding: .utf8).split(separator: "\n")
  try Data(lines.dropLast().joined(separator: "\n").utf8).write(to: folder.appending(path: "history"))
  // The folder of the last version is no version of the list.
  #expect(failure()?.contains("[malformed-history]") == true)
  #expect(failure(beginningWith: history)?.contains("[malformed-history]") == true)
}

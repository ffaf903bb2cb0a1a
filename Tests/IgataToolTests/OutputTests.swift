import Foundation
import Testing

@testable import IgataTool

/// Where one change fails, those before it are taken back, and nothing lies around.
@Test func transactionsAreWholeOrNothing() throws {
  let scratch = try Scratch()
  try scratch.write("old", to: "changed")
  try scratch.write("old", to: "removed")
  try scratch.write("", to: "folder/inside")
  func change(_ name: String, _ before: String?, _ after: String?) -> FileChange {
    FileChange(
      path: scratch.path(name), before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) }, mode: 0o640)
  }
  let changes = [change("changed", "old", "new"), change("removed", "old", nil), change("deep/made", nil, "new")]
  // A folder can neither be replaced by a file nor removed as one, which shows only when it comes to it.
  for last in [change("folder", "", "new"), change("folder", "", nil)] {
    #expect(throws: Failure.self) { try Transaction.perform(changes + [last]) }
    #expect(scratch.files() == ["changed", "folder", "folder/inside", "removed"])
    #expect(try scratch.read("changed") == "old" && scratch.read("removed") == "old")
  }
  // What can't be made at all is seen before anything is changed.
  #expect(throws: Failure.self) { try Transaction.perform(changes + [change("changed/below", nil, "new")]) }
  #expect(scratch.files() == ["changed", "folder", "folder/inside", "removed"])

  try Transaction.perform(changes)
  #expect(scratch.files() == ["changed", "deep", "deep/made", "folder", "folder/inside"])
  #expect(try scratch.read("changed") == "new" && scratch.read("deep/made") == "new")
  let mode = try FileManager.default.attributesOfItem(atPath: scratch.path("changed"))[.posixPermissions] as? Int
  #expect(mode == 0o640)
}

/// Two schemas, so that their outputs tell them apart.
private func prepareRivals(_ scratch: Scratch) throws {
  for name in ["one", "two"] {
    let models = (0..<40).map { "model \(name.capitalized)\($0) {\n  id: Int64 @primaryKey\n}\n" }
    for file in 0..<8 {
      let text = models.joined().replacingOccurrences(of: "model ", with: "model F\(file)")
      try scratch.write(text, to: "\(name)/f\(file).igata")
    }
  }
}

/// Whether the outputs are those of one of the schemas, whole.
private func isWhole(_ scratch: Scratch) throws -> Bool {
  try ["one", "two"].contains { try scratch.run("igata generate \($0) -o out --check > /dev/null 2>&1").status == 0 }
}

/// Runs that write to the same folder at the same time leave the outputs of one of them, whole.
@Test(.timeLimit(.minutes(2))) func writersTakeTurns() throws {
  let scratch = try Scratch()
  try prepareRivals(scratch)
  for _ in 0..<3 {
    let outcome = try scratch.run(
      "for turn in 1 2 3; do igata generate one -o out & igata generate two -o out & done; wait")
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
    #expect(try isWhole(scratch))
    #expect(scratch.files().filter { $0.contains(".igata-tmp") } == [])
  }
}

/// A run that is killed leaves files that are each of one schema, and the next run is not hindered by them.
@Test(.timeLimit(.minutes(2))) func killedWritersDoNoHarm() throws {
  let scratch = try Scratch()
  try prepareRivals(scratch)
  #expect(try scratch.run("igata generate one -o out && cp -R out one-out").status == 0)
  #expect(try scratch.run("igata generate two -o out && cp -R out two-out").status == 0)
  var numbers = Numbers(seed: 7)
  for turn in 0..<30 {
    let name = turn % 2 == 0 ? "one" : "two"
    let process = scratch.shell(
      "exec igata generate \(name) -o out", output: .nullDevice, errors: .nullDevice)
    try process.start()
    usleep(UInt32(numbers.next(below: 60_000)))
    kill(process.processIdentifier, turn % 3 == 0 ? SIGTERM : SIGKILL)
    process.waitUntilExit()
    for file in scratch.files() where file.hasPrefix("out/f") {
      let content = try scratch.read(file)
      let isEither = try ["one-", "two-"].contains { try scratch.read($0 + file) == content }
      #expect(isEither, "turn \(turn): \(file) is of neither schema")
    }
  }
  let outcome = try scratch.run("igata generate one -o out")
  #expect(outcome == Outcome(output: "", errors: "", status: 0))
  #expect(try isWhole(scratch))
  #expect(scratch.files().filter { $0.contains(".igata-tmp") } == [])
}

/// The hash is the one that manifests were written with.
@Test func contentHashesStay() {
  #expect(ContentHash([]).text == "0-cbf29ce484222325")
  #expect(ContentHash(Array("foobar".utf8)).text == "6-85944171f73967e8")
}

import Foundation
import IgataGeneration
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

/// Wherever writing breaks off, the next run finds its way: it takes nothing for somebody else's, and leaves nothing.
@Test func writingCanBreakOffAnywhere() throws {
  func files(_ contents: [String: String]) -> [RenderedFile] {
    contents.map { RenderedFile(path: $0.key, bytes: Array($0.value.utf8)) }
  }
  // What the second one replaces, the third one may replace as well, and may not have.
  let first = files(["a": "1", "b": "1", "g": "1", "sub/c": "1"])
  let second = files(["b": "2", "d": "2", "g": "2", "sub/e": "2"])
  let third = files(["b": "3", "d": "3", "f": "3"])
  var step = 0
  while true {
    let scratch = try Scratch()
    let root = scratch.path("out")
    try OutputFolder(root, wanted: first).write(with: [])
    let steps = try OutputFolder(root, wanted: second).steps(with: [])
    for change in steps.prefix(step) { try Transaction.perform([change]) }
    let next = try OutputFolder(root, wanted: third)
    #expect(next.foreignFiles == [] && next.keptOrphans == [], "broken off at step \(step)")
    try next.write(with: [])
    let names = scratch.files().filter { $0.hasPrefix("out/") }
    #expect(names == ["out/.igata-manifest.json", "out/b", "out/d", "out/f"], "broken off at step \(step)")
    if step == steps.count { return }
    step += 1
  }
}

/// Schemas whose outputs tell them apart: 'two' and 'three' have the same files, of which 'one' has a half.
private let rivals = ["one", "two", "three"]

private func prepareRivals(_ scratch: Scratch) throws {
  for name in rivals {
    for file in 0..<(name == "one" ? 6 : 12) {
      let models = (0..<20).map { "model \(name.capitalized)F\(file)M\($0) {\n  id: Int64 @primaryKey\n}\n" }
      try scratch.write(models.joined(), to: "\(name)/f\(file).igata")
    }
  }
}

/// Whether the outputs are those of one of the schemas, whole.
private func isWhole(_ scratch: Scratch) throws -> Bool {
  try rivals.contains { try scratch.run("igata generate \($0) -o out --check > /dev/null 2>&1").status == 0 }
}

private func leftovers(_ scratch: Scratch) -> [String] { scratch.files().filter { $0.contains(".igata-tmp") } }

/// Runs that write to the same folder at the same time leave the outputs of one of them, whole.
@Test(.timeLimit(.minutes(10))) func writersTakeTurns() throws {
  let scratch = try Scratch()
  try prepareRivals(scratch)
  for _ in 0..<3 {
    let outcome = try scratch.run(
      "for turn in 1 2 3; do for name in \(rivals.joined(separator: " ")); do igata generate $name -o out & done; done; wait"
    )
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
    #expect(try isWhole(scratch))
    #expect(leftovers(scratch) == [])
  }
}

/// A run that is killed leaves files that are each of one schema, and the next run is not hindered by them.
@Test(.timeLimit(.minutes(10))) func killedWritersDoNoHarm() throws {
  let scratch = try Scratch()
  try prepareRivals(scratch)
  for name in rivals { #expect(try scratch.run("igata generate \(name) -o all-\(name)").status == 0) }
  var numbers = Numbers(seed: 7)
  for turn in 0..<40 {
    let process = scratch.shell(
      "exec igata generate \(rivals[turn % 2 + 1]) -o out", output: .nullDevice, errors: .nullDevice)
    try process.start()
    usleep(UInt32(numbers.next(below: 80_000)))
    kill(process.processIdentifier, turn % 3 == 0 ? SIGTERM : SIGKILL)
    process.waitUntilExit()
    for file in scratch.files() where file.hasPrefix("out/f") {
      let content = try scratch.read(file)
      let name = file.dropFirst("out/".count)
      let isOfOne = rivals.contains { (try? scratch.read("all-\($0)/\(name)")) == content }
      #expect(isOfOne, "turn \(turn): \(file) is of no schema")
    }
    let next = rivals[numbers.next(below: 3)]
    let outcome = try scratch.run("igata generate \(next) -o out && diff -r out all-\(next)")
    #expect(outcome == Outcome(output: "", errors: "", status: 0), "turn \(turn)")
    if turn % 5 == 0 { try FileManager.default.removeItem(atPath: scratch.path("out")) }
  }
}

/// What killed runs left is removed by the next one wherever files are, or were; what a run needs that still goes on is
/// not.
@Test func leftoversGo() throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "s/a.igata")
  let own = #"{"outputs": [{"template": "swift/documentation", "path": "sub/{snake}", "scope": "model"}]}"#
  try scratch.write(own, to: "s/igata.json")
  let ended = Process()
  ended.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  ended.arguments = ["true"]
  try ended.run()
  ended.waitUntilExit()
  let needed = ["out", "out/sub"].map { "\($0)/.igata-tmp-\(ProcessInfo.processInfo.processIdentifier)-1" }
  for isChanged in [false, true] {
    #expect(try scratch.run("igata generate s -o out").status == 0)
    for folder in ["out", "out/sub"] {
      try scratch.write("half", to: "\(folder)/.igata-tmp-\(ended.processIdentifier)-0")
    }
    for path in needed { try scratch.write("half", to: path) }
    if isChanged { try scratch.write("{}", to: "s/igata.json") }
    #expect(try scratch.run("igata generate s -o out") == Outcome(output: "", errors: "", status: 0))
    #expect(leftovers(scratch) == needed, "\(isChanged)")
  }
}

/// A disk that takes no more, and a folder that may not be written to, leave the old outputs whole, and nothing else.
@Test(.timeLimit(.minutes(10))) func refusedWritesChangeNothing() throws {
  let scratch = try Scratch()
  let models = (0..<40).map { "model M\($0) {\n  id: Int64 @primaryKey\n}\n" }
  try scratch.write(models.joined(), to: "b.igata")
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  #expect(try scratch.run("igata generate . -o out && cp -R out old").status == 0)
  // All outputs are to change; the limit, in blocks, lets the first of them through and not the last.
  try scratch.write("{\"access\": \"package\", \"tables\": \"plural\"}", to: "igata.json")
  for limit in [0, 1, 4, 16] {
    let outcome = try scratch.run(
      "trap '' XFSZ; ulimit -f \(limit); exec igata generate . -o out --depfile d 2> /dev/null")
    #expect(outcome.status == 73, "a limit of \(limit)")
    #expect(try scratch.run("diff -r out old; test ! -e d") == Outcome(output: "", errors: "", status: 0))
  }
  #expect(
    try scratch.run("mkdir new; cd new; trap '' XFSZ; ulimit -f 1; igata generate .. -o a/b 2> /dev/null; ls -A").output
      == "")
  guard let command = try unprivileged(scratch) else { return }
  let outcome = try scratch.run("chmod 555 out; \(command) generate . -o out")
  #expect(outcome.status == 73)
  #expect(outcome.errors == "igata: error: can't write 'out/.igata-manifest.json': permission is denied\n")
  #expect(try scratch.run("diff -r out old; chmod 755 out") == Outcome(output: "", errors: "", status: 0))
}

/// The command without the rights of a superuser, to whom no folder is closed.
private func unprivileged(_ scratch: Scratch) throws -> String? {
  guard geteuid() == 0 else { return "igata" }
  let command = "setpriv --reuid=65534 --regid=65534 --clear-groups ./igata"
  // The libraries of Swift may lie where nobody else may read.
  return try scratch.run("cp \"$(command -v igata)\" . && \(command) version").status == 0 ? command : nil
}

/// The hash is the one that manifests were written with.
@Test func contentHashesStay() {
  #expect(ContentHash([]).text == "0-9067954b1039834d")
  #expect(ContentHash(Array("foobar".utf8)).text == "6-a506c5c91283fab9")
}

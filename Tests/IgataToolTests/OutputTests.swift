import Foundation
import IgataDiagnostics
import IgataGeneration
import TestSupport
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

/// Wherever writing is stopped, the next run finishes it, takes nothing for somebody else's, and leaves nothing.
@Test func writingCanBreakOffAnywhere() throws {
  func files(_ contents: [String: String]) -> [RenderedFile] {
    contents.map {
      RenderedFile(path: $0.key, bytes: Array($0.value.utf8), origin: OutputOrigin(.swift, files: [0]))
    }
  }
  // What the second one replaces, the third one may replace as well, and may not have.
  let first = files(["a": "1", "b": "1", "g": "1", "sub/c": "1"])
  let second = files(["b": "2", "d": "2", "g": "2", "sub/e": "2"])
  let third = files(["b": "3", "d": "3", "f": "3"])
  var step = 0
  while true {
    let scratch = try Scratch()
    let root = scratch.path("out")
    let schema = SourceFile(name: scratch.path("s.igata"), text: "")
    func folder(_ files: [RenderedFile]) throws -> OutputFolder {
      try OutputFolder(root, wanted: files, claim: RunClaim([.swift], schemas: [schema], folder: root))
    }
    try folder(first).write(with: [])
    let steps = try folder(second).steps(with: [])
    var transaction = Transaction(changes: steps)
    try transaction.stage()
    try transaction.writeJournal(root)
    try transaction.commit(first: step)
    #expect(!Leftovers(in: root).isEmpty)
    // Somebody's own file at a path that is not written yet.
    if step == 0 { try scratch.write("mine", to: "out/d") }
    try Leftovers(in: root).settle(Console { _ in })
    let names = scratch.files().filter { $0.hasPrefix("out/") }
    let expected = [".igata-manifest.json", "b", "d", "g", "sub", "sub/e"].map { "out/\($0)" }
    #expect(names == expected, "stopped at step \(step)")
    #expect(try scratch.read("out/b") == "2" && scratch.read("out/d") == (step == 0 ? "mine" : "2"))
    let next = try folder(third)
    #expect(next.obstacles == [] && next.keptOrphans == [], "stopped at step \(step)")
    try next.write(with: [])
    let left = scratch.files().filter { $0.hasPrefix("out/") }
    #expect(left == ["out/.igata-manifest.json", "out/b", "out/d", "out/f"], "stopped at step \(step)")
    if step == steps.count { return }
    step += 1
  }
}

/// Settings whose outputs of one schema tell them apart.
private let rivals = ["public", "package", "internal"]

private func prepareRivals(_ scratch: Scratch) throws {
  for file in 0..<12 {
    let models = (0..<20).map { "model F\(file)M\($0) {\n  id: Int64 @primaryKey\n}\n" }
    try scratch.write(models.joined(), to: "s/f\(file).igata")
  }
}

private func generate(_ rival: String, into folder: String) -> String {
  "igata generate s --access \(rival) -o \(folder)"
}

/// Whether the outputs are those of one of the settings, whole.
private func isWhole(_ scratch: Scratch) throws -> Bool {
  try rivals.contains { try scratch.run("\(generate($0, into: "out")) --check > /dev/null 2>&1").status == 0 }
}

private func leftovers(_ scratch: Scratch) -> [String] {
  scratch.files().filter { $0.contains(".igata-tmp") || $0.contains(".igata-journal") }
}

/// Runs that write to the same folder at the same time leave the outputs of one of them, whole.
@Test(.timeLimit(.minutes(10))) func writersTakeTurns() throws {
  let scratch = try Scratch()
  try prepareRivals(scratch)
  for _ in 0..<3 {
    let outcome = try scratch.run(
      "for turn in 1 2 3; do for name in \(rivals.joined(separator: " ")); do \(generate("$name", into: "out")) & done; done; wait"
    )
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
    #expect(try isWhole(scratch))
    #expect(leftovers(scratch) == [])
  }
}

/// What a run has generated into a folder, without the files that it keeps for itself.
private func generated(_ scratch: Scratch, _ folder: String) -> [String: Data] {
  scratch.contents(of: folder).filter { $0.key.hasPrefix("f") }
}

/// A run that is killed leaves files that are each whole. Where they are not of one run, whoever looks is told, and the
/// next run repairs it.
@Test(.timeLimit(.minutes(FuzzingBudget.rounds(10)))) func killedWritersDoNoHarm() throws {
  let scratch = try Scratch()
  try prepareRivals(scratch)
  let start = ContinuousClock.now
  for name in rivals { #expect(try scratch.run(generate(name, into: "all-\(name)")).status == 0) }
  // Up to the end of a run and a little longer, however fast the machine is.
  let latest = Int((ContinuousClock.now - start) / .microseconds(1)) / rivals.count * 5 / 4
  var random = SplitMix64("killed writers", round: 0)
  var (kills, left) = (0, 0)
  for turn in 0..<FuzzingBudget.rounds(40) {
    let process = scratch.shell("exec \(generate(rivals[turn % 2 + 1], into: "out"))").process()
    try process.start()
    usleep(UInt32(random.below(latest)))
    kill(process.processIdentifier, turn % 3 == 0 ? SIGTERM : SIGKILL)
    process.waitUntilExit()
    kills += process.terminationReason == .uncaughtSignal ? 1 : 0
    for file in scratch.files() where file.hasPrefix("out/f") {
      let content = try scratch.read(file)
      let name = file.dropFirst("out/".count)
      let isOfOne = rivals.contains { (try? scratch.read("all-\($0)/\(name)")) == content }
      #expect(isOfOne, "turn \(turn): \(file) is of no setting")
    }
    let isLeft = !leftovers(scratch).isEmpty
    left += isLeft ? 1 : 0
    let found = generated(scratch, "out")
    if !isLeft, !found.isEmpty {
      #expect(
        rivals.contains { generated(scratch, "all-\($0)") == found }, "turn \(turn): a mixed set, and no leftovers")
    }
    let check = try scratch.run("\(generate(rivals[0], into: "out")) --check > /dev/null")
    #expect(check.errors.contains("stopped") == isLeft, "turn \(turn): \(check.errors)")
    let next = rivals[random.below(3)]
    let outcome = try scratch.run("\(generate(next, into: "out")) && diff -r -x '.igata-*' out all-\(next)")
    #expect(outcome.status == 0 && outcome.output == "", "turn \(turn)")
    #expect(outcome.errors.contains("stopped") == isLeft, "turn \(turn): \(outcome.errors)")
    #expect(leftovers(scratch) == [], "turn \(turn)")
    if turn % 5 == 0 { try FileManager.default.removeItem(atPath: scratch.path("out")) }
  }
  print("generate: \(kills) kills, \(left) left something")
}

/// What killed runs left is removed by the next one wherever files are, or were; what a run needs that still goes on is
/// not.
@Test func leftoversGo() throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "s/a.igata")
  let own = #"{"outputs": [{"template": "swift/documentation", "path": "sub/{snake}", "scope": "model"}]}"#
  try scratch.write(own, to: "s/igata.json")
  let ended = Program(system: "true").process()
  try ended.start()
  ended.waitUntilExit()
  let needed = ["out", "out/sub"].map { "\($0)/.igata-tmp-\(ProcessInfo.processInfo.processIdentifier)-1" }
  let removed = "a stopped run left 2 temporary files in 'out'; removed"
  for isChanged in [false, true] {
    #expect(try scratch.run("igata generate s -o out").status == 0)
    for folder in ["out", "out/sub"] {
      try scratch.write("half", to: "\(folder)/.igata-tmp-\(ended.processIdentifier)-0")
    }
    for path in needed { try scratch.write("half", to: path) }
    let check = try scratch.run("igata generate s -o out --check")
    #expect(check.errors.hasPrefix("igata: warning: a stopped run left 2 temporary files in 'out'"))
    if isChanged { try scratch.write("{}", to: "s/igata.json") }
    let outcome = try scratch.run("igata generate s -o out")
    #expect(outcome.status == 0 && outcome.errors.contains(removed), "\(outcome.errors)")
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
  #expect(outcome.errors.hasPrefix("igata: error: can't write 'out/"))
  #expect(outcome.errors.hasSuffix("': permission is denied\n"))
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

import Foundation
import IgataDiagnostics
import TestSupport
import Testing

@testable import IgataGeneration
@testable import IgataTool

extension Scratch {
  fileprivate func change(_ name: String, _ before: String?, _ after: String?, mode: UInt32? = nil) -> FileChange {
    FileChange(
      FileLocation(file: path(name)), before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) }, mode: mode)
  }
}

/// If a change fails, the previous ones are undone, and no temporary files remain.
@Test func transactionsAreWholeOrNothing() throws {
  let scratch = try Scratch()
  try scratch.write("old", to: "changed")
  try scratch.write("old", to: "removed")
  try scratch.write("", to: "folder/inside")
  func change(_ name: String, _ before: String?, _ after: String?) -> FileChange {
    scratch.change(name, before, after, mode: 0o640)
  }
  let changes = [change("changed", "old", "new"), change("removed", "old", nil), change("deep/made", nil, "new")]
  // A folder can't be replaced by a file or removed like one, which fails only when the change is made.
  for last in [change("folder", "", "new"), change("folder", "", nil)] {
    #expect(throws: Failure.self) { try Transaction.perform(changes + [last]) }
    #expect(scratch.files() == ["changed", "folder", "folder/inside", "removed"])
    #expect(try scratch.read("changed") == "old" && scratch.read("removed") == "old")
  }
  // A change that can't be prepared fails before anything is changed.
  #expect(throws: Failure.self) { try Transaction.perform(changes + [change("changed/below", nil, "new")]) }
  #expect(scratch.files() == ["changed", "folder", "folder/inside", "removed"])

  try Transaction.perform(changes)
  #expect(scratch.files() == ["changed", "deep", "deep/made", "folder", "folder/inside"])
  #expect(try scratch.read("changed") == "new" && scratch.read("deep/made") == "new")
  let mode = try FileManager.default.attributesOfItem(atPath: scratch.path("changed"))[.posixPermissions] as? Int
  #expect(mode == 0o640)
}

/// If writing is interrupted at any point, the next run completes it, doesn't touch the user's files, and leaves
/// nothing.
@Test func writingCanBreakOffAnywhere() throws {
  func files(_ contents: [String: String]) -> [RenderedFile] {
    contents.map {
      RenderedFile(path: $0.key, bytes: Array($0.value.utf8), origin: OutputOrigin(.swift, files: [0]))
    }
  }
  // The third run may also replace what the second one replaces, and may not have replaced.
  let first = files(["a": "1", "b": "1", "g": "1", "sub/c": "1"])
  let second = files(["b": "2", "d": "2", "g": "2", "sub/e": "2"])
  let third = files(["b": "3", "d": "3", "f": "3"])
  var step = 0
  while true {
    let scratch = try Scratch()
    let root = FileLocation(folder: scratch.path("out"))
    let schema = SourceFile(name: scratch.path("s.igata"), text: "")
    func folder(_ files: [RenderedFile]) throws -> OutputFolder {
      try OutputFolder(root, wanted: files, claim: RunClaim([.swift], schemas: [schema], folder: root.path))
    }
    try folder(first).write(with: [])
    let steps = try folder(second).steps(with: [])
    var transaction = Transaction(changes: steps)
    try transaction.stage()
    try transaction.writeJournal(root)
    try transaction.commit(first: step)
    #expect(!Leftovers(in: root).isEmpty)
    // The user's own file at a path that hasn't been written.
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

/// Without temporary files, a change that fails is undone too, and files stay the same files.
@Test func overwritesAreUndone() throws {
  let scratch = try Scratch()
  try scratch.write("old text", to: "changed")
  try scratch.write("old", to: "removed")
  try scratch.write("", to: "folder/inside")
  let changes = [
    scratch.change("removed", "old", nil), scratch.change("changed", "old text", "new"),
    scratch.change("deep/made", nil, "new"),
  ]
  let identity = try FileSystem.status(of: scratch.path("changed")).identity
  for last in [scratch.change("folder", "", "new"), scratch.change("folder", "", nil)] {
    #expect(throws: Failure.self) { try OverwritingTransaction.perform(changes + [last]) }
    #expect(scratch.files() == ["changed", "folder", "folder/inside", "removed"])
    #expect(try scratch.read("changed") == "old text" && scratch.read("removed") == "old")
  }
  try OverwritingTransaction.perform(changes)
  #expect(scratch.files() == ["changed", "deep", "deep/made", "folder", "folder/inside"])
  #expect(try scratch.read("changed") == "new" && scratch.read("deep/made") == "new")
  #expect(try FileSystem.status(of: scratch.path("changed")).identity == identity)
}

/// If a run that writes in place is killed, the next one replaces what it left, and leaves the user's files alone.
@Test func overwritingCanBreakOff() throws {
  func files(_ contents: [String: String]) -> [RenderedFile] {
    contents.map {
      RenderedFile(path: $0.key, bytes: Array($0.value.utf8), origin: OutputOrigin(.swift, files: [0]))
    }
  }
  let scratch = try Scratch()
  let root = FileLocation(folder: scratch.path("out"))
  let schema = SourceFile(name: scratch.path("s.igata"), text: "")
  func folder(_ contents: [String: String]) throws -> OutputFolder {
    try OutputFolder(root, wanted: files(contents), claim: RunClaim([.swift], schemas: [schema], folder: root.path))
  }
  try folder(["a": "1", "b": "1"]).write(with: [], overwriting: true)
  let steps = try folder(["b": "22", "c": "22", "d": "22"]).stepsOverwriting(with: [])
  // Up to a part of the first file, and all of another.
  try OverwritingTransaction.perform(Array(steps.prefix { !$0.path.hasSuffix("/b") }))
  try scratch.write("2", to: "out/b")
  try scratch.write("22", to: "out/c")
  let next = try folder(["b": "3", "c": "3"])
  #expect(next.obstacles == [] && next.keptOrphans == [])
  try next.write(with: [], overwriting: true)
  #expect(scratch.files().filter { $0.hasPrefix("out/") } == ["out/.igata-manifest.json", "out/b", "out/c"])
  #expect(try scratch.read("out/b") == "3" && scratch.read("out/c") == "3")
}

/// Settings that lead to different outputs for one schema.
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

/// Whether the outputs are complete, and all belong to one of the settings.
private func isWhole(_ scratch: Scratch) throws -> Bool {
  try rivals.contains { try scratch.run("\(generate($0, into: "out")) --check > /dev/null 2>&1").status == 0 }
}

private func leftovers(_ scratch: Scratch) -> [String] {
  scratch.files().filter { $0.contains(".igata-tmp") || $0.contains(".igata-journal") }
}

/// Concurrent runs in the same folder leave the complete outputs of one of them.
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

/// The files that a run generated into a folder, without igata's own files.
private func generated(_ scratch: Scratch, _ folder: String) -> [String: Data] {
  scratch.contents(of: folder).filter { $0.key.hasPrefix("f") }
}

/// If a run is killed, each file is complete. If they belong to different runs, igata warns, and the next run repairs
/// them.
@Test(.timeLimit(.minutes(FuzzingBudget.rounds(10)))) func killedWritersDoNoHarm() throws {
  let scratch = try Scratch()
  try prepareRivals(scratch)
  let start = ContinuousClock.now
  for name in rivals { #expect(try scratch.run(generate(name, into: "all-\(name)")).status == 0) }
  // Until slightly after the end of a run, however fast the machine is.
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
    #expect(check.errors.contains("interrupted") == isLeft, "turn \(turn): \(check.errors)")
    let next = rivals[random.below(3)]
    let outcome = try scratch.run("\(generate(next, into: "out")) && diff -r -x '.igata-*' out all-\(next)")
    #expect(outcome.status == 0 && outcome.output == "", "turn \(turn)")
    #expect(outcome.errors.contains("interrupted") == isLeft, "turn \(turn): \(outcome.errors)")
    #expect(leftovers(scratch) == [], "turn \(turn)")
    if turn % 5 == 0 { try FileManager.default.removeItem(atPath: scratch.path("out")) }
  }
  print("generate: \(kills) kills, \(left) left something")
}

/// The next run removes the leftovers of killed runs in all relevant folders, but not those of a running one.
@Test func leftoversGo() throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "s/a.igata")
  let own = #"{"outputs": [{"template": "swift/documentation", "path": "sub/{snake}", "scope": "model"}]}"#
  try scratch.write(own, to: "s/igata.json")
  let ended = Program(system: "true").process()
  try ended.start()
  ended.waitUntilExit()
  let needed = ["out", "out/sub"].map { "\($0)/.igata-tmp-\(ProcessInfo.processInfo.processIdentifier)-1" }
  let removed = "an interrupted run left 2 temporary files in 'out'; removed"
  for isChanged in [false, true] {
    #expect(try scratch.run("igata generate s -o out").status == 0)
    for folder in ["out", "out/sub"] {
      try scratch.write("half", to: "\(folder)/.igata-tmp-\(ended.processIdentifier)-0")
    }
    for path in needed { try scratch.write("half", to: path) }
    let check = try scratch.run("igata generate s -o out --check")
    #expect(check.errors.hasPrefix("igata: warning: an interrupted run left 2 temporary files in 'out'"))
    if isChanged { try scratch.write("{}", to: "s/igata.json") }
    let outcome = try scratch.run("igata generate s -o out")
    #expect(outcome.status == 0 && outcome.errors.contains(removed), "\(outcome.errors)")
    #expect(leftovers(scratch) == needed, "\(isChanged)")
  }
}

/// If the disk is full or a folder is read-only, the old outputs stay complete, and nothing else remains.
@Test(.timeLimit(.minutes(10))) func refusedWritesChangeNothing() throws {
  let scratch = try Scratch()
  let models = (0..<40).map { "model M\($0) {\n  id: Int64 @primaryKey\n}\n" }
  try scratch.write(models.joined(), to: "b.igata")
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  #expect(try scratch.run("igata generate . -o out && cp -R out old").status == 0)
  // All outputs are about to change. The limit, in blocks, is enough for the first of them and not for the last.
  try scratch.write("{\"access\": \"package\", \"names\": {\"plural\": true}}", to: "igata.json")
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
  #expect(outcome.errors.hasSuffix("': permission denied\n"))
  #expect(try scratch.run("diff -r out old; chmod 755 out") == Outcome(output: "", errors: "", status: 0))
}

/// The command without superuser permissions, which ignore those of folders.
private func unprivileged(_ scratch: Scratch) throws -> String? {
  guard geteuid() == 0 else { return "igata" }
  let command = "setpriv --reuid=65534 --regid=65534 --clear-groups ./igata"
  // The Swift libraries may be in a folder that other users can't read.
  return try scratch.run("cp \"$(command -v igata)\" . && \(command) version").status == 0 ? command : nil
}

/// The hash function is the one with which existing manifests were written.
@Test func contentHashesStay() {
  #expect(ContentHash([]).text == "0-9067954b1039834d")
  #expect(ContentHash(Array("foobar".utf8)).text == "6-a506c5c91283fab9")
}

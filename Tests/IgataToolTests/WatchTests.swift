import Foundation
import TestSupport
import Testing

/// An `igata watch` that is running, and what it says.
private final class Watch {
  let scratch: Scratch
  private let process: Foundation.Process
  /// Kept apart, so that what is said does not change what is watched.
  private let streams: Scratch

  init(_ scratch: Scratch, _ options: String) throws {
    self.scratch = scratch
    streams = try Scratch()
    try streams.write("", to: "said")
    let errors = try FileHandle(forWritingTo: streams.url("said"))
    process = scratch.shell("exec igata watch \(options)").process(errors: errors)
    try process.start()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  private func said() throws -> [String] {
    try streams.read("said").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The line of each round up to now; those of errors and of single files are left out.
  func rounds() throws -> [String] {
    try said().filter { line in
      line.hasPrefix("igata: ") && !["error: ", "removed '"].contains { line.hasPrefix("igata: \($0)") }
    }
  }

  /// Waits until the rounds are at least that many.
  func rounds(_ count: Int) throws -> [String] {
    while true {
      let found = try rounds()
      if found.count >= count { return found }
      guard process.isRunning else {
        Issue.record("igata watch has ended after \(try said())")
        return found
      }
      usleep(5_000)
    }
  }

  /// Does something at one blow, as far as the watch can see, and waits for the next round's line.
  func round(after command: String) throws -> String {
    let before = try rounds().count
    send(SIGSTOP)
    #expect(try scratch.run(command).status == 0, "\(command)")
    send(SIGCONT)
    return try rounds(before + 1)[before]
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  func end(by signal: Int32) -> Int32 {
    send(signal)
    process.waitUntilExit()
    return process.terminationStatus
  }
}

private let model = "echo 'model NAME { id: Int64 @primaryKey }' > FILE"

private func writing(_ name: String, to file: String) -> String {
  model.replacingOccurrences(of: "NAME", with: name).replacingOccurrences(of: "FILE", with: file)
}

/// What people and editors do to files, and what a round then says.
private let edits: [(command: String, line: String)] = [
  ("\(writing("B", to: "s/b.igata"))", "igata: wrote 3 files"),
  ("echo '// in place' >> s/b.igata", "igata: nothing to do; 3 files as they should be"),
  ("echo '/// Renamed over.' > s/4913~; cat s/b.igata >> s/4913~; mv s/4913~ s/b.igata", oneOfThree),
  ("mv s/b.igata s/b~; sed 's/Renamed/Moved/' s/b~ > s/b.igata; rm s/b~", oneOfThree),
  ("cp s/b.igata kept; rm s/b.igata; sed 's/Moved/Made anew/' kept > s/b.igata", oneOfThree),
  ("mkdir -p s/x/y; \(writing("C", to: "s/x/y/c.igata"))", "igata: wrote 2 files, left 2 as they were"),
  ("sed 's/C/CC/' s/x/y/c.igata > t; cat t > s/x/y/c.igata", "igata: wrote 2 files, left 2 as they were"),
  ("echo 'model {' > s/x/y/c.igata", "igata: nothing written; the outputs stay as they were"),
  ("rm -r s/x", "igata: wrote 1 file, removed 1, left 2 as they were"),
  ("echo '{\"access\": \"internal\"}' > igata.json", "igata: wrote 3 files"),
  ("echo '{\"acces\": \"internal\"}' > igata.json", "igata: nothing written; the outputs stay as they were"),
  ("rm igata.json", "igata: wrote 3 files"),
  ("ln -s ../shared.igata s/link.igata", "igata: wrote 2 files, left 2 as they were"),
  ("\(writing("Other", to: "shared.igata"))", "igata: wrote 2 files, left 2 as they were"),
  ("mv s gone", "igata: nothing written; the outputs stay as they were"),
  ("mv gone s", "igata: nothing to do; 4 files as they should be"),
]

private let oneOfThree = "igata: wrote 1 file, left 2 as they were"

/// Each change makes one round, whatever way a file is changed; what comes to nothing makes none.
@Test(.timeLimit(.minutes(10)), arguments: ["", " --poll"])
func watchingFollowsEveryEdit(_ option: String) throws {
  let scratch = try Scratch()
  #expect(
    try scratch.run("mkdir -p s/.hidden; \(writing("A", to: "s/a.igata")); \(writing("Shared", to: "shared.igata"))")
      .status == 0)
  let watch = try Watch(scratch, "s -o out --target swift" + option)
  var expected = ["igata: wrote 1 file"]
  #expect(try watch.rounds(1) == expected)
  for edit in edits {
    // Files that are none of its business wake nobody.
    try scratch.write("", to: "note.txt")
    if !edit.command.hasPrefix("mv gone") { try scratch.write("", to: "s/.hidden/h.igata") }
    expected.append(edit.line)
    #expect(try watch.round(after: edit.command) == edit.line, "\(edit.command)")
  }
  #expect(try scratch.run("igata generate s -o out --target swift --check").status == 0)
  #expect(watch.end(by: SIGTERM) == 0)
  #expect(try watch.rounds() == expected)
}

/// What happens while nobody looks is one round, however much it is.
@Test(.timeLimit(.minutes(10))) func stormsMakeOneRound() throws {
  let scratch = try Scratch()
  try scratch.write("model A {\n  id: Int64 @primaryKey\n}\n", to: "a.igata")
  let watch = try Watch(scratch, ". -o out --target swift")
  #expect(try watch.rounds(1) == ["igata: wrote 1 file"])
  watch.send(SIGSTOP)
  for number in 0..<300 {
    try scratch.write("model M\(number) {\n  id: Int64 @primaryKey\n}\n", to: "d\(number % 6)/m\(number % 60).igata")
  }
  watch.send(SIGCONT)
  #expect(try watch.rounds(2).last == "igata: wrote 62 files")
  #expect(watch.end(by: SIGINT) == 0)
  #expect(try watch.rounds().count == 2)
}

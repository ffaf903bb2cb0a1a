import Foundation
import TestSupport
import Testing

/// A running `igata watch` and its output.
private final class Watch {
  let scratch: Scratch
  private let process: Foundation.Process
  /// In a separate folder, so that the output doesn't change the watched files.
  private let streams: Scratch

  init(_ scratch: Scratch, _ options: String) throws {
    self.scratch = scratch
    streams = try Scratch()
    try streams.write("", to: "messages")
    let errors = try FileHandle(forWritingTo: streams.url("messages"))
    process = scratch.shell("exec igata watch \(options)").process(errors: errors)
    try process.start()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  private func messages() throws -> [String] {
    try streams.read("messages").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The lines of the rounds so far, without errors and lines about single files.
  func rounds() throws -> [String] {
    try messages().filter { line in
      line.hasPrefix("igata: ") && !["error: ", "removed '"].contains { line.hasPrefix("igata: \($0)") }
    }
  }

  /// Waits for at least that many rounds.
  func rounds(_ count: Int) throws -> [String] {
    while true {
      let found = try rounds()
      if found.count >= count { return found }
      guard process.isRunning else {
        Issue.record("igata watch has ended after \(try messages())")
        return found
      }
      usleep(5_000)
    }
  }

  /// Makes a change that the watch can only see as a whole, and waits for the next round's line.
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

/// Edits that people and editors make, and the line that the next round prints.
private let edits: [(command: String, line: String)] = [
  ("\(writing("B", to: "s/b.igata"))", "igata: wrote 3 files"),
  ("echo '// unchanged' >> s/b.igata", "igata: nothing to do; 3 files up to date"),
  ("echo '/// Renamed over.' > s/4913~; cat s/b.igata >> s/4913~; mv s/4913~ s/b.igata", oneOfThree),
  ("mv s/b.igata s/b~; sed 's/Renamed/Moved/' s/b~ > s/b.igata; rm s/b~", oneOfThree),
  ("cp s/b.igata kept; rm s/b.igata; sed 's/Moved/Made anew/' kept > s/b.igata", oneOfThree),
  ("mkdir -p s/x/y; \(writing("C", to: "s/x/y/c.igata"))", "igata: wrote 2 files, left 2 unchanged"),
  ("sed 's/C/CC/' s/x/y/c.igata > t; cat t > s/x/y/c.igata", "igata: wrote 2 files, left 2 unchanged"),
  ("echo 'model {' > s/x/y/c.igata", "igata: nothing was written; the outputs are unchanged"),
  ("rm -r s/x", "igata: wrote 1 file, removed 1, left 2 unchanged"),
  ("echo '{\"access\": \"internal\"}' > igata.json", "igata: wrote 3 files"),
  ("echo '{\"acces\": \"internal\"}' > igata.json", "igata: nothing was written; the outputs are unchanged"),
  ("rm igata.json", "igata: wrote 3 files"),
  ("ln -s ../shared.igata s/link.igata", "igata: wrote 2 files, left 2 unchanged"),
  ("\(writing("Other", to: "shared.igata"))", "igata: wrote 2 files, left 2 unchanged"),
  ("mv s gone", "igata: nothing was written; the outputs are unchanged"),
  ("mv gone s", "igata: nothing to do; 4 files up to date"),
]

private let oneOfThree = "igata: wrote 1 file, left 2 unchanged"

/// Each change causes one round, in whatever way a file is changed. If nothing has changed, there is none.
@Test(.timeLimit(.minutes(10)), arguments: ["", " --poll"])
func watchingFollowsEveryEdit(_ option: String) throws {
  let scratch = try Scratch()
  #expect(
    try scratch.run("mkdir -p .git s/.hidden; \(writing("A", to: "s/a.igata")); \(writing("Shared", to: "shared.igata"))")
      .status == 0)
  let watch = try Watch(scratch, "s -o out --target swift" + option)
  var expected = ["igata: wrote 1 file"]
  #expect(try watch.rounds(1) == expected)
  for edit in edits {
    // Irrelevant files don't cause a round.
    try scratch.write("", to: "note.txt")
    if !edit.command.hasPrefix("mv gone") { try scratch.write("", to: "s/.hidden/h.igata") }
    expected.append(edit.line)
    #expect(try watch.round(after: edit.command) == edit.line, "\(edit.command)")
  }
  #expect(try scratch.run("igata generate s -o out --target swift --check").status == 0)
  #expect(watch.end(by: SIGTERM) == 0)
  #expect(try watch.rounds() == expected)
}

/// Changes while the watch doesn't run cause a single round.
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

/// Own SQL of the next version and the list of versions are inputs, also where their folders are added while the watch
/// runs.
@Test(.timeLimit(.minutes(10)), arguments: ["", " --poll"])
func watchingFollowsVersions(_ option: String) throws {
  let scratch = try Scratch()
  #expect(try scratch.run("mkdir s; \(writing("A", to: "s/a.igata"))").status == 0)
  let watch = try Watch(scratch, "s -o out --target swift" + option)
  #expect(try watch.rounds(1) == ["igata: wrote 1 file"])
  func own(_ sql: String) -> String {
    "printf -- '-- igata: before\\n\(sql)\\n-- igata: end\\n' > Migrations/next/sqlite.sql"
  }
  let edits = [
    ("igata migrate seal first s", "igata: wrote 2 files"),
    ("mkdir Migrations/next; \(own("DELETE FROM \"a\" WHERE \"a\".\"id\" < 0;"))", "igata: wrote 1 file, left 1 unchanged"),
    (own("DELETE FROM \"a\" WHERE \"a\".\"id\" < 1;"), "igata: wrote 1 file, left 1 unchanged"),
    (own("COMMIT;"), "igata: nothing was written; the outputs are unchanged"),
    ("rm -r Migrations/next", "igata: wrote 1 file, left 1 unchanged"),
  ]
  for (command, line) in edits { #expect(try watch.round(after: command) == line, "\(command)") }
  #expect(watch.end(by: SIGTERM) == 0)
}

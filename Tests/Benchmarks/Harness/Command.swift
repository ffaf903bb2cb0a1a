import Foundation

/// A program to run as a child process, and the means to tell what it used.
struct Command: Sendable {
  /// A path, absolute or found by the shell's rules.
  let executable: String
  let arguments: [String]
  /// The folder it runs in; this process's own where there is none.
  var folder: String?

  init(_ executable: String, _ arguments: [String], in folder: String? = nil) {
    self.executable = executable
    self.arguments = arguments
    self.folder = folder
  }

  /// Runs it to its end.
  ///
  /// - Throws: `BenchmarkFault` when it can't be started or doesn't end with 0; the message holds what it printed.
  @discardableResult func run() throws -> Usage { try runToEnd { _ in }.usage }

  /// Runs it to its end; what it printed.
  ///
  /// - Throws: as ``run()`` does.
  func printed() throws -> String {
    try runToEnd { log in (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }.result
  }

  /// - Parameter read: Gets what is wanted from the file of what it printed. A large output is not read for nothing: to
  ///   Linux, a child has used as much memory as its parent had at once.
  private func runToEnd<Result>(_ read: (_ log: String) -> Result) throws -> (usage: Usage, result: Result) {
    let log = NSTemporaryDirectory() + "igata-benchmark-\(UUID().uuidString)"
    defer { unlink(log) }
    let child = try spawn(log: log)
    var status: Int32 = 0
    var used = rusage()
    while wait4(child, &status, 0, &used) < 0 {
      guard errno == EINTR else { throw BenchmarkFault("\(executable): wait4 failed with \(errno)") }
    }
    guard status == 0 else {
      let printed = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw BenchmarkFault("\(line) ended with status \(status >> 8 & 0xff), signal \(status & 0x7f):\n\(printed)")
    }
    return (Usage(used), read(log))
  }

  /// Runs it under callgrind and counts its instructions, those of the kernel excluded.
  ///
  /// - Parameter options: further options of callgrind, such as one that counts a part of the program alone.
  /// - Throws: `BenchmarkFault` when valgrind is missing or the program fails.
  func instructions(_ options: [String] = []) throws -> Int {
    let output = NSTemporaryDirectory() + "igata-callgrind-\(UUID().uuidString)"
    defer { unlink(output) }
    let callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=\(output)"] + options
    try Command("/usr/bin/env", callgrind + [try stripped()] + arguments, in: folder).run()
    let profile = try String(contentsOfFile: output, encoding: .utf8)
    for line in profile.split(separator: "\n").reversed() where line.hasPrefix("totals:") || line.hasPrefix("summary:")
    {
      if let count = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) { return count }
    }
    throw BenchmarkFault("callgrind wrote no totals for \(line)")
  }

  /// A copy of the program without debug information, beside the benchmarks: valgrind 3.19 ends at that of Swift 6. The
  /// program itself if it has a name for the shell or is a script.
  private func stripped() throws -> String {
    let original = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
    guard executable.hasPrefix("/"),
      try FileHandle(forReadingFrom: original).read(upToCount: 4) == Data("\u{7F}ELF".utf8)
    else { return executable }
    let copy = URL(fileURLWithPath: Session.executable).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("stripped-\(original.lastPathComponent)").path
    try Command("/usr/bin/env", ["strip", "--strip-debug", "-o", copy, original.path]).run()
    return copy
  }

  private var line: String { ([executable] + arguments).joined(separator: " ") }

  private func spawn(log: String) throws -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // A child starts in its parent's folder, and there is no portable way to name another one to posix_spawn.
    let home = FileManager.default.currentDirectoryPath
    if let folder, chdir(folder) != 0 { throw BenchmarkFault("can't go to \(folder)") }
    defer { if folder != nil { chdir(home) } }
    var words = ([executable] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, executable, &actions, nil, words, environ)
    guard failure == 0 else { throw BenchmarkFault("\(line) can't be started: \(String(cString: strerror(failure)))") }
    return child
  }
}

import IgataDiagnostics

extension OptionRule {
  fileprivate static let poll = OptionRule.flag(
    "poll", "check the files repeatedly; for disks that do not report\nchanges, such as network disks")
}

extension Command {
  static let watch = Command(
    name: "watch", purpose: "generate whenever a schema changes",
    operands: .schemas,
    options: [.output, .target, .dialect, .access, .templates, .schemaName, .poll, .report],
    notes: """
      Generates at the start, and then whenever a schema, igata.json or a custom template is changed,
      added or removed, and prints a line with the result. If there are errors, they are printed, and
      the outputs are unchanged until the errors are fixed. Ctrl-C ends it. Reports in formats other
      than text are printed after each generation.
      """, run: runWatch)
}

private func runWatch(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  guard !invocation.operands.contains(Inputs.standardInput) else {
    throw Failure(.usage, "standard input can't be watched")
  }
  let signals = StopSignals()
  guard !invocation.has(.poll) else {
    watch(invocation, PollingWatch(signals), console)
    return .success
  }
  do {
    watch(invocation, try SystemWatch(signals), console)
  } catch {
    console.warn("can't watch files (\(error.reason)); checking them repeatedly instead")
    watch(invocation, PollingWatch(signals), console)
  }
  return .success
}

/// Generates on each change until the user stops the command.
private func watch(_ invocation: Invocation, _ changes: some ChangeWatch, _ console: Console) {
  var session = WatchSession(invocation: invocation, changes: changes)
  var console = console
  repeat {
    generateOnce(invocation, console)
    console.finishReport()
    // The command continues to watch even if nobody reads the reports.
    try? console.finish()
  } while session.waitForChange()
}

/// Generates once, and prints a line with the result.
private func generateOnce(_ invocation: Invocation, _ console: Console) {
  do throws(Failure) {
    console.note(try Generation(invocation, console).write(console).summary)
  } catch {
    for message in error.messages { console.complain(message) }
    console.note("nothing was written; the outputs are unchanged")
  }
}

extension Generation.Result {
  /// A summary of the changes: `wrote 2 files, removed 1, left 3 unchanged`.
  fileprivate var summary: String {
    func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
    guard written + removed > 0 else { return "nothing to do; \(files(kept)) up to date" }
    var parts: [String] = []
    if written > 0 { parts.append("wrote \(files(written))") }
    if removed > 0 { parts.append("removed \(parts.isEmpty ? files(removed) : "\(removed)")") }
    if kept > 0 { parts.append("left \(kept) unchanged") }
    return parts.joined(separator: ", ")
  }
}

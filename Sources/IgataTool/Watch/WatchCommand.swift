import IgataDiagnostics

extension OptionRule {
  fileprivate static let poll = OptionRule.flag(
    "poll", "look at the files again and again; for disks that do not tell\nof changes, as those of the network")
}

extension Command {
  static let watch = Command(
    name: "watch", purpose: "generate again whenever a schema changes",
    operands: .schemas,
    options: [.output, .target, .dialect, .access, .templates, .schemaName, .poll, .report],
    notes: """
      Generates at once, and then whenever a schema, igata.json or a template of yours has changed,
      come or gone; one line says what was done. Where there are errors, they are printed, the
      outputs stay as they were, and igata waits for the fix. Ctrl-C ends it. Other reports than
      text are printed once for each round.
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
    console.warn("the system does not tell of changes (\(error.reason)); looking again and again instead")
    watch(invocation, PollingWatch(signals), console)
  }
  return .success
}

/// Generates until the user ends it.
private func watch(_ invocation: Invocation, _ changes: some ChangeWatch, _ console: Console) {
  var session = WatchSession(invocation: invocation, changes: changes)
  var console = console
  repeat {
    generateOnce(invocation, console)
    console.finishReport()
    // Who watches goes on watching, whether or not anyone reads the reports.
    try? console.finish()
  } while session.waitForChange()
}

/// One round, and the line that says what came of it.
private func generateOnce(_ invocation: Invocation, _ console: Console) {
  do throws(Failure) {
    console.note(try Generation(invocation, console).write(console).summary)
  } catch {
    for message in error.messages { console.complain(message) }
    console.note("nothing written; the outputs stay as they were")
  }
}

extension Generation.Result {
  /// What was done, in one phrase: `wrote 2 files, removed 1, left 3 as they were`.
  fileprivate var summary: String {
    func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
    guard written + removed > 0 else { return "nothing to do; \(files(kept)) as they should be" }
    var parts: [String] = []
    if written > 0 { parts.append("wrote \(files(written))") }
    if removed > 0 { parts.append("removed \(parts.isEmpty ? files(removed) : "\(removed)")") }
    if kept > 0 { parts.append("left \(kept) as \(kept == 1 ? "it was" : "they were")") }
    return parts.joined(separator: ", ")
  }
}

/// Waits for changes of the files that the outputs of a command line depend on.
struct WatchSession<Changes: ChangeWatch> {
  /// The time without changes before the files are read. Editors replace a file in several steps, and a checkout
  /// changes many files.
  private static var quiet: Duration { .milliseconds(20) }
  /// The maximum time to wait for the files to settle.
  private static var maximumWait: Duration { .milliseconds(500) }

  private let invocation: Invocation
  private var changes: Changes
  /// The inputs of the last generation.
  private var known: WatchedInputs

  init(invocation: Invocation, changes: Changes) {
    self.invocation = invocation
    self.changes = changes
    known = WatchedInputs(invocation)
    known = look()
  }

  /// Returns when the inputs have changed since the last generation.
  ///
  /// - Returns: Whether to continue. `false` if the user wants to stop.
  mutating func waitForChange() -> Bool {
    while changes.wait(nil) != .stop {
      var found = look()
      guard found != known else { continue }
      let end = ContinuousClock.now + Self.maximumWait
      while ContinuousClock.now < end {
        let wake = changes.wait(Self.quiet)
        if wake == .stop { return false }
        let next = look()
        let isQuiet = wake == .silence && next == found
        found = next
        if isQuiet { break }
      }
      guard found != known else { continue }
      known = found
      return true
    }
    return false
  }

  /// The current inputs, all of them watched.
  private mutating func look() -> WatchedInputs {
    var found = WatchedInputs(invocation)
    // A file that was added to a folder before the folder was watched would be missed.
    while changes.watch(found) {
      let next = WatchedInputs(invocation)
      if next == found { break }
      found = next
    }
    return found
  }
}

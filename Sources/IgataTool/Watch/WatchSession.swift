/// Waits for changes of what the outputs of a command line depend on.
struct WatchSession<Changes: ChangeWatch> {
  /// How long the files have to be left alone before they are read: editors replace a file in several steps, and a
  /// checkout changes many of them.
  private static var quiet: Duration { .milliseconds(20) }
  /// How long a round waits for quiet at most.
  private static var patience: Duration { .milliseconds(500) }

  private let invocation: Invocation
  private var changes: Changes
  /// What the last round was made from.
  private var known: WatchedInputs

  init(invocation: Invocation, changes: Changes) {
    self.invocation = invocation
    self.changes = changes
    known = WatchedInputs(invocation)
    known = look()
  }

  /// Returns when there is something to generate from that there was not at the last time.
  ///
  /// - Returns: Whether the user wants to go on.
  mutating func waitForChange() -> Bool {
    while changes.wait(nil) != .stop {
      var found = look()
      guard found != known else { continue }
      let end = ContinuousClock.now + Self.patience
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

  /// The inputs as they are now, all of them watched.
  private mutating func look() -> WatchedInputs {
    var found = WatchedInputs(invocation)
    // What came into a folder before it was watched would be missed.
    while changes.watch(found) {
      let next = WatchedInputs(invocation)
      if next == found { break }
      found = next
    }
    return found
  }
}

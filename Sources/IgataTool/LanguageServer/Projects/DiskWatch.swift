/// Finds changes of files on disk for a client that doesn't report them, by looking at them now and then.
struct DiskWatch {
  private static let interval = Duration.seconds(1)
  /// The maximum part of the time that is spent with looking: a fiftieth.
  private static let rest = 50

  /// When to look next; `nil` if there is nothing to look for.
  private(set) var due: ContinuousClock.Instant?
  private var known: WatchedInputs?

  /// Looks at the schemas and settings in some folders.
  ///
  /// - Returns: Whether any has changed since the last time.
  mutating func look(at folders: [String]) -> Bool {
    guard !folders.isEmpty else {
      (due, known) = (nil, nil)
      return false
    }
    let start = ContinuousClock.now
    let found = WatchedInputs(Invocation(path: ["lsp"], operands: folders))
    let isNew = known.map { $0 != found } ?? false
    known = found
    due = .now + max(Self.interval, (.now - start) * Self.rest)
    return isNew
  }
}

extension LanguageServer {
  mutating func lookAtDisk() {
    if disk.look(at: workspace.folders) { filesChanged() }
  }
}

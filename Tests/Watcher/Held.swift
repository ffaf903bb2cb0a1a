import Synchronization

/// Something that closures hold: it tells when it is called, and is counted while it is there.
final class Held: Sendable {
  private let live: LiveCount
  private let (calls, caller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let itself = Mutex<Held?>(nil)

  init(_ live: LiveCount) {
    self.live = live
    live.add(1)
  }

  deinit { live.add(-1) }

  func touch() { caller.yield() }

  /// Waits until it was called.
  func wait() async { for await _ in calls { return } }

  /// Never lets go of itself.
  func keep() { itself.withLock { $0 = self } }
}

/// How many there are.
final class LiveCount: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  func add(_ difference: Int) { number.add(difference, ordering: .sequentiallyConsistent) }

  /// Waits until there is none, for as long as there can be hope.
  func settle() async {
    for _ in 0..<200 where count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
    // What the runtime frees behind the last of them.
    try? await Task.sleep(for: .milliseconds(100))
  }
}

#if SQLite || canImport(SQLite3)
internal import Synchronization

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// Interrupts the statement of a connection: on its own thread, so that the next one is never interrupted, when its
/// task is cancelled, or when others want it.
final class Interruption {
  /// How many instructions of SQLite's virtual machine run between checks.
  static let stepsBetweenChecks: Int32 = 4000

  private struct State: ~Copyable {
    var isAllowed = false
    var checksLeft: Int?
    let isWanted = Atomic(false)
  }

  private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  init() { state.initialize(to: State()) }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Whether the statement that runs can be interrupted: a query, but never a commit.
  var isAllowed: Bool {
    get { state.pointee.isAllowed }
    set { state.pointee.isAllowed = newValue }
  }

  /// Lets the statements that `body` runs take no more than a number of instructions.
  func limiting<Result, Failure: Error>(
    to steps: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    state.pointee.checksLeft = steps / Int(Self.stepsBetweenChecks)
    defer { state.pointee.checksLeft = nil }
    return try body()
  }

  /// Interrupts the statement that runs, and all later ones. Any thread may call this.
  func interrupt() { state.pointee.isWanted.store(true, ordering: .relaxed) }

  /// Must be unregistered before the interruption is deallocated.
  func register(on database: OpaquePointer) {
    sqlite3_progress_handler(
      database, Self.stepsBetweenChecks,
      { state in
        guard let state = state?.assumingMemoryBound(to: State.self) else { return 0 }
        if let left = state.pointee.checksLeft {
          if left <= 0 { return 1 }
          state.pointee.checksLeft = left - 1
        }
        guard state.pointee.isAllowed else { return 0 }
        if state.pointee.isWanted.load(ordering: .relaxed) { return 1 }
        return withUnsafeCurrentTask { $0?.isCancelled == true } ? 1 : 0
      }, state)
  }
}

#endif

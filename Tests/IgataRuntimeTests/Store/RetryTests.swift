import IgataTesting
import RuntimeModels
import Synchronization
import Testing

@_spi(Backend) @testable import IgataRuntime

/// A transaction that conflicted with another one is tried again after a pause, which grows, within bounds.
@Suite struct RetryTests {
  private static let origin = TransactionOrigin(fileID: #fileID, line: #line)

  /// The number of allowed attempts, how many meet a conflict, and after which of them there was a pause.
  @Test(arguments: [(1, 0, []), (1, 1, []), (4, 2, [1, 2]), (4, 3, [1, 2, 3]), (4, 9, [1, 2, 3]), (-1, 1, [])])
  func aPauseBeforeEachNextAttempt(_ allowed: Int, _ conflicts: Int, _ expected: [Int]) async throws {
    let backend = FaultyBackend()
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    for number in 1..<(conflicts + 1) { backend.fail(.commit, onCall: number, with: .conflict(reason: "met")) }
    var pauses: [Int] = []
    var runs = 0
    var error: StoreError?
    do {
      try await store.transaction(attempts: allowed, from: Self.origin, pausing: { pauses.append($0) }) { store in
        runs += 1
        _ = try await store.insert(Message(message: "x"))
      }
    } catch let failure as StoreError {
      error = failure
    }
    #expect(pauses == expected)
    #expect(runs == expected.count + 1)
    let isDone = conflicts < max(1, allowed)
    #expect(error == (isDone ? nil : .conflict(reason: "met")))
    #expect(try await store.count(Message.all) == (isDone ? 1 : 0))
  }

  @Test func whoIsCancelledInAPauseIsNotTriedAgain() async throws {
    let backend = FaultyBackend()
    let store = Store(backend)
    try await store.prepare(MessageSchema.self)
    backend.fail(.commit, with: .conflict(reason: "met"))
    let task = Task {
      try await store.transaction(
        attempts: .max, from: Self.origin,
        pausing: { number in
          guard number == 3 else { return }
          withUnsafeCurrentTask { $0?.cancel() }
          try await Task.sleep(for: RetryPause.pause(after: number))
        }
      ) { store in _ = try await store.insert(Message(message: "x")) }
    }
    await #expect(throws: StoreError.cancelled) { try await task.value }
    #expect(try await store.count(Message.all) == 0)
  }

  @Test func pausesGrowWithinBounds() {
    let longest = [0, 1, 2, 3, 7, 8, 9, 100, .max].map { RetryPause.longest(after: $0) }
    #expect(longest == [4, 4, 8, 16, 256, 500, 500, 500, 500].map { .milliseconds($0) })
    let pauses = (0..<1000).map { _ in RetryPause.pause(after: 8) }
    #expect(pauses.allSatisfy { $0 >= .zero && $0 <= .milliseconds(500) })
    #expect(Set(pauses).count > 900)
  }
}

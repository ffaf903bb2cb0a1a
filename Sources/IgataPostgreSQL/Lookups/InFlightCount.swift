#if PostgreSQL
internal import Synchronization

/// The number of lookups that wait for their answers.
final class InFlightCount: Sendable {
  private let count = Atomic(0)

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  func enter() { count.add(1, ordering: .relaxed) }

  func leave() { count.subtract(1, ordering: .relaxed) }
}

#endif

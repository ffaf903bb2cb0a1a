#if PostgreSQL
internal import Synchronization

/// How many wait for answers of the same kind at the same time.
final class Crowd: Sendable {
  private let count = Atomic(0)

  /// Adds one. Returns whether there were others.
  func enter() -> Bool { count.add(1, ordering: .relaxed).oldValue > 0 }

  func leave() { count.subtract(1, ordering: .relaxed) }
}

#endif

import Foundation
import IgataRuntime
import IgataSQLite

/// What twenty rows cost more if they are fetched from the main actor than from another task: against what a function
/// that does nothing costs there. It tells how often a call leaves the main actor and returns to it.
///
/// It is wall time in one process, in which all four take turns.
enum MainActorCalls {
  private static let calls = 500
  private static let rounds = 11

  static func measure(in session: Session) async throws -> Measurement {
    session.say("calls from the main actor")
    let printed = try session.probe("runtime", "main-actor-calls", times: 1).printed()
    let figures = printed.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .newlines)) }
    guard figures.count == 4 else { throw BenchmarkFault("the main actor printed '\(printed)'") }
    let (fetch, other, nothing, least) = (figures[0], figures[1], figures[2], figures[3])
    return Measurement(
      group: "runtime", name: "20 rows from the main actor, leaving it beside doing nothing elsewhere",
      ratio: (fetch - other) / (nothing - least), bar: 1.5,
      figures: "20 rows \(figure(fetch, .seconds)), from a task \(figure(other, .seconds)), "
        + "nothing \(figure(nothing, .seconds)), from a task \(figure(least, .seconds))")
  }

  /// The process that is measured: prints the seconds of a call that fetches, on the main actor and in a task, and of
  /// one that does nothing.
  @Sendable static func probe(_ times: Int) async throws {
    let store = Store(try SQLiteBackend.inMemory())
    try await store.prepare(LedgerSchema.self)
    try await store.insert((0..<1000).map(LedgerRows.account))
    var costs: [[Double]] = Array(repeating: [], count: 4)
    for _ in 0..<rounds {
      costs[0].append(try await fetchOnMainActor(store))
      costs[1].append(try await fetch(store))
      costs[2].append(await doNothingOnMainActor())
      costs[3].append(await doNothingInATask())
    }
    print(costs.map { "\(median($0))" }.joined(separator: " "))
  }

  private static let query = LedgerAccount.all.limit(20)

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .seconds(1) / Double(calls)
  }

  @MainActor private static func fetchOnMainActor(_ store: Store) async throws -> Double {
    let start = ContinuousClock.now
    for _ in 0..<calls { _ = try await store.fetch(query) }
    return seconds(since: start)
  }

  private static func fetch(_ store: Store) async throws -> Double {
    let start = ContinuousClock.now
    for _ in 0..<calls { _ = try await store.fetch(query) }
    return seconds(since: start)
  }

  @MainActor private static func doNothingOnMainActor() async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<calls { _ = await doNothing() }
    return seconds(since: start)
  }

  private static func doNothingInATask() async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<calls { _ = await doNothing() }
    return seconds(since: start)
  }

  /// Not quite nothing, which would be left out with the way there and back.
  @inline(never) private static func doNothing() async -> ContinuousClock.Instant { .now }
}

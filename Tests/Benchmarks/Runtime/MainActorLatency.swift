import Foundation
@_spi(Backend) import IgataRuntime
import IgataSQLite

/// How long the main actor keeps others waiting while it, and others, ask a store for much: against the time that one
/// load of all rows takes, which is how long it would be blocked if it did the work itself.
enum MainActorLatency {
  private static let samples = 1000

  static func measure(in session: Session) async throws -> Measurement {
    session.say("the main actor under load")
    let printed = try session.probe("runtime", "main-actor", times: 1).printed()
    let figures = printed.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .newlines)) }
    guard figures.count == 3 else { throw BenchmarkFault("the main actor printed '\(printed)'") }
    let (median, most, load) = (figures[0], figures[1], figures[2])
    return Measurement(
      group: "runtime", name: "main actor under load, longest wait", ratio: most / load, bar: 1,
      figures: "median \(figure(median, .seconds)), most \(figure(most, .seconds)), a load \(figure(load, .seconds))")
  }

  /// The process that is measured: prints the median and the longest wait, and the time of a load, in seconds.
  @Sendable static func probe(_ times: Int) async throws {
    let store = Store(try SQLiteBackend.inMemory())
    try await store.prepare(LedgerSchema.self)
    try await store.insert(LedgerRows.accounts)
    let load = try await ContinuousClock().measure { _ = try await store.fetch(LedgerAccount.all) }
    let work = Task { @MainActor in
      var index = 0
      while !Task.isCancelled {
        _ = try await store.fetch(LedgerAccount.all)
        _ = try await store.page(LedgerAccount.all, size: 100)
        try await store.save(LedgerRows.account(index))
        index += 1
      }
    }
    var waits: [Duration] = []
    for _ in 0..<samples {
      waits.append(await ContinuousClock().measure { await MainActor.run {} })
      try await Task.sleep(for: .milliseconds(1))
    }
    work.cancel()
    let seconds = waits.map { $0 / .seconds(1) }
    print(median(seconds), seconds.max() ?? 0, load / .seconds(1))
  }
}

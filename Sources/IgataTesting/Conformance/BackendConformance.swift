@_spi(Backend) public import IgataRuntime

/// The conformance suite for backends: it tests everything that ``/IgataRuntime/Backend`` requires.
///
/// ```swift
/// let failures = await BackendConformance.run { MyBackend() }
/// for failure in failures { print(failure) }
/// ```
///
/// The suite doesn't need a test framework. Each check uses a backend of its own, which must be empty, and doesn't
/// clean up. The suite's models have columns of every type, keys of one and of two columns, generated keys, and
/// relations of every kind with every delete rule.
public enum BackendConformance {
  /// An incorrect result of a backend.
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The name of the check.
    public var check: String
    /// What was expected, and what was found.
    public var message: String

    /// The check's name and its message.
    public var description: String { "\(check): \(message)" }
  }

  /// The names of all checks, in the order in which they run.
  public static var checks: [String] { Check.all.map(\.name) }

  /// Runs the suite, or only the checks with these names, and returns the failures in order.
  ///
  /// `seed` determines the random rows; messages about them contain it. A check that takes longer than `timeLimit`, as
  /// it waits for a change that the backend doesn't report, is canceled and has failed.
  public static func run(
    only names: Set<String>? = nil, seed: UInt64 = 1, timeLimit: Duration = .seconds(300),
    makeBackend: @escaping @Sendable () async throws -> any Backend
  ) async -> [Failure] {
    var failures: [Failure] = []
    for check in Check.all where names?.contains(check.name) ?? true {
      let report = Report()
      await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          await run(check, seed, report, makeBackend)
          return true
        }
        group.addTask {
          try? await Task.sleep(for: timeLimit)
          return false
        }
        if await group.next() == false { report.fail("it took longer than \(timeLimit)") }
        group.cancelAll()
      }
      failures += report.messages.map { Failure(check: check.name, message: $0) }
    }
    return failures
  }

  private static func run(
    _ check: Check, _ seed: UInt64, _ report: Report, _ makeBackend: () async throws -> any Backend
  ) async {
    do {
      let store = Store(try await makeBackend())
      try await store.prepare(ConformanceSchema.self)
      try await check.body(Bench(store: store, report: report, seed: seed))
    } catch {
      if !Task.isCancelled { report.fail("it threw \(error)") }
    }
  }
}

/// A single check.
struct Check: Sendable {
  let name: String
  let body: @Sendable (Bench) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (Bench) async throws -> Void) {
    self.name = name
    self.body = body
  }

  static let all: [Check] =
    preparing + roundTrips + writes + updates + conditions + queries + [longLists] + repeatedQueries + relatedQueries
    + relatedAggregates + aggregates + groupedQueries + selectedValues + relatedFetches + dateParts + jsonPaths
    + deletes + transactions + relations + relatedWrites + ownedWrites + partialWrites + databaseDefaults + links
    + concurrency + paging + streaming + watching + sql + sqlTexts
}

@_spi(Backend) public import IgataRuntime

/// The suite that proves a backend: that everything which ``IgataRuntime/Backend`` promises is kept.
///
/// ```swift
/// let failures = await BackendConformance.run { MyBackend() }
/// for failure in failures { print(failure) }
/// ```
///
/// It needs no test framework and belongs to none. Each check works on a backend of its own, which must be empty; what
/// it makes in there it leaves behind. The suite's models have every type of column, keys of one and of two columns and
/// such as the store makes, relations of every kind with every delete rule.
public enum BackendConformance {
  /// Something that a backend did otherwise than it should.
  public struct Failure: Hashable, Sendable, CustomStringConvertible {
    /// The name of the check.
    public var check: String
    /// What was expected, and what was found.
    public var message: String

    /// The check's name and what it found.
    public var description: String { "\(check): \(message)" }
  }

  /// The names of all checks, in the order in which they run.
  public static var checks: [String] { Check.all.map(\.name) }

  /// Runs the suite, or the checks that are named; returns what went wrong, in order.
  ///
  /// `seed` chooses the random rows; a message about them names it.
  public static func run(
    only names: Set<String>? = nil, seed: UInt64 = 1, makeBackend: @Sendable () async throws -> any Backend
  ) async -> [Failure] {
    var failures: [Failure] = []
    for check in Check.all where names?.contains(check.name) ?? true {
      let report = Report()
      do {
        let store = Store(try await makeBackend())
        try await store.prepare(ConformanceSchema.self)
        try await check.body(Bench(store: store, report: report, seed: seed))
      } catch {
        report.fail("it threw \(error)")
      }
      failures += report.messages.map { Failure(check: check.name, message: $0) }
    }
    return failures
  }
}

/// One thing to prove.
struct Check: Sendable {
  let name: String
  let body: @Sendable (Bench) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (Bench) async throws -> Void) {
    self.name = name
    self.body = body
  }

  static let all: [Check] =
    preparing + roundTrips + writes + queries + [longLists] + repeatedQueries + relatedQueries + aggregates + groupedQueries
    + deletes + transactions + relations + concurrency + paging + streaming + watching
}

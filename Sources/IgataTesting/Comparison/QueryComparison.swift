@_spi(Backend) public import IgataRuntime

/// Runs the same random queries over the same random rows on two backends, and reports where the results differ.
///
/// ```swift
/// let comparison = QueryComparison(HouseholdSchema.models)
/// let result = try await comparison.run(count: 10_000, seed: 1) { MemoryBackend() } found: { MyBackend() }
/// if let difference = result.difference { print(difference) }
/// ```
///
/// The rows satisfy the schema, and include texts, numbers and dates from the edges of their types. The queries use
/// every feature of a ``/IgataRuntime/RowQuery``. The comparison covers the rows of a query in their order, its
/// aggregates, its groups, and the rows that remain in all tables after its rows were deleted. Each round has its own
/// rows, and its own seed, with which it can be repeated.
public struct QueryComparison: Sendable {
  /// A difference between the results of the backends.
  public struct Difference: Sendable, CustomStringConvertible {
    /// The seed that reproduces the difference in the first round of
    /// ``QueryComparison/run(count:seed:expected:found:)``.
    public var seed: UInt64
    /// The query, reduced to the smallest one with different results.
    public var question: String
    /// The result of the first backend.
    public var expected: String
    /// The result of the second backend.
    public var found: String

    /// The difference in words.
    public var description: String {
      "seed \(seed): \(question)\n  expected \(expected)\n  found    \(found)"
    }
  }

  /// The result of a run.
  public struct Result: Sendable {
    /// The number of results that were compared.
    public var comparisons: Int
    /// The first difference; `nil` if there was none.
    public var difference: Difference?
  }

  private let models: [any PersistableModel.Type]

  /// The maximum number of rows in a table.
  public var rowCount = 10
  /// The number of queries over the same rows.
  public var queriesPerRound = 250

  /// A comparison with the tables of these models. Models that others refer to come first, as in a
  /// ``/IgataRuntime/PersistableSchema``.
  public init(_ models: [any PersistableModel.Type]) { self.models = models }

  /// Compares at least `count` results, or those up to the first difference. Each round uses two new, empty backends.
  public func run(
    count: Int, seed: UInt64, expected: () async throws -> any Backend, found: () async throws -> any Backend
  ) async throws -> Result {
    var result = Result(comparisons: 0, difference: nil)
    var seeds = SeededGenerator(seed: seed)
    var roundSeed = seed
    while result.comparisons < count, result.difference == nil {
      try await runRound(roundSeed, expected: try await expected(), found: try await found(), &result)
      roundSeed = seeds.next()
    }
    return result
  }

  private func runRound(
    _ seed: UInt64, expected: any Backend, found: any Backend, _ result: inout Result
  ) async throws {
    var values = RandomValues(seed: seed)
    let data = RandomData(models, rowCount: rowCount, &values)
    for backend in [expected, found] {
      try await Store(backend).prepare(models)
      try await backend.fill(with: data)
    }
    var queries = RandomQueries(data, seed: seed &+ 1)
    var questions = (0..<queriesPerRound).flatMap { _ in queries.questions() }
    // Deletions come last, in sessions of their own.
    let deletions = questions.filter(\.isDeletion)
    questions.removeAll(where: \.isDeletion)
    var mismatch: Mismatch?
    for (access, questions) in [(SessionAccess.read, questions), (.write, deletions)] where mismatch == nil {
      let sessions = Sessions(try await expected.begin(access), try await found.begin(access), data.tables)
      for question in questions where mismatch == nil {
        mismatch = await sessions.mismatch(question)
        result.comparisons += 1
      }
      if let found = mismatch { mismatch = await sessions.smallest(found) }
      await sessions.end()
    }
    result.difference = mismatch.map {
      Difference(seed: seed, question: "\($0.question)", expected: "\($0.expected)", found: "\($0.found)")
    }
  }
}

extension Backend {
  fileprivate func fill(with data: RandomData) async throws(StoreError) {
    try await inSession(.write) { session throws(StoreError) in
      for table in data.tables { try await session.write(.insert, data.rows[table.name] ?? [], table) }
    }
  }
}

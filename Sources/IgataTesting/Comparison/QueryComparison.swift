@_spi(Backend) public import IgataRuntime

/// Asks two backends the same random questions of the same random rows, and tells where the answers differ.
///
/// ```swift
/// let comparison = QueryComparison(HouseholdSchema.models)
/// let result = try await comparison.run(count: 10_000, seed: 1) { MemoryBackend() } found: { MyBackend() }
/// if let difference = result.difference { print(difference) }
/// ```
///
/// The rows keep to the schema, with texts, numbers and dates from the edges of their types among them; the queries say
/// everything that a ``RowQuery`` can. What is compared are the rows of a query in their order, its aggregates, its
/// groups, and what is left in all tables after its rows were deleted. Each round has rows of its own and a seed of its
/// own, which makes it again.
public struct QueryComparison: Sendable {
  /// Something that the backends answered otherwise.
  public struct Difference: Sendable, CustomStringConvertible {
    /// The seed that, given to ``QueryComparison/run(count:seed:expected:found:)``, makes the same in its first round.
    public var seed: UInt64
    /// What was asked, as small as still makes the difference.
    public var question: String
    /// What the first backend answered.
    public var expected: String
    /// What the second one answered.
    public var found: String

    /// All of it in words.
    public var description: String {
      "seed \(seed): \(question)\n  expected \(expected)\n  found    \(found)"
    }
  }

  /// What a run came to.
  public struct Result: Sendable {
    /// How many answers were compared.
    public var comparisons: Int
    /// The first that differed.
    public var difference: Difference?
  }

  private let models: [any PersistableModel.Type]

  /// How many rows a table has at most.
  public var rowCount = 10
  /// How many queries the same rows are asked.
  public var queriesPerRound = 250

  /// A comparison over the tables of these models, those that others refer to first, as a ``PersistableSchema`` has
  /// them.
  public init(_ models: [any PersistableModel.Type]) { self.models = models }

  /// Compares at least `count` answers, or those up to the first difference. Each round has two new, empty backends.
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
    // What changes rows comes last, in sessions of its own.
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
    let session = try await begin(.write)
    do throws(StoreError) {
      for table in data.tables {
        let rows = data.rows[table.name] ?? []
        if rows.isEmpty { continue }
        _ = try await session.write(RowWrite(.insert, table, count: rows.count)) { writer in
          for row in rows {
            for (column, value) in row.enumerated() { writer.rawValue(column, value) }
            guard writer.finishRow() else { return }
          }
        }
      }
      try await session.commit()
    } catch {
      await session.rollback()
      throw error
    }
  }
}

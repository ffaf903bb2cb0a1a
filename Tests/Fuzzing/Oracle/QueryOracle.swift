import Foundation
import GeneratedModels
import IgataRuntime
import IgataSQLite
import TestSupport
import Testing

#if PostgreSQL
import IgataPostgreSQL
#endif

/// Values, groups, lists, dates, JSON and related rows are on every backend what plain Swift makes of the same models.
@Suite struct QueryOracle {
  private static func stores() async throws -> [(name: String, store: Store)] {
    var backends: [(String, any Backend)] = [("memory", MemoryBackend()), ("SQLite", try SQLiteBackend.inMemory())]
    #if PostgreSQL
    if FuzzedServer.isThere {
      backends.append(("PostgreSQL", try PostgreSQLBackend(try await FuzzedServer.newSchema())))
    }
    #endif
    return backends.map { ($0, Store($1)) }
  }

  /// How many comparisons were made, and what differed.
  private struct Report {
    var count = 0
    var open = 0
    var overflows = 0
    var differences: [String] = []
  }

  private static func ask<Model>(
    _ count: Int, about subject: Subject<Model>, _ stores: [(name: String, store: Store)], _ random: inout SplitMix64,
    _ report: inout Report
  ) async {
    for _ in 0..<count {
      let (selection, question) = (subject.selection(&random), subject.question(&random))
      switch subject.expected(question, selection) {
      case .open: report.open += 1
      case .overflow: report.overflows += 1
      default: break
      }
      for (name, store) in stores {
        report.count += 1
        if let difference = await subject.difference(question, selection, store) {
          report.differences.append("\(name): \(difference)")
        }
      }
    }
  }

  @Test func scalarsMeanWhatSwiftMeans() async throws {
    try await compare("scalars", EverythingSchema.self) { random, stores, report in
      let terms = try ScalarTerms(&random)
      for (_, store) in stores {
        try await store.delete(Scalars.all)
        try await store.save(terms.rows)
      }
      await Self.ask(60, about: terms.subject, stores, &random, &report)
    }
  }

  @Test func relationsMeanWhatSwiftMeans() async throws {
    try await compare("household", HouseholdSchema.self) { random, stores, report in
      let terms = HouseholdTerms(&random)
      for (_, store) in stores {
        try await store.delete(Person.all)
        try await store.delete(Tag.all)
        try await store.save(terms.persons)
        try await store.save(terms.accounts)
        try await store.save(terms.entries)
      }
      await Self.ask(25, about: terms.entrySubject, stores, &random, &report)
      await Self.ask(25, about: terms.accountSubject, stores, &random, &report)
      await Self.ask(10, about: terms.personSubject, stores, &random, &report)
    }
  }

  private func compare(
    _ name: String, _ schema: any PersistableSchema.Type,
    _ round: (inout SplitMix64, [(name: String, store: Store)], inout Report) async throws -> Void
  ) async throws {
    let stores = try await Self.stores()
    for (_, store) in stores { try await store.prepare(schema) }
    var report = Report()
    for number in 0..<FuzzingBudget.rounds(20) {
      var random = SplitMix64("oracle of \(name)", round: number)
      try await round(&random, stores, &report)
      for difference in report.differences {
        Issue.record("seed \(FuzzingBudget.seed), round \(number), \(difference)")
      }
      if !report.differences.isEmpty { break }
    }
    print(
      "oracle of \(name), seed \(FuzzingBudget.seed): \(report.count) comparisons; of the questions, "
        + "\(report.overflows) overflow and \(report.open) are left open")
    #expect(report.open * 10 < report.count, "too much is left open")
  }
}

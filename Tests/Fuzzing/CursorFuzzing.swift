import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

/// A cursor comes from a client, so anything may be in it: it continues a page or is refused, and memory and SQLite
/// give the same answer.
@Test func forgedCursorsAreRefused() async throws {
  let stores = [Store(MemoryBackend()), Store(try SQLiteBackend(path: ":memory:"))]
  for store in stores {
    try await store.prepare(HouseholdSchema.self)
    try await store.save((0..<20).map { Tag(name: "\(["\u{FEFF}", "é", "", "z"][$0 % 4])\($0)") })
  }
  let query = Tag.all.order { $0.name.descending }
  let tokens = try await [1, 5, 19].asyncMap { size in
    try await stores[0].page(query, size: size).cursor?.token ?? ""
  }
  var accepted = 0
  for round in 0..<FuzzingBudget.rounds(2_000) {
    var random = SplitMix64("cursor", round: round)
    let token = String(decoding: random.mutated([UInt8](random.element(tokens).utf8), changes: 2), as: UTF8.self)
    guard let cursor = try? PageCursor(token: token) else { continue }
    accepted += 1
    let answers = await stores.asyncMap { store -> String in
      do throws(StoreError) {
        return try await store.page(query, size: 3, after: cursor).items.map(\.name).joined(separator: ",")
      } catch {
        return "\(error)"
      }
    }
    #expect(answers[0] == answers[1], "seed \(FuzzingBudget.seed), round \(round): \(token)")
  }
  #expect(accepted > 0, "no mutation is accepted, so nothing was asked")
}

extension Array {
  /// The results of `body` for each element, one after the other.
  func asyncMap<Result, Failure: Error>(
    _ body: (Element) async throws(Failure) -> Result
  ) async throws(Failure) -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}

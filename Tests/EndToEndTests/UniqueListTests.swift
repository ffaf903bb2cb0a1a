import GeneratedModels
import IgataRuntime
import Testing

/// Lists are equal if they have the same elements in the same order, as a unique constraint sees them, too.
@Test(arguments: BackendChoice.allCases) func uniqueLists(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(CommunitySchema.self)
  let club = try await store.save(Club(name: "chess"))
  let texts = [[], [""], ["a", "b"], ["b", "a"], ["a,b"], ["a\",\"b"], ["é"], ["e\u{301}"], ["{a}"], ["NULL"]]
  let ballots = texts.enumerated().map { Ballot(ranks: [Int32($0), -1], names: $1, club: club) }
  let saved = try await store.save(ballots)
  #expect(try await store.fetch(Ballot.all).map(\.names) == texts)
  for names in texts {
    await #expect(throws: duplicate("club_id_names", "club", "names")) {
      try await store.insert(Ballot(ranks: [.max], names: names, club: club))
    }
  }
  await #expect(throws: duplicate("ranks", "ranks")) {
    try await store.insert(Ballot(ranks: [0, -1], names: ["new"], club: club))
  }
  let matched = [Ballot(ranks: [3, -1], names: ["c"], club: club), Ballot(ranks: [-1, 3], names: ["d"], club: club)]
  let written = try await store.save(matched, matching: \.ranks)
  #expect(written[0].id == saved[3].id && !saved.map(\.id).contains(written[1].id))
  #expect(try await store.count(Ballot.where { $0.ranks == [3, -1] && $0.names == ["c"] }) == 1)
}

private func duplicate(_ name: String, _ fields: String...) -> StoreError {
  .duplicateKey(model: "Ballot", constraint: "ballot_\(name)_key", fields: fields)
}

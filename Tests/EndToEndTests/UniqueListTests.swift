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
  let named = [["c"], ["new"], ["a", "b"]].enumerated().map { Ballot(ranks: [Int32($0), 7, 7], names: $1, club: club) }
  let again = try await store.save([named[0], named[2]], matching: \.club, \.names)
  #expect(again.map(\.id) == [saved[3].id, saved[2].id])
  #expect(try await store.save(named[1], matching: \.club, \.names).id > again.map(\.id).max() ?? .max)
  let more = (0..<700).map { Ballot(ranks: [Int32($0), -1], names: ["more \($0)", ""], club: club) }
  #expect(try await store.save(more, matching: \.ranks).prefix(2).map(\.id) == saved.prefix(2).map(\.id))
}

private func duplicate(_ name: String, _ fields: String...) -> StoreError {
  .duplicateKey(model: "Ballot", constraint: "ballot_\(name)_key", fields: fields)
}

import IgataDiagnostics
import Testing

@Suite struct NearestTests {
  @Test func theNearestCandidateIsProposed() {
    let cases: [(word: String, candidates: [String], nearest: String?)] = [
      ("Persn", ["Account", "Person"], "Person"),
      ("modle", ["enum", "type", "struct", "model"], "model"),
      ("primarykey", ["index", "primaryKey"], "primaryKey"),
      ("id", ["ID", "Id"], "Id"),
      ("person", ["Persona", "Person"], "Person"),
      ("ab", ["cd", "abcd"], nil),
      ("a", ["b"], nil),
      ("", ["a", ""], nil),
      ("name", ["nam", "names"], "nam"),
      ("names", ["gamed", "nmaes"], "nmaes"),
      ("Person", ["Person"], nil),
      ("completely", ["different"], nil),
      ("口坐", ["口座"], nil),
      ("残高の口坐", ["残高の口座"], "残高の口座"),
      (String(repeating: "a", count: 100_000), [String(repeating: "a", count: 99_999)], nil),
      ("anything", [], nil),
    ]
    for item in cases {
      #expect(nearest(item.word, in: item.candidates) == item.nearest, "\(item.word.prefix(20))")
      #expect(nearest(item.word, in: item.candidates.reversed()) == item.nearest, "\(item.word.prefix(20)), reversed")
    }
  }
}

import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import TestSupport
import Testing

/// A random condition, as a query has it and as Swift says it of a model: what all backends get wrong alike is found by
/// the second alone.
private struct Pair: Sendable {
  var condition: @Sendable (Entry.Columns) -> Condition
  var holds: @Sendable (Entry) -> Bool

  /// - Parameter depth: how many terms may still be inside each other.
  static func random(_ random: inout SplitMix64, depth: Int) -> Pair {
    if depth > 0, random.chance(60) {
      let left = Pair.random(&random, depth: depth - 1)
      let right = Pair.random(&random, depth: depth - 1)
      switch random.below(3) {
      case 0: return Pair { left.condition($0) && right.condition($0) } holds: { left.holds($0) && right.holds($0) }
      case 1: return Pair { left.condition($0) || right.condition($0) } holds: { left.holds($0) || right.holds($0) }
      default: return Pair { !left.condition($0) } holds: { !left.holds($0) }
      }
    }
    return term(&random)
  }

  private static func term(_ random: inout SplitMix64) -> Pair {
    let amount = Sample.amount(&random)
    let text = random.element(Sample.notes.compactMap(\.self))
    let note = random.element(Sample.notes)
    let kind = random.element(AccountKind.allCases)
    switch random.below(12) {
    case 0: return Pair { $0.amount == amount } holds: { $0.amount == amount }
    case 1: return Pair { $0.amount < amount } holds: { $0.amount < amount }
    case 2: return Pair { $0.amount >= amount } holds: { $0.amount >= amount }
    case 3: return Pair { $0.note == note } holds: { $0.note.map { [UInt8]($0.utf8) } == note.map { [UInt8]($0.utf8) } }
    case 4: return Pair { $0.note != text } holds: { $0.note.map { [UInt8]($0.utf8) } != [UInt8](text.utf8) }
    case 5: return Pair { $0.note.isNil } holds: { $0.note == nil }
    case 6: return Pair { $0.note.contains(text) } holds: { Sample.contains($0.note, text) }
    case 7: return Pair { $0.note.hasPrefix(text) } holds: { $0.note.map { $0.utf8.starts(with: text.utf8) } ?? false }
    case 8: return Pair { $0.account.kind == kind } holds: { $0.account.kind == kind }
    case 9: return Pair { $0.account.owner.name == text } holds: { $0.account.owner.name.utf8.elementsEqual(text.utf8) }
    case 10:
      return Pair { $0.account.tags.contains { $0.name == text } } holds: {
        $0.account.tags.contains { $0.name.utf8.elementsEqual(text.utf8) }
      }
    default: return Pair { $0.account.initialAmount > amount } holds: { $0.account.initialAmount > amount }
    }
  }

  init(_ condition: @escaping @Sendable (Entry.Columns) -> Condition, holds: @escaping @Sendable (Entry) -> Bool) {
    self.condition = condition
    self.holds = holds
  }
}

private enum Sample {
  static let notes: [String?] = [nil, "", "a", "A", "ab", "%", "_", "é", "e\u{301}", "\u{FEFF}a", "日本", "a'b\"c\\d"]

  static func amount(_ random: inout SplitMix64) -> Currency {
    Currency(storedInteger: Int64(random.below(7) - 3) * 1000)
  }

  /// Whether the bytes of one text are found in the other's.
  static func contains(_ text: String?, _ part: String) -> Bool {
    guard let text = text.map({ [UInt8]($0.utf8) }) else { return false }
    let part = [UInt8](part.utf8)
    return part.count <= text.count && (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  static func entries() -> [Entry] {
    var random = SplitMix64("entries", round: 0)
    let owners = notes.compactMap(\.self).map { Person(name: $0.isEmpty ? "nobody" : $0) }
    let tags = notes.compactMap(\.self).map { Tag(name: $0) }
    let accounts = (0..<24).map { number in
      Account(
        name: "\(number)", kind: random.element(AccountKind.allCases), initialAmount: Sample.amount(&random),
        owner: random.element(owners), tags: Array(Set((0..<random.below(4)).map { _ in random.element(tags) })))
    }
    return (0..<150).map { _ in
      Entry(account: random.element(accounts), amount: Sample.amount(&random), note: random.element(notes))
    }
  }
}

/// Conditions select on every backend what plain Swift selects from the same models.
@Test func conditionsMeanWhatSwiftMeans() async throws {
  let stores = [Store(MemoryBackend()), Store(try SQLiteBackend(path: ":memory:"))]
  var entries: [Entry] = []
  let new = Sample.entries()
  for store in stores {
    try await store.prepare(HouseholdSchema.self)
    try await store.save(new)
    entries = try await store.fetch(Entry.all)
  }
  var selected = 0
  for round in 0..<FuzzingBudget.rounds(400) {
    var random = SplitMix64("condition", round: round)
    let pair = Pair.random(&random, depth: 3)
    let query = Entry.where(pair.condition)
    let expected = Set(entries.filter(pair.holds).map(\.id))
    selected += expected.count
    for store in stores {
      let found = try await store.fetch(query)
      #expect(Set(found.map(\.id)) == expected, "seed \(FuzzingBudget.seed), round \(round)")
    }
  }
  #expect(selected > 0)
}

import Testing

@testable import IgataRuntime

/// Lists that a program and others have changed, each from what it read.
@Suite struct ListMergeTests {
  private static func keys(_ numbers: some Sequence<Int>) -> [StoredKey] { numbers.map { .integer(Int64($0)) } }

  private static func stored(_ numbers: some Sequence<Int>) -> [ListMerge.Member] {
    keys(numbers).enumerated().map { (Int64($0) * 2, $1) }
  }

  @Test func aListThatTheProgramMadeReplacesTheStoredOne() {
    let merge = ListMerge(Self.keys([3, 1, 3]), base: nil, stored: Self.stored([1, 2]), isOrdered: true)
    #expect(merge.keys == Self.keys([3, 1]))
    #expect(merge.removed == Self.keys([2]))
  }

  @Test func changesOfBothAreKept() {
    let merge = ListMerge(
      Self.keys([1, 3, 4]), base: Self.keys([1, 2, 3]), stored: Self.stored([1, 2, 5]), isOrdered: true)
    // The program removed 2 and added 4; another one removed 3 and added 5.
    #expect(merge.keys == Self.keys([1, 4, 5]))
    #expect(merge.removed == Self.keys([2]))
    #expect(merge.changed.map(\.key) == Self.keys([4, 5]))
    #expect(merge.changed.map(\.position) == [4, 5])
  }

  /// Applied to the stored rows, each merge leads to the list, and to no row twice.
  @Test func rowsBecomeTheList() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let base = (0..<6).shuffled(using: &random).prefix(.random(in: 0...6))
      let mine = (0..<8).shuffled(using: &random).prefix(.random(in: 0...8))
      let stored = Self.stored((0..<10).shuffled(using: &random).prefix(.random(in: 0...8)))
      let hasBase = Bool.random()
      let merge = ListMerge(Self.keys(mine), base: hasBase ? Self.keys(base) : nil, stored: stored, isOrdered: true)
      var rows = Dictionary(uniqueKeysWithValues: stored.map { ($0.key, $0.position) })
      for key in merge.removed { #expect(rows.removeValue(forKey: key) != nil) }
      for row in merge.changed { rows[row.key] = row.position }
      #expect(Set(rows.values).count == rows.count)
      #expect(rows.sorted { $0.value < $1.value }.map(\.key) == merge.keys)
      let there = Set(stored.map(\.key))
      let expected = hasBase
        ? Set(Self.keys(mine)).subtracting(Set(Self.keys(base)).subtracting(there))
          .union(there.subtracting(Self.keys(base)))
        : Set(Self.keys(mine))
      #expect(Set(merge.keys) == expected)
    }
  }
}

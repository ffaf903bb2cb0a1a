import Foundation
import Testing

@_spi(Backend) @testable import IgataRuntime

/// Keys as a store keeps them.
@Suite struct StoredKeyTests {
  private static let texts =
    ["", "\0", "\0\0", "a", "a\0", "ab", "b", "é", "e\u{301}", "現金", "😀😀😀", "abcdefg", "abcdefgh", "abcdefghi"]
    + ["abcdefgh\0", "0123456789abcd", "0123456789abcde", "0123456789abcdef", "0123456789abcdeg", "\u{FFFF}"]
  private static let uuids = ["00000000-0000-0000-0000-000000000000", "00000000-0000-0001-0000-000000000000",
    "80000000-0000-0000-0000-000000000001", "00000000-0000-0000-8000-000000000000",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"].compactMap(UUID.init(uuidString:))

  @Test func keysKeepTheirValues() {
    for text in Self.texts { #expect(StoredKey(text).values == [.text(text)]) }
    for uuid in Self.uuids { #expect(StoredKey(uuid).values == [.uuid(uuid)]) }
    for number in [Int64.min, -1, 0, 1, .max] { #expect(StoredKey(number).values == [.integer(number)]) }
  }

  /// Each pair is equal, or ordered, as the stored values are.
  @Test func keysAreOrderedAsStored() {
    let values = Self.texts.map { StoredValue.text($0) }
    for (left, leftText) in zip(values, Self.texts) {
      for (right, rightText) in zip(values, Self.texts) {
        #expect(StoredKey(leftText).precedes(StoredKey(rightText)) == (left.compared(to: right) == .orderedAscending))
        #expect((StoredKey(leftText) == StoredKey(rightText)) == (left == right))
      }
    }
    #expect(zip(Self.uuids.sorted { $0.uuidString < $1.uuidString }, Self.uuids.sorted {
      StoredKey($0).precedes(StoredKey($1))
    }).allSatisfy { $0 == $1 })
    #expect(Set(Self.texts.map { StoredKey($0) }).count == Self.texts.count)
  }

  @Test func orderIsThatOfTheRows() {
    let texts = Self.texts.map(StoredValue.text)
    #expect(StoredKey.order(of: Self.texts.map { StoredKey($0) }) == texts.indices.sorted {
      texts[$0].compared(to: texts[$1]) == .orderedAscending
    })
    let numbers: [Int64] = [3, -1, .max, 0, .min, 2, -2]
    #expect(StoredKey.order(of: numbers.map { StoredKey($0) }).map { numbers[$0] } == numbers.sorted())
    let uuids = Array(Self.uuids.reversed())
    #expect(StoredKey.order(of: uuids.map { StoredKey($0) }).map { uuids[$0].uuidString }
      == uuids.map(\.uuidString).sorted())
    #expect(StoredKey.order(of: [.values([.integer(2)]), .values([.integer(1)])]) == [0, 1])
  }

  @Test func keyListsHoldWholeKeys() {
    let keys = KeyList(width: 2, values: [.integer(1), .integer(2), .integer(3), .integer(4), .integer(5)])
    #expect(Array(keys) == [[.integer(1), .integer(2)], [.integer(3), .integer(4)]])
    #expect(KeyList(width: 2, [[.integer(1), .integer(2)], [.integer(3)]]) == nil)
    #expect(KeyList(width: 0, [[]]) == nil)
  }
}

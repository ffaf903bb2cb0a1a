import Foundation
import Testing

@_spi(Backend) @testable import IgataRuntime

/// Keys by which a load finds related rows.
@Suite struct LoadKeyTests {
  private static let texts =
    ["", "\0", "\0\0", "a", "a\0", "ab", "b", "é", "e\u{301}", "現金", "😀😀😀", "abcdefg", "abcdefgh", "abcdefghi"]
    + ["abcdefgh\0", "0123456789abcd", "0123456789abcde", "0123456789abcdef", "0123456789abcdeg", "\u{FFFF}"]
  private static let uuids = ["00000000-0000-0000-0000-000000000000", "00000000-0000-0001-0000-000000000000",
    "80000000-0000-0000-0000-000000000001", "00000000-0000-0000-8000-000000000000",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"].compactMap(UUID.init(uuidString:))

  @Test func keysKeepTheirValues() {
    for text in Self.texts { #expect(LoadKey(text).values == [.text(text)]) }
    for uuid in Self.uuids { #expect(LoadKey(uuid).values == [.uuid(uuid)]) }
    for number in [Int64.min, -1, 0, 1, .max] { #expect(LoadKey(number).values == [.integer(number)]) }
  }

  /// Each pair is equal, or ordered, as the stored values are.
  @Test func keysAreOrderedAsStored() {
    let values = Self.texts.map { StoredValue.text($0) }
    for (left, leftText) in zip(values, Self.texts) {
      for (right, rightText) in zip(values, Self.texts) {
        #expect(LoadKey(leftText).precedes(LoadKey(rightText)) == (left.compared(to: right) == .orderedAscending))
        #expect((LoadKey(leftText) == LoadKey(rightText)) == (left == right))
      }
    }
    #expect(zip(Self.uuids.sorted { $0.uuidString < $1.uuidString }, Self.uuids.sorted {
      LoadKey($0).precedes(LoadKey($1))
    }).allSatisfy { $0 == $1 })
    #expect(Set(Self.texts.map { LoadKey($0) }).count == Self.texts.count)
  }

  @Test func keyListsHoldWholeKeys() {
    let keys = KeyList(width: 2, values: [.integer(1), .integer(2), .integer(3), .integer(4), .integer(5)])
    #expect(Array(keys) == [[.integer(1), .integer(2)], [.integer(3), .integer(4)]])
    #expect(KeyList(width: 2, [[.integer(1), .integer(2)], [.integer(3)]]) == nil)
    #expect(KeyList(width: 0, [[]]) == nil)
  }
}

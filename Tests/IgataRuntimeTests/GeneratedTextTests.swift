@testable @_spi(Backend) import IgataRuntime
import Testing

/// `cuid()` and `ulid()`.
struct GeneratedTextTests {
  private static let digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

  @Test func ulidsAscend() {
    let texts = (0..<5000).map { _ in String.ulid() }
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 })
    #expect(texts.allSatisfy { $0.count == 26 && $0.allSatisfy(Self.digits.contains) && ("0"..."7").contains($0.prefix(1)) })
  }

  /// The example of the specification: the time 1469918176385 is 01ARYZ6S41.
  @Test func ulidsHaveTheTime() {
    let first = ULID(after: ULID(high: 0, low: 0), at: 1_469_918_176_385)
    #expect(first.text.hasPrefix("01ARYZ6S41"))
    #expect(ULID(after: first, at: 1_469_918_176_385).text.hasPrefix("01ARYZ6S41"))
    // The clock was set back.
    #expect(ULID(after: first, at: 1) > first)
    #expect(ULID(high: 1, low: .max).text == "0000000000000ZZZZZZZZZZZZZ")
    #expect(ULID(after: ULID(high: 1 << 16, low: .max), at: 1) == ULID(high: 1 << 16 | 1, low: 0))
  }

  @Test func cuidsHaveTheTime() {
    let texts = (0..<1000).map { _ in String.cuid() }
    #expect(Set(texts).count == texts.count)
    #expect(
      texts.allSatisfy { text in
        text.utf8.count == 25 && text.hasPrefix("c")
          && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
      })
    #expect(String.cuid(at: 1_469_918_176_385).hasPrefix("cir9rbvr5"))
    #expect(String.cuid(at: 0).hasPrefix("c00000000"))
  }
}

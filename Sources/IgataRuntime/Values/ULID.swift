internal import Foundation
internal import Synchronization

extension String {
  /// A key that sorts by its creation time: a ULID, as its specification defines it (<https://github.com/ulid/spec>).
  ///
  /// 26 characters of Crockford's base 32, in upper case: the first ten are the milliseconds since 1970, and the other
  /// 16 are 80 random bits. Of two that one process makes, the later one is greater, also within a millisecond and
  /// after the clock was set back.
  public static func ulid() -> String {
    let now = UInt64(clamping: (Date.wholeMicrosecond().microsecondsSince1970 ?? 0) / 1000)
    return ULID.last.withLock { last in
      last = ULID(after: last, at: now)
      return last.text
    }
  }
}

/// The number that a ULID is the text of.
struct ULID: Comparable {
  static let last = Mutex(ULID(high: 0, low: 0))

  /// 48 bits of time and 16 of the random bits.
  private(set) var high: UInt64
  /// The other random bits.
  private(set) var low: UInt64

  init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// A new one, or the next number if that wouldn't be greater.
  init(after last: ULID, at milliseconds: UInt64) {
    self.init(high: milliseconds << 16 | UInt64(UInt16.random(in: .min ... .max)), low: .random(in: .min ... .max))
    if milliseconds > last.high >> 16 { return }
    let (next, overflows) = last.low.addingReportingOverflow(1)
    self.init(high: last.high &+ (overflows ? 1 : 0), low: next)
  }

  static func < (left: ULID, right: ULID) -> Bool { (left.high, left.low) < (right.high, right.low) }

  /// In Crockford's base 32, whose first character has three bits.
  var text: String {
    var (high, low) = (high, low)
    var characters: [UInt8] = []
    for _ in 0..<26 {
      characters.append(Self.digits[Int(low & 31)])
      low = low >> 5 | high << 59
      high >>= 5
    }
    return String(decoding: characters.reversed(), as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
}

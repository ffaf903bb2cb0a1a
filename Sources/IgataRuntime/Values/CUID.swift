internal import Foundation

extension String {
  /// A key in the form of a cuid, of which Prisma's `cuid()` makes the same (<https://github.com/paralleldrive/cuid>).
  ///
  /// 25 characters: `c`, the milliseconds since 1970 in eight digits of base 36, and 16 more digits. Where other
  /// programs have a counter, a fingerprint of the machine and random digits there, all 16 are random here, so that a
  /// key tells nothing about the machine. Keys of one millisecond are in no order; ``ulid()`` makes those that are.
  public static func cuid() -> String {
    cuid(at: UInt64(clamping: (Date.wholeMicrosecond().microsecondsSince1970 ?? 0) / 1000))
  }

  static func cuid(at milliseconds: UInt64) -> String {
    func digits(_ number: UInt64) -> Substring {
      (String(repeating: "0", count: 8) + String(number, radix: 36)).suffix(8)
    }
    let limit: UInt64 = 2_821_109_907_456  // 36 to the power of 8
    return "c" + digits(milliseconds % limit) + digits(.random(in: 0..<limit)) + digits(.random(in: 0..<limit))
  }
}

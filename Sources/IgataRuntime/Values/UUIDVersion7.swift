public import Foundation

extension UUID {
  /// A key that sorts by its creation time (RFC 9562, version 7): milliseconds since 1970, a fraction of the
  /// millisecond in 12 bits, and 62 random bits.
  public static func v7() -> UUID { v7(at: Date.wholeMicrosecond().microsecondsSince1970 ?? 0) }

  static func v7(at microseconds: Int64) -> UUID {
    let (milliseconds, rest) = microseconds.flooredQuotientAndRemainder(dividingBy: 1000)
    var bytes: [UInt8] = []
    for shift in stride(from: 40, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: milliseconds >> Int64(shift)))
    }
    let fraction = rest * 4096 / 1000
    bytes.append(UInt8(truncatingIfNeeded: fraction >> 8))
    bytes.append(UInt8(truncatingIfNeeded: fraction))
    for _ in 0..<8 { bytes.append(UInt8.random(in: .min ... .max)) }
    return UUID(bytes: bytes, version: 7)
  }
}

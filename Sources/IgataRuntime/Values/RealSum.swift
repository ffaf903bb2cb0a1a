/// The exact sum of binary floating-point numbers, rounded once, so that it doesn't depend on their order.
///
/// It is a fixed-point number as wide as the type's whole range, in units of the smallest `Double`.
struct RealSum: Sendable {
  /// Digits to the base 2^32, the least significant first. Each may be negative and beyond its bounds until carries are
  /// propagated.
  private var limbs = [Int64](repeating: 0, count: Self.limbCount)
  private var additions = 0
  private var positiveInfinities = 0
  private var negativeInfinities = 0

  /// 2^-1074 to 2^1024, and 64 bits more for the number of terms.
  private static let limbCount = 68

  mutating func add(_ value: Double) {
    guard value.isFinite else {
      if value > 0 { positiveInfinities += 1 } else { negativeInfinities += 1 }
      return
    }
    let isSubnormal = value.exponentBitPattern == 0
    let significand = value.significandBitPattern | (isSubnormal ? 0 : 1 << UInt64(Double.significandBitCount))
    let position = isSubnormal ? 0 : Int(value.exponentBitPattern) - 1
    let limb = position / 32
    let wide = UInt128(significand) << UInt128(position % 32)
    let sign: Int64 = value < 0 ? -1 : 1
    limbs[limb] += sign * Int64(wide & 0xFFFF_FFFF)
    limbs[limb + 1] += sign * Int64((wide >> 32) & 0xFFFF_FFFF)
    limbs[limb + 2] += sign * Int64((wide >> 64) & 0xFFFF_FFFF)
    additions += 1
    if additions == 1 << 30 { carry() }
  }

  /// The sum; infinite if it is beyond the type, `nil` if infinities of both signs were added.
  var sum: Double? {
    if positiveInfinities > 0 || negativeInfinities > 0 {
      if positiveInfinities > 0, negativeInfinities > 0 { return nil }
      return positiveInfinities > 0 ? .infinity : -.infinity
    }
    var copy = self
    copy.carry()
    guard (copy.limbs.last ?? 0) < 0 else { return copy.magnitude }
    for index in copy.limbs.indices { copy.limbs[index] = -copy.limbs[index] }
    copy.carry()
    return -copy.magnitude
  }

  /// Propagates carries, after which every limb but the last is in 0..<2^32.
  private mutating func carry() {
    var carry: Int64 = 0
    for index in limbs.indices.dropLast() {
      let value = limbs[index] + carry
      limbs[index] = value & 0xFFFF_FFFF
      carry = value >> 32
    }
    limbs[limbs.count - 1] += carry
    additions = 0
  }

  /// The nearest `Double`, ties to even. The limbs must be within their bounds.
  private var magnitude: Double {
    guard let top = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
    let bitCount = top * 32 + 64 - limbs[top].leadingZeroBitCount
    let shift = max(0, bitCount - 53)
    var significand: UInt64 = 0
    for position in stride(from: bitCount - 1, through: shift, by: -1) {
      significand = significand << 1 | bit(position)
    }
    if shift > 0, bit(shift - 1) == 1 {
      let hasMore = (0..<max(0, shift - 1)).contains { bit($0) == 1 }
      if hasMore || significand & 1 == 1 { significand += 1 }
    }
    return Double(sign: .plus, exponent: shift - 1074, significand: Double(significand))
  }

  private func bit(_ position: Int) -> UInt64 {
    limbs.indices.contains(position / 32) ? UInt64(limbs[position / 32] >> Int64(position % 32)) & 1 : 0
  }
}

/// What happens to digits that a fixed-point type can't store.
public enum RoundingRule: Hashable, Sendable, CaseIterable {
  /// Digits are never dropped: ``FixedPointError/inexact`` is thrown instead.
  case exact
  case toNearestOrEven
  case toNearestOrAwayFromZero
  case up
  case down
  case towardZero
  case awayFromZero
}

/// The remainder of a number after its kept digits, compared with half a unit of the last one.
enum Remainder {
  case none, less, half, more
}

extension RoundingRule {
  /// ± `magnitude` and the remainder after it, rounded to an integer.
  func rounded(_ magnitude: UInt64, _ remainder: Remainder, isNegative: Bool) throws(FixedPointError) -> Int64 {
    var magnitude = magnitude
    if try roundsAwayFromZero(remainder, isOdd: magnitude % 2 == 1, isNegative: isNegative) {
      let (next, isOutside) = magnitude.addingReportingOverflow(1)
      if isOutside { throw .overflow }
      magnitude = next
    }
    if isNegative, magnitude == Int64.min.magnitude { return .min }
    guard let value = Int64(exactly: magnitude) else { throw .overflow }
    return isNegative ? -value : value
  }

  private func roundsAwayFromZero(
    _ remainder: Remainder, isOdd: Bool, isNegative: Bool
  ) throws(FixedPointError) -> Bool {
    if remainder == .none { return false }
    switch self {
    case .exact: throw .inexact
    case .toNearestOrEven: return remainder == .more || remainder == .half && isOdd
    case .toNearestOrAwayFromZero: return remainder != .less
    case .up: return !isNegative
    case .down: return isNegative
    case .towardZero: return false
    case .awayFromZero: return true
    }
  }
}

import IgataSchema
import IgataTables

/// A number that a condition compares with, as a column stores it, or the number of a day. Those of one column are all
/// of one kind.
enum ConditionNumber: Comparable {
  case integer(Int64)
  case real(Double)

  /// `nil` for a literal that is neither, and for a decimal.
  init?(_ literal: ColumnLiteral) {
    switch literal {
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .day(let text):
      guard let day = GregorianDay(text) else { return nil }
      self = .integer(day.daysSince1970)
    case .bool, .decimal, .text, .json, .list: return nil
    }
  }
}

/// The numbers from a lower to an upper bound.
struct ConditionBounds {
  private struct End {
    var number: ConditionNumber
    var isExcluded: Bool
  }

  private var lower: End?
  private var upper: End?

  /// All numbers.
  init() {}

  /// The numbers that the constraints of a field allow.
  init(_ constraints: ValueConstraints, of type: Scalar) {
    let minimum = constraints.minimum.flatMap { Self.number($0, type) }
    let maximum = constraints.maximum.flatMap { Self.number($0, type) }
    lower = minimum.map { End(number: $0, isExcluded: false) }
    upper = maximum.map { End(number: $0, isExcluded: constraints.excludesMaximum) }
  }

  /// The lengths that the constraints of a field allow.
  init(lengthsOf constraints: ValueConstraints?) {
    lower = End(number: .integer(max(0, constraints?.minimumLength ?? 0)), isExcluded: false)
    upper = constraints?.maximumLength.map { End(number: .integer($0), isExcluded: false) }
  }

  private static func number(_ text: String, _ type: Scalar) -> ConditionNumber? {
    switch type.number {
    case .whole: Int64(text).map { .integer($0) }
    case .fixed: DefaultValue.decimal(text).units(scale: type.scale).map { .integer($0) }
    case .floating: Double(text).map { .real($0) }
    case .decimal, nil: nil
    }
  }

  /// Whether no number is between the bounds.
  var isEmpty: Bool {
    guard let lower, let upper else { return false }
    if lower.number > upper.number { return true }
    if case (.integer(let low), .integer(let high)) = (lower.number, upper.number), lower.isExcluded, upper.isExcluded {
      return high.subtractingReportingOverflow(low).partialValue <= 1 && high >= low
    }
    return lower.number == upper.number && (lower.isExcluded || upper.isExcluded)
  }

  /// The numbers here for which a comparison holds. One with `!=` leaves all of them, unless there is only one.
  func narrowed(_ comparison: RowComparison, _ number: ConditionNumber) -> ConditionBounds {
    var result = self
    switch comparison {
    case .less: result.limitAbove(End(number: number, isExcluded: true))
    case .lessOrEqual: result.limitAbove(End(number: number, isExcluded: false))
    case .greater: result.limitBelow(End(number: number, isExcluded: true))
    case .greaterOrEqual: result.limitBelow(End(number: number, isExcluded: false))
    case .equal:
      result.limitAbove(End(number: number, isExcluded: false))
      result.limitBelow(End(number: number, isExcluded: false))
    case .notEqual:
      if lower?.number == number, upper?.number == number { result.upper?.isExcluded = true }
    }
    return result
  }

  private mutating func limitAbove(_ end: End) {
    guard let upper else { return self.upper = end }
    if end.number < upper.number || (end.number == upper.number && end.isExcluded) { self.upper = end }
  }

  private mutating func limitBelow(_ end: End) {
    guard let lower else { return self.lower = end }
    if end.number > lower.number || (end.number == lower.number && end.isExcluded) { self.lower = end }
  }
}

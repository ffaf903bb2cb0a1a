internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// Makes values of one column.
struct ColumnSampler {
  let model: String
  let column: ColumnDescription
  let isKey: Bool
  let isUnique: Bool
  let isVersion: Bool
  /// The number of the row in its table, from 1.
  let ordinal: Int64
  /// The number of earlier attempts for this row.
  let attempt: Int
  var random: SampleRandom

  mutating func value(mayBeNull: Bool) -> StoredValue {
    if mayBeNull, random.isOnce(in: 4) { return .null }
    if isVersion, let value = column.storedDefault { return value }
    for _ in 0..<8 {
      let value = value(of: column.type, column.constraints)
      if column.constraints.brokenRule(by: value, scale: column.type.scale) == nil { return value }
    }
    // For a pattern that the sampler doesn't support: null, or a value from the schema.
    if column.isNullable { return .null }
    if let value = column.storedDefault { return value }
    return column.type.blankValue
  }

  private mutating func value(of type: ColumnType, _ constraints: ColumnConstraints) -> StoredValue {
    switch type {
    case .scalar(let scalar): return value(of: scalar, constraints)
    case .stringEnum(let values, _): return .text(random.element(of: values) ?? "")
    case .integerEnum(let values, _, _): return .integer(random.element(of: values) ?? 0)
    case .list(let element):
      let length = length(constraints, usual: 0...3)
      return .list((0..<length).map { _ in value(of: element, .none) })
    }
  }

  private mutating func value(of scalar: Scalar, _ constraints: ColumnConstraints) -> StoredValue {
    switch scalar {
    case .fixed, .currency: return .integer(amount(scalar.scale, constraints))
    case .float: return .real(Double(Float(real(constraints))))
    case .decimal(let precision, let scale): return decimal(precision, scale, constraints)
    case .url: return .text("https://example.com/\(SampleWords.slug(&random))/\(ordinal)")
    default: return value(scalar.storage, in: scalar.integerRange, constraints)
    }
  }

  private mutating func value(
    _ storage: StorageKind, in range: ClosedRange<Int64>, _ constraints: ColumnConstraints
  ) -> StoredValue {
    switch storage {
    case .bool: return .bool(random.isOnce(in: 2))
    case .integer: return .integer(integer(range, constraints, scale: 1))
    case .real: return .real(real(constraints))
    case .decimal: return decimal(nil, nil, constraints)
    case .text: return .text(text(constraints))
    case .data:
      let length = length(constraints, usual: 8...24)
      return .data(Data((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    case .date: return date()
    case .day: return .day(day())
    case .uuid:
      let bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      return .uuid(UUID(bytes: bytes, version: 4))
    case .json: return .json(["ordinal": .number(JSON.Number(ordinal)), "label": .string(SampleWords.noun(&random))])
    case .list: return .list([])
    }
  }

  private mutating func length(_ constraints: ColumnConstraints, usual: ClosedRange<Int>) -> Int {
    let least = max(usual.lowerBound, constraints.minimumLength ?? 0)
    let greatest = max(least, min(constraints.maximumLength ?? .max, max(usual.upperBound, least)))
    let length = Int(random.integer(in: Int64(least)...Int64(greatest)))
    return min(length, constraints.maximumLength ?? length)
  }

  /// Within two years from the beginning of 2024, to the minute.
  private mutating func date() -> StoredValue {
    let minutes = random.integer(in: 0...1_051_200) + (isUnique ? ordinal * 1_051_200 : 0)
    return .date(microseconds: (1_704_067_200 + minutes * 60) * 1_000_000)
  }

  /// Within two years from the beginning of 2024.
  private mutating func day() -> Day {
    let days = random.integer(in: 0...730) + (isUnique ? ordinal * 731 : 0)
    return Day(daysSince1970: 19_723 + Int(days % 2_000_000)) ?? .last
  }

  // MARK: Numbers

  private mutating func integer(
    _ type: ClosedRange<Int64>, _ constraints: ColumnConstraints, scale: Int64
  ) -> Int64 {
    let range = Self.range(constraints, fractionDigits: 0).clamped(to: type)
    guard isKey || isUnique && attempt > 0 else { return random.integer(in: usual(range, 0...1000)) }
    // Keys count up from the least allowed one.
    let first = max(range.lowerBound, min(1, range.upperBound))
    let (value, isOutside) = first.addingReportingOverflow(ordinal - 1 + Int64(attempt))
    return isOutside || value > range.upperBound ? random.integer(in: range) : value
  }

  private mutating func amount(_ scale: Int64, _ constraints: ColumnConstraints) -> Int64 {
    let fractionDigits = max(0, scale.description.utf8.count - 1)
    let range = Self.range(constraints, fractionDigits: fractionDigits)
    let isSigned = column.path.last.map { $0.lowercased().hasSuffix("amount") } ?? false
    let most = max(1, scale.multipliedReportingOverflow(by: 100_000).overflow ? Int64.max / 2 : scale * 100_000)
    let value = random.integer(in: usual(range, (isSigned ? -most / 4 : 0)...most))
    // Most amounts are whole numbers, but some have a fraction.
    let whole = value - value % scale
    return random.isOnce(in: 4) || !range.contains(whole) ? value : whole
  }

  private mutating func real(_ constraints: ColumnConstraints) -> Double {
    let least = constraints.minimum.flatMap { Double($0) }
    let greatest = constraints.maximum.flatMap { Double($0) }
    let low = least ?? greatest.map { $0 - 1000 } ?? 0
    let high = greatest ?? low + 1000
    let value = low + (high - low) * random.fraction()
    let short = (value * 100).rounded() / 100
    return (low..<high).contains(short) ? short : value
  }

  private mutating func decimal(_ precision: Int?, _ scale: Int?, _ constraints: ColumnConstraints) -> StoredValue {
    let fractionDigits = min(scale ?? 2, 6)
    let digits = min(precision.map { $0 - (scale ?? 0) } ?? 5, 5) + fractionDigits
    let most = (0..<max(0, digits)).reduce(Int64(1)) { power, _ in power * 10 } - 1
    let value = random.integer(in: usual(Self.range(constraints, fractionDigits: fractionDigits), 0...max(0, most)))
    return .decimal(Decimal(isNegative: value < 0, magnitude: UInt128(value.magnitude), exponent: -fractionDigits))
  }

  /// The part of `range` with common values, or as many values from its beginning.
  private func usual(_ range: ClosedRange<Int64>, _ usual: ClosedRange<Int64>) -> ClosedRange<Int64> {
    if range.overlaps(usual) { return range.clamped(to: usual) }
    if range.lowerBound > usual.upperBound {
      let (end, isOutside) = range.lowerBound.addingReportingOverflow(usual.upperBound)
      return range.lowerBound...(isOutside ? range.upperBound : min(end, range.upperBound))
    }
    return range.upperBound...range.upperBound
  }

  /// The bounds × 10^`fractionDigits`.
  private static func range(_ constraints: ColumnConstraints, fractionDigits: Int) -> ClosedRange<Int64> {
    func bound(_ text: String?, _ rule: RoundingRule) -> Int64? {
      text.flatMap { DecimalDigits($0.utf8) }.flatMap {
        try? $0.integer(fractionDigits: fractionDigits, rounding: rule)
      }
    }
    let low = bound(constraints.minimum, .up) ?? .min
    var high = bound(constraints.maximum, .down) ?? .max
    if constraints.excludesMaximum, high > .min, high == bound(constraints.maximum, .up) { high -= 1 }
    return low...max(low, high)
  }
}

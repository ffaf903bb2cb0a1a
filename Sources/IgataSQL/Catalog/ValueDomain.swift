internal import Foundation
@_spi(Backend) internal import IgataRuntime
public import IgataTables

/// The values that a column may hold, as far as schemas and the checks of databases define them.
@_spi(Backend) public struct ValueDomain: Hashable, Sendable {
  /// The values that are allowed; `nil` if they are not listed. Numbers are in canonical text.
  public var cases: Set<String>?
  public var minimum: Bound?
  public var maximum: Bound?
  public var minimumLength: Int?
  public var maximumLength: Int?
  /// The functions that must return true, such as `json_valid`.
  public var formats: Set<String> = []

  public struct Bound: Hashable, Sendable {
    var number: Decimal
    var isExcluded = false
  }

  public init() {}

  init(cases: [String]) { self.cases = Set(cases) }

  /// The numbers that are `<=` another one, and their like; `nil` for an operator that gives no range.
  init?(number symbol: String, _ text: String) {
    // A number with an exponent may not be exact as a `Decimal`.
    guard !text.contains(where: { $0 == "e" || $0 == "E" }), let number = Decimal(string: text) else { return nil }
    switch symbol {
    case ">=": minimum = Bound(number: number)
    case ">": minimum = Bound(number: number, isExcluded: true)
    case "<=": maximum = Bound(number: number)
    case "<": maximum = Bound(number: number, isExcluded: true)
    case "=": cases = [text]
    default: return nil
    }
  }

  /// The values whose length is `<=` a number, and their like; `nil` for an operator that gives no range.
  init?(length symbol: String, _ length: Int?) {
    guard let length, (-1_000_000_000...1_000_000_000).contains(length) else { return nil }
    switch symbol {
    case ">=": minimumLength = length
    case ">": minimumLength = length + 1
    case "<=": maximumLength = length
    case "<": maximumLength = length - 1
    case "=": (minimumLength, maximumLength) = (length, length)
    default: return nil
    }
  }

  /// The values that are in both domains.
  func intersection(_ other: ValueDomain) -> ValueDomain {
    var result = self
    result.formIntersection(other)
    return result
  }

  /// The values that are in both domains.
  mutating func formIntersection(_ other: ValueDomain) {
    if let cases = other.cases { self.cases = self.cases?.intersection(cases) ?? cases }
    minimum = [minimum, other.minimum].compactMap(\.self).max { $0.number < $1.number }
    maximum = [maximum, other.maximum].compactMap(\.self).min { $0.number < $1.number }
    minimumLength = [minimumLength, other.minimumLength].compactMap(\.self).max()
    maximumLength = [maximumLength, other.maximumLength].compactMap(\.self).min()
    formats.formUnion(other.formats)
  }

  /// Why `other` contains values that this domain does not, as a clause about this domain; `nil` if there are none.
  func refusal(of other: ValueDomain) -> String? {
    if let cases, let refusal = refusal(ofCasesBeside: cases, other) { return refusal }
    if let minimum, !other.isAtLeast(minimum) {
      return "a check for numbers "
        + (minimum.isExcluded ? "greater than \(minimum.number)" : "from \(minimum.number) on")
    }
    if let maximum, !other.isAtMost(maximum) {
      return "a check for numbers \(maximum.isExcluded ? "less than" : "up to") \(maximum.number)"
    }
    if let minimumLength, minimumLength > other.minimumLength ?? 0 {
      return "a check for lengths from \(minimumLength) on"
    }
    if let maximumLength, maximumLength < other.maximumLength ?? .max {
      return "a check for lengths up to \(maximumLength)"
    }
    if let format = formats.subtracting(other.formats).sorted().first { return "a check with \(format)" }
    return nil
  }

  /// The change of the schema by which a column holds only the values of this domain.
  func schemaChange(of column: ColumnDescription, _ field: String) -> String {
    if cases != nil {
      if column.domain.cases != nil { return "take the other cases out of its enum" }
      return "make '\(field)' an enum of these cases"
    }
    return attribute(of: column.type).map { "write \($0) at '\(field)'" } ?? "say it in the schema as well"
  }

  /// The attribute by which a field has only the values of this domain; `nil` if no single one says it.
  public func attribute(of type: ColumnType) -> String? {
    lengths.map { "@length(\($0))" } ?? numbers(of: type).map { "@range(\($0))" }
  }

  /// The range of the lengths, as a schema writes it.
  private var lengths: String? {
    guard minimumLength != nil || maximumLength != nil else { return nil }
    return "\(minimumLength.map { "\($0)" } ?? "")...\(maximumLength.map { "\($0)" } ?? "")"
  }

  /// The range of the numbers, as a schema writes it; `nil` if it can't.
  private func numbers(of type: ColumnType) -> String? {
    guard minimum != nil || maximum != nil, type.isNumber, type.scale == 1 else { return nil }
    var (low, high) = (minimum, maximum)
    if ColumnMeaning(type) == .whole {
      if let bound = low, bound.isExcluded { low = Bound(number: bound.number + 1) }
      if let bound = high, bound.isExcluded { high = Bound(number: bound.number - 1) }
    }
    if low?.isExcluded == true { return nil }
    let mark = high?.isExcluded == true ? "..<" : "..."
    return "\(low.map { "\($0.number)" } ?? "")\(mark)\(high.map { "\($0.number)" } ?? "")"
  }

  private func refusal(ofCasesBeside cases: Set<String>, _ other: ValueDomain) -> String? {
    guard let wanted = other.cases else { return "a check for \(cases.count) values" }
    let missing = wanted.subtracting(cases).sorted()
    guard !missing.isEmpty else { return nil }
    return "a check that does not know \(missing.map { "'\($0)'" }.joined(separator: ", "))"
  }

  private func isAtLeast(_ bound: Bound) -> Bool {
    if let cases { return cases.allSatisfy { Decimal(string: $0).map { $0 >= bound.number } ?? true } }
    guard let minimum else { return false }
    return minimum.number > bound.number
      || (minimum.number == bound.number && (minimum.isExcluded || !bound.isExcluded))
  }

  private func isAtMost(_ bound: Bound) -> Bool {
    if let cases { return cases.allSatisfy { Decimal(string: $0).map { $0 <= bound.number } ?? true } }
    guard let maximum else { return false }
    return maximum.number < bound.number
      || (maximum.number == bound.number && (maximum.isExcluded || !bound.isExcluded))
  }
}

@_spi(Backend) extension ColumnDescription {
  /// The values that the schema allows in the column.
  public var domain: ValueDomain {
    var domain = ValueDomain()
    domain.minimumLength = constraints.minimumLength
    domain.maximumLength = constraints.maximumLength
    domain.add(type)
    guard type.isNumber else { return domain }
    var bounds = ValueDomain()
    bounds.minimum = Self.bound(constraints.minimum, type.scale, isExcluded: false)
    bounds.maximum = Self.bound(constraints.maximum, type.scale, isExcluded: constraints.excludesMaximum)
    domain.formIntersection(bounds)
    return domain
  }

  private static func bound(_ text: String?, _ scale: Int64, isExcluded: Bool) -> ValueDomain.Bound? {
    guard let number = text.flatMap({ scaledNumber($0, by: scale) }).flatMap({ Decimal(string: $0) }) else {
      return nil
    }
    return ValueDomain.Bound(number: number, isExcluded: isExcluded)
  }
}

extension ValueDomain {
  fileprivate mutating func add(_ type: ColumnType) {
    switch type {
    case .scalar(let scalar), .integerEnum(_, let scalar, true): add(scalar)
    case .stringEnum(let values, false): cases = Set(values)
    case .integerEnum(let values, _, false): cases = Set(values.map { "\($0)" })
    case .stringEnum(_, true): break
    case .list: formats = ["json_valid", "json_type"]
    }
  }

  private mutating func add(_ scalar: Scalar) {
    switch scalar.storage {
    case .bool: cases = ["0", "1"]
    case .integer, .date:
      let bounds = scalar.bounds ?? Int64.min...Int64.max
      minimum = Bound(number: Decimal(bounds.lowerBound))
      maximum = Bound(number: Decimal(bounds.upperBound))
    case .uuid: (minimumLength, maximumLength) = (16, 16)
    case .json: formats = ["json_valid"]
    case .day: formats = ["date"]
    case .real, .decimal, .text, .data, .list: break
    }
  }
}

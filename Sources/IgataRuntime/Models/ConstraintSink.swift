internal import Foundation
internal import IgataTables

/// Checks the rows that models write, and keeps only the first constraint that is violated.
final class ConstraintSink {
  /// The constraints of a column, prepared for comparisons.
  private struct Rule {
    var constraints: ColumnConstraints
    var type: ColumnType
    /// The bounds of an integer column as the integers that are written; `nil` if they are not integers.
    var integers: ClosedRange<Int64>?
  }

  private(set) var broken: (column: Int, rule: String)?
  private var rules: [Rule?]

  /// `nil` if the table has no constraints.
  init?(_ table: TableDescription) {
    guard table.hasConstraints else { return nil }
    rules = table.columns.map { column in
      guard column.isConstrained else { return nil }
      return Rule(
        constraints: column.constraints, type: column.type,
        integers: column.constraints.integers(scale: column.type.scale))
    }
  }

  func write<Result>(_ body: (inout RowWriter) -> Result) -> Result {
    var writer = RowWriter(self)
    return body(&writer)
  }

  private func rule(_ column: Int) -> Rule? { rules.indices.contains(column) ? rules[column] : nil }
}

extension ConstraintSink: RowOutput {
  func null(_ column: Int) {}
  func bool(_ column: Int, _ value: Bool) {}
  func real(_ column: Int, _ value: Double) { self.value(column, .real(value)) }
  func uuid(_ column: Int, _ value: UUID) {}
  func date(_ column: Int, _ microseconds: Int64) {}

  func integer(_ column: Int, _ value: Int64) {
    guard let rule = rule(column) else { return }
    if let integers = rule.integers, integers.contains(value) { return }
    self.value(column, .integer(value))
  }

  func text(_ column: Int, _ value: String) -> Bool {
    if let constraints = rule(column)?.constraints, constraints.pattern != nil || !constraints.allowsLength(of: value) {
      self.value(column, .text(value))
    }
    return !value.holdsNUL
  }

  func value(_ column: Int, _ value: StoredValue) {
    guard broken == nil, let rule = rule(column), !value.isNull else { return }
    let brokenRule =
      rule.type.precision(exceededBy: value) ?? rule.constraints.brokenRule(by: value, scale: rule.type.scale)
    if let brokenRule { broken = (column, brokenRule) }
  }

  func finish() -> WrittenRow { broken == nil ? .written(key: nil) : .missing }
}

extension ColumnDescription {
  /// Whether there are values of the type that the schema doesn't allow.
  var isConstrained: Bool { constraints != .none || type.hasPrecision }
}

extension ColumnConstraints {
  /// Whether the text has as many Unicode scalars as the schema allows.
  fileprivate func allowsLength(of text: String) -> Bool {
    let bytes = text.utf8.count
    let (least, most) = (minimumLength ?? 0, maximumLength ?? .max)
    // A scalar has 1 to 4 bytes, so most texts need not be counted.
    if bytes <= most, (bytes + 3) / 4 >= least { return true }
    let scalars = text.unicodeScalars.count
    return scalars >= least && scalars <= most
  }

  /// The range that the schema allows, in stored integers; `nil` if a bound is not an integer.
  fileprivate func integers(scale: Int64) -> ClosedRange<Int64>? {
    let fractionDigits = max(0, scale.description.utf8.count - 1)
    func bound(_ text: String?, _ otherwise: Int64) -> Int64? {
      guard let text else { return otherwise }
      guard let digits = DecimalDigits(text.utf8) else { return nil }
      return DecimalDigits(
        isNegative: digits.isNegative, digits: digits.digits, exponent: digits.exponent + fractionDigits
      ).integer()
    }
    guard pattern == nil, let low = bound(minimum, .min), let high = bound(maximum, .max) else { return nil }
    if excludesMaximum, maximum != nil { return high > low ? low...(high - 1) : nil }
    return low <= high ? low...high : nil
  }
}

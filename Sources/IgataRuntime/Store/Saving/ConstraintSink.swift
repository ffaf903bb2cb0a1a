internal import Foundation

/// Takes the rows that models write and keeps nothing of them but the first constraint that one breaks.
final class ConstraintSink {
  /// What a column is held to, made ready for the comparison.
  private struct Rule {
    var constraints: ColumnConstraints
    var scale: Int64
    /// The bounds of an integer column as the integers that are written; nothing where they are none.
    var integers: ClosedRange<Int64>?
  }

  private(set) var broken: (column: Int, rule: String)?
  private var rules: [Rule?]

  /// Nothing where the table has no constraints.
  init?(_ table: TableDescription) {
    guard table.columns.contains(where: { $0.constraints != .none }) else { return nil }
    rules = table.columns.map { column in
      guard column.constraints != .none else { return nil }
      var scale: Int64 = 1
      if case .fixed(let columnScale) = column.type { scale = columnScale }
      return Rule(
        constraints: column.constraints, scale: scale, integers: column.constraints.integers(scale: scale))
    }
  }

  func write<Result>(_ body: (inout RowWriter) -> Result) -> Result {
    var writer = RowWriter(sink: Unmanaged.passUnretained(self).toOpaque(), writing: Self.writing)
    defer { withExtendedLifetime(self) {} }
    return body(&writer)
  }

  private func rule(_ column: Int32) -> Rule? { rules.indices.contains(Int(column)) ? rules[Int(column)] : nil }

  private func check(_ value: StoredValue, _ column: Int32) {
    guard broken == nil, let rule = rule(column), !value.isNull else { return }
    if let brokenRule = rule.constraints.brokenRule(by: value, scale: rule.scale) { broken = (Int(column), brokenRule) }
  }

  private func check(_ value: Int64, _ column: Int32) {
    guard let rule = rule(column) else { return }
    if let integers = rule.integers, integers.contains(value) { return }
    check(.integer(value), column)
  }

  private func checkText(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Int32) {
    guard let rule = rule(column) else { return }
    if rule.constraints.pattern == nil {
      let scalars = bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
      if scalars >= rule.constraints.minimumLength ?? 0, scalars <= rule.constraints.maximumLength ?? .max { return }
    }
    check(.text(String(decoding: bytes, as: UTF8.self)), column)
  }

  private static func at(_ sink: UnsafeMutableRawPointer) -> ConstraintSink {
    Unmanaged<ConstraintSink>.fromOpaque(sink).takeUnretainedValue()
  }

  /// `nonisolated(unsafe)`: what it points to is written once, here, and never changes or goes.
  nonisolated(unsafe) private static let writing: UnsafePointer<RowWriting> = {
    let writing = UnsafeMutablePointer<RowWriting>.allocate(capacity: 1)
    writing.initialize(
      to: RowWriting(
        null: { _, _ in },
        bool: { _, _, _ in },
        integer: { ConstraintSink.at($0).check($2, $1) },
        real: { ConstraintSink.at($0).check(.real($2), $1) },
        text: { ConstraintSink.at($0).checkText(UnsafeBufferPointer(start: $2, count: $3), $1) },
        uuid: { _, _, _ in },
        date: { _, _, _ in },
        value: { ConstraintSink.at($0).check($2.assumingMemoryBound(to: StoredValue.self).pointee, $1) },
        finish: { sink, generatedKey in
          generatedKey.pointee = 0
          return ConstraintSink.at(sink).broken == nil ? 1 : 0
        }))
    return UnsafePointer(writing)
  }()
}

extension ColumnConstraints {
  /// The range of the schema in the integers that are stored; nothing where a bound is none.
  fileprivate func integers(scale: Int64) -> ClosedRange<Int64>? {
    let places = max(0, scale.description.utf8.count - 1)
    func bound(_ text: String?, _ otherwise: Int64) -> Int64? {
      guard let text else { return otherwise }
      guard let digits = DecimalDigits(text.utf8) else { return nil }
      return DecimalDigits(
        isNegative: digits.isNegative, digits: digits.digits, exponent: digits.exponent + places
      ).integer()
    }
    guard pattern == nil, let low = bound(minimum, .min), let high = bound(maximum, .max) else { return nil }
    if excludesMaximum, maximum != nil { return high > low ? low...(high - 1) : nil }
    return low <= high ? low...high : nil
  }
}

import IgataSchema
import IgataTables

/// An expression for a value, and the condition under which it fits the new column.
protocol ScriptConversion {
  /// The old value.
  var source: String { get }
  /// The converted value.
  var value: String { get set }
  /// The condition for a value that fits, which may be null for a null; `nil` if every value does.
  var fits: String? { get }

  /// Adds a condition for a value that fits.
  mutating func require(_ condition: String)
  /// The condition for a row whose value doesn't satisfy a condition; a null doesn't count if the value can be one.
  func fails(_ condition: String, isNullable: Bool) -> String

  /// The old value as an integer of 64 bits.
  var wideSource: String { get }
  /// The least integer of 64 bits.
  static var leastInteger: String { get }
  /// The old value divided by a number, rounded half to even.
  func roundedQuotient(by factor: Int64) -> String
  /// The nearest number between two bounds.
  static func clamped(_ value: String, _ minimum: String?, _ maximum: String?) -> String
}

extension ScriptConversion {
  /// The value, or another one where it doesn't fit.
  func fitting(or replacement: String?, isNullable: Bool, mayBeNull: Bool) -> String {
    guard let replacement else { return value }
    guard let fits else { return isNullable && !mayBeNull ? "coalesce(\(value), \(replacement))" : value }
    // A null satisfies no condition.
    let keepsNulls = isNullable && mayBeNull
    // Without a conversion, every row gets the other one, except for those without a value.
    if value == "NULL" { return keepsNulls ? "CASE WHEN \(source) IS NOT NULL THEN \(replacement) END" : replacement }
    let isFitting = keepsNulls ? "\(source) IS NULL OR (\(fits))" : fits
    return "CASE WHEN \(isFitting) THEN \(value) ELSE \(replacement) END"
  }

  /// The condition for a row without a value that fits; `nil` if every value does.
  func misfit(isNullable: Bool, mayBeNull: Bool) -> String? {
    let isNull = isNullable && !mayBeNull ? "\(source) IS NULL" : nil
    let conditions = [isNull, fits.map { fails($0, isNullable: isNullable) }].compactMap(\.self)
    return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
  }

  // MARK: Numbers

  /// Requires that an integer is in the range of a type.
  mutating func limit(_ old: Scalar, _ new: Scalar, _ backfill: Backfill.Kind?) {
    guard let bounds = new.bounds, old.bounds.map({ !bounds.contains($0.lowerBound) }) ?? true else { return }
    if backfill == .clamped {
      return value = Self.clamped(value, String(bounds.lowerBound), String(bounds.upperBound))
    }
    require("\(value) BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)")
  }

  /// Requires that a floating-point type can have an integer exactly: 24 bits of a `Float`, 53 of a `Double`.
  mutating func requireExact(_ old: Scalar, in new: Scalar) {
    let greatest = 1 << (new == .float ? 24 : 53)
    if old != .int16, old != .int32 || new == .float { require("\(source) BETWEEN \(-greatest) AND \(greatest)") }
  }

  /// Makes units of one scale units of another one.
  mutating func scale(from old: Int64, to new: Int64, _ backfill: Backfill.Kind?) {
    if new >= old {
      let factor = new / old
      guard factor > 1 else { return }
      value = "\(wideSource) * \(factor)"
      if backfill == .clamped {
        value = """
          CASE WHEN \(source) > \(Int64.max / factor) THEN \(Int64.max) WHEN \(source) < \(Int64.min / factor) \
          THEN \(Self.leastInteger) ELSE \(value) END
          """
      } else {
        require("\(source) BETWEEN \(Int64.min / factor) AND \(Int64.max / factor)")
      }
      return
    }
    let factor = old / new
    value = backfill == .rounded ? roundedQuotient(by: factor) : "\(source) / \(factor)"
    if backfill != .rounded, backfill != .truncated { require("\(source) % \(factor) = 0") }
  }
}

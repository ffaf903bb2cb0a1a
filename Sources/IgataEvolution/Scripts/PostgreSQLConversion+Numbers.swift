import IgataSchema
import IgataTables

extension PostgreSQLConversion {
  mutating func convertNumbers(_ backfill: Backfill.Kind?) {
    guard let before = old.numberScalar, let after = new.numberScalar else { return }
    switch (before.number, after.number) {
    case (.whole?, .whole?):
      if old == .scalar(.bool) { value = "\(source)::integer" }
      limit(before, after, backfill)
      if case .integerEnum(let values, _, false) = new, old.rawValues == nil {
        require("\(source) IN (\(values.map { String($0) }.joined(separator: ", ")))")
      }
    case (.whole?, .fixed?), (.fixed?, .fixed?): scale(from: before.scale, to: after.scale, backfill)
    case (.fixed?, .whole?):
      scale(from: before.scale, to: 1, backfill)
      limit(.int64, after, backfill)
    case (.whole?, .floating?):
      requireExact(before, in: after)
      value = "\(source)::\(dialect.plainTypeName(of: new))"
    case (.whole?, nil) where after == .string: value = "\(source)::text"
    case (.decimal?, nil) where after == .string: value = "trim_scale(\(source))::text"
    case (.whole?, .decimal?): fit("\(source)::numeric", after, nil)
    case (.fixed?, .decimal?): fit("trim_scale(\(source) * \(Self.unit(before.scale)))", after, nil)
    case (.decimal?, .decimal?): fit(source, after, backfill)
    case (.decimal?, .fixed?), (.decimal?, .whole?): fix(source, after, backfill)
    case (.floating?, .fixed?), (.floating?, .whole?): fix(readFinite(), after, backfill)
    case (.floating?, .decimal?): fit(readFinite(), after, backfill)
    case (nil, .whole?) where before == .string:
      require("\(source) ~ '^(0|-?[1-9][0-9]{0,18})$'")
      let bounds = after.bounds ?? .min...(.max)
      require("\(source)::numeric BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)")
      value = "\(source)::\(dialect.plainTypeName(of: new))"
    case (nil, .fixed?): fix(readDecimal(), after, backfill)
    case (nil, .decimal?): fit("trim_scale(\(readDecimal()))", after, backfill)
    case (nil, .floating?): float(readDecimal(), after)
    case (.fixed?, .floating?): value = "(\(source) * \(Self.unit(before.scale)))::\(dialect.plainTypeName(of: new))"
    case (.decimal?, .floating?): float(source, after)
    case (.floating?, .floating?): float(source, after)
    default: break
    }
  }

  /// The value of the last digit of a fixed-point number: `0.001`. A product with it is exact, and a quotient isn't.
  private static func unit(_ scale: Int64) -> String {
    scale == 1 ? "1" : "0." + String(String(scale).reversed().dropFirst())
  }

  var wideSource: String { "\(source)::bigint" }
  static var leastInteger: String { "'\(Int64.min)'::bigint" }

  func roundedQuotient(by factor: Int64) -> String {
    Self.halfEven("\(source) * \(Self.unit(factor))", 0) + "::bigint"
  }

  /// The nearest number between two bounds, or null. `least` and `greatest` pass over nulls.
  static func clamped(_ value: String, _ minimum: String?, _ maximum: String?) -> String {
    var arms = ""
    if let minimum { arms += " WHEN \(value) < \(minimum) THEN \(minimum)" }
    if let maximum { arms += " WHEN \(value) > \(maximum) THEN \(maximum)" }
    return arms.isEmpty ? value : "CASE\(arms) ELSE \(value) END"
  }

  /// A `numeric`, rounded half to even, which `round` alone doesn't.
  private static func halfEven(_ value: String, _ scale: Int) -> String {
    let half = "0.\(String(repeating: "0", count: scale))5"
    let cut = "trunc(\(value), \(scale))"
    let isEven = "\(cut) % \(scale == 0 ? "2" : "0.\(String(repeating: "0", count: scale - 1))2") = 0"
    return "(CASE WHEN abs(\(value) - \(cut)) = \(half) AND \(isEven) THEN \(cut) ELSE round(\(value), \(scale)) END)"
  }

  private static func rounded(_ value: String, _ scale: Int, _ backfill: Backfill.Kind?) -> String? {
    switch backfill {
    case .rounded?: halfEven(value, scale)
    case .truncated?: "trunc(\(value), \(scale))"
    default: nil
    }
  }

  /// Makes a `numeric` a decimal.
  private mutating func fit(_ number: String, _ type: Scalar, _ backfill: Backfill.Kind?) {
    value = number
    guard case .decimal(let precision?, let scale?) = type else { return }
    if let rounded = Self.rounded(number, scale, backfill) {
      value = rounded
    } else {
      require("\(number) = trunc(\(number), \(scale))")
    }
    let limit = "1" + String(repeating: "0", count: precision - scale)
    require("abs(\(value)) < \(limit)")
    value = "\(value)::\(dialect.typeName(of: new))"
  }

  /// Makes a `numeric` a fixed-point number or an integer.
  private mutating func fix(_ number: String, _ type: Scalar, _ backfill: Backfill.Kind?) {
    let product = type.scale == 1 ? number : "(\(number) * \(type.scale))"
    let rounded = Self.rounded(product, 0, backfill)
    let whole = rounded ?? product
    let bounds = type.bounds ?? .min...(.max)
    let isWhole = "\(product) = trunc(\(product))"
    if backfill == .clamped {
      require("(\(isWhole) OR \(product) NOT BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound))")
      value = Self.clamped(whole, String(bounds.lowerBound), String(bounds.upperBound))
    } else {
      if rounded == nil { require(isWhole) }
      require("\(whole) BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)")
      value = whole
    }
    value = "(\(value))::\(dialect.plainTypeName(of: new))"
  }

  /// A floating-point number by its shortest text, as a cast to `numeric` rounds to 15 digits.
  private mutating func readFinite() -> String {
    require("\(source) NOT IN ('Infinity', '-Infinity', 'NaN')")
    return holdDecimal("\(source)::double precision::text::numeric")
  }

  /// A number as JSON writes it.
  private mutating func readDecimal() -> String {
    require(
      "\(source) ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,3})?$'", "octet_length(\(source)) <= 1000")
    return holdDecimal("\(source)::numeric")
  }

  /// Requires that a `Decimal` of Swift has all digits of a number.
  private mutating func holdDecimal(_ number: String) -> String {
    let digits = "trim(BOTH '0' FROM replace(abs(\(number))::text, '.', ''))"
    require(
      "abs(\(number)) < 1e166", "scale(trim_scale(\(number))) <= 128",
      "coalesce(nullif(\(digits), ''), '0')::numeric <= \(UInt128.max)")
    return number
  }

  /// Makes a number a floating-point number, unless it would become infinite.
  private mutating func float(_ number: String, _ type: Scalar) {
    value = "\(number)::\(dialect.plainTypeName(of: new))"
    guard type == .float else { return }
    // Half a unit beyond the greatest `Float`: 2 ^ 128 - 2 ^ 103.
    require("abs(\(number)) < 340282356779733661637539395458142568448")
    // What becomes zero is an error of the server: 2 ^ -150, of which no number has more digits.
    value = "CASE WHEN abs(\(number)) <= 7.0064923216240853546186479164495806564013097e-46 THEN 0 ELSE \(value) END"
  }
}

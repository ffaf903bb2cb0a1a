/// Why the oracle has no value.
enum OracleStop: Error {
  /// The value does not fit, and the store has to report so.
  case overflow
  /// The documentation leaves it open, or the oracle can't calculate it.
  case unknown
}

/// A decimal number: `mantissa` ÷ 10^`scale`, without zeros at the end.
struct Exact: Hashable, Sendable {
  let mantissa: Int128
  let scale: Int

  init(_ mantissa: Int128, scale: Int = 0) {
    var (mantissa, scale) = (mantissa, scale)
    while scale > 0, mantissa % 10 == 0 { (mantissa, scale) = (mantissa / 10, scale - 1) }
    (self.mantissa, self.scale) = (mantissa, scale)
  }

  /// Digits with or without a point.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let mantissa = Int128(parts.joined()) else { return nil }
    self.init(mantissa, scale: parts.count == 2 ? parts[1].count : 0)
  }

  /// The mantissa that the number has with more decimal places.
  func mantissa(scale: Int) throws -> Int128 {
    try (self.scale..<max(scale, self.scale)).reduce(mantissa) { mantissa, _ in
      let (product, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
      if isTooLarge { throw OracleStop.unknown }
      return product
    }
  }

  static func + (left: Exact, right: Exact) throws -> Exact {
    let scale = max(left.scale, right.scale)
    let (sum, isTooLarge) = try left.mantissa(scale: scale).addingReportingOverflow(right.mantissa(scale: scale))
    if isTooLarge { throw OracleStop.unknown }
    return Exact(sum, scale: scale)
  }

  static prefix func - (number: Exact) -> Exact { Exact(-number.mantissa, scale: number.scale) }

  static func * (left: Exact, right: Exact) throws -> Exact {
    let (product, isTooLarge) = left.mantissa.multipliedReportingOverflow(by: right.mantissa)
    if isTooLarge { throw OracleStop.unknown }
    return Exact(product, scale: left.scale + right.scale)
  }

  /// The quotient with 38 digits, by long division; ties go to the even digit.
  func divided(by count: Int) throws -> Exact {
    let divisor = UInt128(count)
    var digits = mantissa.magnitude / divisor
    var rest = mantissa.magnitude % divisor
    var scale = scale
    while rest != 0, digits < 10_000_000_000_000_000_000_000_000_000_000_000_000 {
      digits = digits * 10 + rest * 10 / divisor
      rest = rest * 10 % divisor
      scale += 1
    }
    if rest * 2 > divisor || (rest * 2 == divisor && digits % 2 == 1) { digits += 1 }
    return Exact(mantissa < 0 ? -Int128(digits) : Int128(digits), scale: scale)
  }

  /// As one writes numbers below each other to compare them.
  func isLess(than other: Exact) -> Bool {
    if (mantissa < 0) != (other.mantissa < 0) { return mantissa < 0 }
    if mantissa < 0 { return Exact(-other.mantissa, scale: other.scale).isLess(than: -self) }
    let (left, right) = (written, other.written)
    if left.whole.count != right.whole.count { return left.whole.count < right.whole.count }
    return left.whole == right.whole ? left.part < right.part : left.whole < right.whole
  }

  private var written: (whole: String, part: String) {
    let digits = String(mantissa.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return (String(padded.dropLast(scale)), String(padded.suffix(scale)))
  }
}

/// How a store calculates with a type of numbers.
enum Arithmetic: Sendable {
  /// In 64 bits, in units of 10^-`scale`.
  case integers(scale: Int)
  case decimals
  case reals

  enum Operation: String, CaseIterable, Sendable { case add = "+", subtract = "-", multiply = "*" }

  func callAsFunction(_ left: Plain, _ operation: Operation, _ right: Plain) throws -> Plain {
    switch (left, right) {
    case (.real(let left), .real(let right)):
      let result = switch operation {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      }
      if result.isNaN { throw OracleStop.overflow }
      return .real(result)
    case (.number(let left), .number(let right)):
      let result = switch operation {
      case .add: try left + right
      case .subtract: try left + -right
      case .multiply: try left * right
      }
      return try fitting(result)
    default: return .null
    }
  }

  /// The sum of all values but `nil`.
  func sum(_ values: [Plain]) throws -> Plain {
    if case .reals = self { return .real(try DyadicSum(values).rounded) }
    return try fitting(try values.reduce(Exact(0)) { if case .number(let number) = $1 { try $0 + number } else { $0 } })
  }

  /// The average of all values but `nil`.
  func average(_ values: [Plain]) throws -> Plain {
    let values = values.filter { $0 != .null }
    if values.isEmpty { return .null }
    if case .reals = self { return .real(try DyadicSum(values).rounded / Double(values.count)) }
    let sum = try values.reduce(Exact(0)) { if case .number(let number) = $1 { try $0 + number } else { $0 } }
    return .number(try sum.divided(by: values.count))
  }

  private func fitting(_ number: Exact) throws -> Plain {
    switch self {
    case .integers(let scale):
      if Int64(exactly: try number.mantissa(scale: scale)) == nil { throw OracleStop.overflow }
    // Some numbers of 39 digits fit.
    case .decimals: if String(number.mantissa.magnitude).count > 38 { throw OracleStop.unknown }
    case .reals: break
    }
    return .number(number)
  }
}

/// An exact sum of floating-point numbers that are neither huge nor tiny, in units of 2^-60.
private struct DyadicSum {
  private var units: Int128 = 0

  init(_ values: [Plain]) throws {
    for case .real(let number) in values {
      guard number.magnitude < 0x1p50, let whole = Int128(exactly: number * 0x1p60) else { throw OracleStop.unknown }
      units += whole
    }
  }

  var rounded: Double { Double(units) * 0x1p-60 }
}

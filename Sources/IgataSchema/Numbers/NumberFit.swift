import IgataDiagnostics
import IgataTables

/// Whether a type can represent a number, and if not, why.
enum NumberFit: Equatable {
  case fits
  /// The type is an integer type, but the number isn't an integer.
  case fraction
  /// The type stores only this number of decimal count.
  case tooManyDecimalPlaces(Int)
  /// The number is too large, too small, or has too many digits. The text describes the range of the type.
  case outOfRange(String)

  init(_ number: ExactNumber, in scalar: Scalar) {
    switch scalar.number {
    case .whole: self = Self.integer(number, scalar)
    case .fixed: self = Self.fixed(number, decimalPlaces: scalar.fixedDecimalPlaces ?? 0, scalar)
    case .decimal: self = Self.decimal(number, scalar)
    case .floating:
      self = scalar == .float ? Self.binary(number, Float.self, scalar) : Self.binary(number, Double.self, scalar)
    case nil: self = .fits
    }
  }

  private static func integer(_ number: ExactNumber, _ scalar: Scalar) -> NumberFit {
    guard number.isInteger else { return .fraction }
    guard let bounds = scalar.integerBounds else { return .fits }
    if let value = number.int64(), bounds.contains(value) { return .fits }
    return .outOfRange("'\(scalar.name)' ranges over \(bounds.lowerBound)...\(bounds.upperBound)")
  }

  private static func fixed(_ number: ExactNumber, decimalPlaces count: Int, _ scalar: Scalar) -> NumberFit {
    guard number.decimalPlaces <= count else { return .tooManyDecimalPlaces(count) }
    if number.int64(decimalPlaces: count) != nil { return .fits }
    let largest = ExactNumber("\(Int64.max)e-\(count)").text
    return .outOfRange("'\(scalar.name)' with \(counted(count, "decimal place")) is limited to ±\(largest)")
  }

  private static func decimal(_ number: ExactNumber, _ scalar: Scalar) -> NumberFit {
    if case .decimal(let precision?, let scale?) = scalar {
      guard number.decimalPlaces <= scale else { return .tooManyDecimalPlaces(scale) }
      guard number.integerDigits <= precision - scale else {
        return .outOfRange("at most \(counted(precision - scale, "digit")) before the decimal point")
      }
      return .fits
    }
    guard number.digits.count <= 38 else { return .outOfRange("'Decimal' stores 38 digits") }
    guard number.exponent >= -127, number.integerDigits <= 127 else {
      return .outOfRange("'Decimal' supports magnitudes from 1e-127 to 1e127")
    }
    return .fits
  }

  private static func binary<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ number: ExactNumber, _ type: Value.Type, _ scalar: Scalar
  ) -> NumberFit {
    // Far beyond any floating-point type; this also keeps the text below short.
    guard number.isZero || abs(number.digits.count + number.exponent) < 400,
      let value = Value(number.text), value.isFinite, value.isZero == number.isZero
    else { return .outOfRange("'\(scalar.name)' can't represent this magnitude") }
    return .fits
  }
}

extension ExactNumber {
  /// The number that a `Float` has for this one, as databases and programs compare it with bounds.
  var roundedToFloat: ExactNumber { Float(text).map { ExactNumber("\(Double($0))") } ?? self }
}

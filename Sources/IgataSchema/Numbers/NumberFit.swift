import IgataTables

/// Whether a type can hold a number, and if not, why.
enum NumberFit: Equatable {
  case fits
  /// The type is one of whole numbers, the number is not.
  case fraction
  /// The type keeps fewer decimal places, this many.
  case tooManyPlaces(Int)
  /// The number is too large, too small, or of too many digits; the text says what the type holds.
  case outOfRange(String)

  init(_ number: ExactNumber, in scalar: Scalar) {
    switch scalar.number {
    case .whole: self = Self.integer(number, scalar)
    case .fixed: self = Self.fixed(number, places: scalar.fixedPlaces ?? 0, scalar)
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
    return .outOfRange("'\(scalar.name)' holds \(bounds.lowerBound)...\(bounds.upperBound)")
  }

  private static func fixed(_ number: ExactNumber, places: Int, _ scalar: Scalar) -> NumberFit {
    guard number.decimalPlaces <= places else { return .tooManyPlaces(places) }
    if number.int64(places: places) != nil { return .fits }
    let largest = ExactNumber("\(Int64.max)e-\(places)").text
    return .outOfRange("'\(scalar.name)' with \(counted(places, "decimal place")) holds ±\(largest)")
  }

  private static func decimal(_ number: ExactNumber, _ scalar: Scalar) -> NumberFit {
    if case .decimal(let precision?, let scale?) = scalar {
      guard number.decimalPlaces <= scale else { return .tooManyPlaces(scale) }
      guard number.integerDigits <= precision - scale else {
        return .outOfRange("\(counted(precision - scale, "digit")) may stand before the decimal point")
      }
      return .fits
    }
    guard number.digits.count <= 38 else { return .outOfRange("'Decimal' keeps 38 digits") }
    guard number.exponent >= -127, number.integerDigits <= 127 else {
      return .outOfRange("'Decimal' holds magnitudes from 1e-127 to 1e127")
    }
    return .fits
  }

  private static func binary<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ number: ExactNumber, _ type: Value.Type, _ scalar: Scalar
  ) -> NumberFit {
    // Far beyond any floating-point type; this also keeps the text below short.
    guard number.isZero || abs(number.digits.count + number.exponent) < 400,
      let value = Value(number.text), value.isFinite, value.isZero == number.isZero
    else { return .outOfRange("'\(scalar.name)' can't hold this magnitude") }
    return .fits
  }
}

/// `1 digit`, `2 digits`
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

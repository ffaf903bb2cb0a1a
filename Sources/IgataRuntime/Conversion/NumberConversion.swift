internal import Foundation

extension InputValue {
  func integer(in range: ClosedRange<Int64>) throws(ConversionFailure) -> Int64 {
    let value: Int64
    switch number {
    case .integer(let integer): value = integer
    case .float(let float):
      guard let exact = Int64(exactly: float) else { throw .outOfRange }
      value = exact
    case .decimal(let decimal):
      guard let exact: Int64 = DecimalDigits(decimal)?.integer() else { throw .outOfRange }
      value = exact
    default: throw .wrongType
    }
    guard range.contains(value) else { throw .outOfRange }
    return value
  }

  func real(isSingle: Bool) throws(ConversionFailure) -> Double {
    let value: Double
    switch number {
    case .float(let float): value = float
    case .integer(let integer):
      guard let exact = Double(exactly: integer) else { throw .outOfRange }
      value = exact
    case .decimal(let decimal):
      // A decimal is taken as the binary number that is written with its digits.
      guard let digits = DecimalDigits(decimal), let nearest = Double(digits.text),
        DecimalDigits(shortest: nearest) == digits
      else { throw .outOfRange }
      value = nearest
    default: throw .wrongType
    }
    guard !value.isNaN else { throw .outOfRange }
    guard isSingle else { return value }
    let single = Float(value)
    // Either the same number, or one that is written with the same digits, such as 0.1.
    guard Double(single) == value || single.description == value.description else { throw .outOfRange }
    return Double(single)
  }

  func decimal(precision: Int?, scale: Int?) throws(ConversionFailure) -> Decimal {
    let digits = try exactDigits()
    guard let value = digits.decimal else { throw .outOfRange }
    if let scale, digits.fractionCount > scale { throw .outOfRange }
    if let precision, !digits.isZero, digits.leadingExponent >= precision - (scale ?? 0) { throw .outOfRange }
    return value
  }

  /// Value × `scale`.
  func fixed(scale: Int64) throws(ConversionFailure) -> Int64 {
    let digits = try exactDigits()
    let fractionDigits = max(0, scale.description.utf8.count - 1)
    let scaled = DecimalDigits(
      isNegative: digits.isNegative, digits: digits.digits, exponent: digits.exponent + fractionDigits)
    guard let value: Int64 = scaled.integer() else { throw .outOfRange }
    return value
  }

  /// An exact number. A binary floating-point number is converted to the shortest decimal number that reads back as it,
  /// which is what money in JSON means. With more than 15 digits, some may have been lost, and the conversion fails.
  private func exactDigits() throws(ConversionFailure) -> DecimalDigits {
    switch number {
    case .integer(let value): return DecimalDigits(value)
    case .float(let value):
      guard let digits = DecimalDigits(meantBy: value) else { throw .outOfRange }
      return digits
    case .decimal(let value):
      guard let digits = DecimalDigits(value) else { throw .outOfRange }
      return digits
    case .fixed(let value): return value.digits
    case .text(let text):
      guard let digits = DecimalDigits(text.utf8) else { throw .malformed }
      return digits
    default: throw .wrongType
    }
  }

  /// The value itself, or the number in a JSON value.
  private var number: InputValue {
    switch self {
    case .json(.number(let number)):
      number.int64.map { .integer($0) } ?? number.decimal.map { .decimal($0) } ?? .float(number.double)
    case .json(.string(let text)): .text(text)
    default: self
    }
  }
}

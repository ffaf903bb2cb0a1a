internal import Foundation

extension FixedPoint {
  /// Reads exact text, or a number that is exact at the type's scale: `1.10` is one of two decimal places, and `1.105`
  /// is not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self.value(in: container) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected an amount with at most \(Self.fractionDigits) decimal places, as text or a number")
    }
    self = value
  }

  private static func value(in container: any SingleValueDecodingContainer) -> Self? {
    if let text = try? container.decode(String.self) { return try? Self(text: text) }
    guard let number = container.exactNumber else { return nil }
    return try? Self(number, rounding: .exact)
  }

  /// Writes ``text``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension SingleValueDecodingContainer {
  /// The number that stands here, with the digits that were written; `nil` if there is none, or digits may be lost.
  var exactNumber: DecimalDigits? {
    if (try? decode(Bool.self)) != nil { return nil }
    if let integer = try? decode(Int64.self) { return DecimalDigits(integer) }
    // A decimal may be rounded to its 38 digits, and some coders have it from a binary number.
    let binary = try? decode(Double.self)
    if let decimal = try? decode(Decimal.self), let digits = DecimalDigits(decimal), digits.digits.count < 38,
      binary.map({ Double(digits.text) == $0 }) ?? true
    {
      return digits
    }
    return binary.flatMap { DecimalDigits(meantBy: $0) }
  }
}

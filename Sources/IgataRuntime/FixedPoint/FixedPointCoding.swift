internal import Foundation

extension FixedPoint {
  /// Decodes exact text, or a number that is exact at the type's scale. With two decimal places, `1.10` is exact, and
  /// `1.105` isn't.
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

  /// Encodes ``text``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension SingleValueDecodingContainer {
  /// The number at this position, with the digits that were written; `nil` if there is none, or if digits may have been
  /// lost.
  var exactNumber: DecimalDigits? {
    if (try? decode(Bool.self)) != nil { return nil }
    if let integer = try? decode(Int64.self) { return DecimalDigits(integer) }
    // Some decoders round a decimal to 38 digits, and others convert it from a binary number.
    let binary = try? decode(Double.self)
    if let decimal = try? decode(Decimal.self), let digits = DecimalDigits(decimal), digits.digits.count < 38,
      binary.map({ Double(digits.text) == $0 }) ?? true
    {
      return digits
    }
    return binary.flatMap { DecimalDigits(meantBy: $0) }
  }
}

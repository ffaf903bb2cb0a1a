public import Foundation

extension FixedPoint {
  var digits: DecimalDigits { DecimalDigits(storedInteger: storedInteger, scale: Self.scale) }

  /// The canonical text of this number: `-1.1`, `1000`, `0.001`.
  public var text: String { digits.text }

  /// The same as ``text``.
  public var description: String { text }

  /// The same number, exactly.
  public var decimal: Decimal {
    Decimal(isNegative: isNegative, magnitude: UInt128(storedInteger.magnitude), exponent: -Self.fractionDigits)
  }

  /// Parses a text such as `-1.10`: digits, at most one decimal point, and a sign, with digits on both sides of the
  /// point.
  public init(text: String, rounding rule: RoundingRule = .exact) throws(FixedPointError) {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 46 }
    guard isPlain, let digits = DecimalDigits(text.utf8)
    else { throw .malformed(text) }
    try self.init(digits, rounding: rule)
  }

  /// The value of a decimal. Throws if it has more decimal places than the type and the rule is `.exact`, or if it does
  /// not fit.
  public init(_ value: Decimal, rounding rule: RoundingRule = .exact) throws(FixedPointError) {
    guard let digits = DecimalDigits(value) else { throw .malformed("NaN") }
    try self.init(digits, rounding: rule)
  }

  /// The number that a `Double` shows as, rounded: 0.1 is a tenth. Throws if it doesn't fit, isn't finite, or has more
  /// decimal places than the type and the rule is `.exact`.
  public init(_ value: Double, rounding rule: RoundingRule) throws(FixedPointError) {
    try self.init(try DecimalDigits(shown: value), rounding: rule)
  }

  /// A `Double` may have more decimal places than the type.
  @available(*, unavailable, message: "say how a 'Double' is rounded: 'init(_:rounding:)'")
  public init(_ value: Double) { self = .zero }

  /// Parses a text exactly; `nil` if it isn't a number, has too many decimal places, or doesn't fit.
  public init?(_ description: String) {
    guard let value = try? Self(text: description) else { return nil }
    self = value
  }

  /// Reads a number that a user typed, as `format` writes numbers:
  /// `try Currency("1.234,50", format: .number.locale(locale))`.
  ///
  /// Digits may be grouped as the locale does, or not at all.
  ///
  /// - Throws: The error of the format if the text isn't a number, or a ``FixedPointError`` if it has more than one, if
  ///   the number doesn't fit, or if it has more decimal places than the type and the rule is `.exact`.
  public init<Format: ParseableFormatStyle>(
    _ text: String, format: Format, rounding rule: RoundingRule = .exact
  ) throws where Format.FormatInput == Decimal, Format.FormatOutput == String {
    let value = try format.parseStrategy.parse(text)
    let code = (format as? Decimal.FormatStyle.Currency)?.currencyCode ?? ""
    guard TypedNumber(text).isRead(as: value, known: format.format(value) + code) else {
      throw FixedPointError.malformed(text)
    }
    try self.init(value, rounding: rule)
  }

  init(_ number: DecimalDigits, rounding rule: RoundingRule) throws(FixedPointError) {
    self.init(storedInteger: try number.integer(fractionDigits: Self.fractionDigits, rounding: rule))
  }
}

extension DecimalDigits {
  /// The shortest number that reads back as the value. Throws ``FixedPointError/malformed(_:)`` if it isn't finite.
  init(shown value: Double) throws(FixedPointError) {
    guard let digits = DecimalDigits(shortest: value) else { throw .malformed(value.description) }
    self = digits
  }
}

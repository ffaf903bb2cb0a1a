public import Foundation

extension FixedPoint {
  /// The amount in a currency, given by its ISO 4217 code, as `locale` formats it: `¥1,000`, `1.234,50 €`.
  ///
  /// The text has as many decimal places as the currency. If the amount has more, all of them are shown, as dropping
  /// them would show another amount: half a yen is `¥0.5`. Round the amount first if you want fewer.
  public func formatted(currencyCode: String, locale: Locale = .current) -> String {
    let usual = Self.fractionDigits(ofCurrency: currencyCode)
    let style = Decimal.FormatStyle.Currency(code: currencyCode, locale: locale)
      .precision(.fractionLength(usual...Swift.max(usual, digits.fractionCount)))
    return decimal.formatted(style)
  }

  /// The number as a style of `Decimal` formats it: `price.formatted(.number.locale(locale))`, or
  /// `price.formatted(.currency(code: "EUR"))`, which rounds to the decimal places of the currency.
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput where Style.FormatInput == Decimal {
    style.format(decimal)
  }

  /// The number in the current locale.
  public func formatted() -> String { decimal.formatted() }

  /// The number of decimal places of a currency, which Foundation shows only in formatted text.
  private static func fractionDigits(ofCurrency code: String) -> Int {
    let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: "en_US_POSIX"))
    return Decimal(0).formatted(style).split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?
      .prefix { $0.isNumber }.count ?? 0
  }
}

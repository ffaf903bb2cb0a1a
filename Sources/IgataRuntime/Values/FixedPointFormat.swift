public import Foundation

extension FixedPoint {
  /// The amount as people of `locale` write it in a currency, by its ISO 4217 code: `¥1,000`, `1.234,50 €`.
  ///
  /// Shows as many decimal places as the currency has. An amount that has more is shown with all of them, as dropping
  /// them would show another amount: half a yen is `¥0.5`. Round before, where that is meant.
  public func formatted(currencyCode: String, locale: Locale = .current) -> String {
    let usual = Self.fractionDigits(ofCurrency: currencyCode)
    let style = Decimal.FormatStyle.Currency(code: currencyCode, locale: locale)
      .precision(.fractionLength(usual...Swift.max(usual, digits.fractionCount)))
    return decimal.formatted(style)
  }

  /// How many decimal places a currency has. Foundation says so only by what it prints.
  private static func fractionDigits(ofCurrency code: String) -> Int {
    let style = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: "en_US_POSIX"))
    return Decimal(0).formatted(style).split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?
      .prefix { $0.isNumber }.count ?? 0
  }
}

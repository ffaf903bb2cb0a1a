/// The types of the values in a dictionary of a model; see ``PersistableModel/convert(for:)``.
public enum DictionaryForm: Hashable, Sendable {
  /// As Swift code has them: `Date`, `UUID`, `Decimal`, ``Currency``.
  case swift
  /// What `JSONSerialization` writes: strings, numbers, Booleans, arrays, dictionaries, and `NSNull` within a field of
  /// type ``JSON``.
  ///
  /// Exact numbers are strings, as many JSON parsers round numbers: `"19.99"`. Dates are strings in UTC, as in
  /// `2026-01-31T23:59:59.123456Z`, and so are UUIDs, URLs, and data in base 64. An infinite number, which JSON doesn't
  /// have, is left out. A JSON `null` in an optional field can't be told from `nil` when it is read.
  case json
}

extension PersistableModel {
  /// The fields by name, like ``convert()``, with values in a form that ``init(dictionary:unknownKeys:)`` takes back.
  ///
  /// ```swift
  /// let data = try JSONSerialization.data(withJSONObject: account.convert(for: .json))
  /// ```
  public func convert(for form: DictionaryForm) -> [String: any Sendable] {
    DictionaryOutput(self, form, depth: 0).dictionary()
  }
}

public import Foundation

/// A type whose columns hold text: what can be searched in. `String`, `URL`, newtypes of these, and their optionals.
public protocol QueryText: Storable {}

extension String: QueryText {}
extension URL: QueryText {}
extension Optional: QueryText where Wrapped: QueryText {}

// The texts to look for are plain text: no character in them stands for another one. They are compared by code point.
extension Column where Value: QueryText {
  /// Whether the text occurs in the value.
  public func contains(_ text: String) -> Condition { .text(expression, .contains, text) }
  /// Whether the value begins with the text.
  public func hasPrefix(_ text: String) -> Condition { .text(expression, .hasPrefix, text) }
  /// Whether the value ends with the text.
  public func hasSuffix(_ text: String) -> Condition { .text(expression, .hasSuffix, text) }
  /// Whether the value is the text, but for the case of ASCII letters.
  public func equalsIgnoringCase(_ text: String) -> Condition { .text(expression, .equalsIgnoringCase, text) }
}

extension Column where Value: PersistableNewtype, Value.RawValue: QueryText {
  /// Whether the text occurs in the value.
  public func contains(_ text: String) -> Condition { .text(expression, .contains, text) }
  /// Whether the value begins with the text.
  public func hasPrefix(_ text: String) -> Condition { .text(expression, .hasPrefix, text) }
  /// Whether the value ends with the text.
  public func hasSuffix(_ text: String) -> Condition { .text(expression, .hasSuffix, text) }
  /// Whether the value is the text, but for the case of ASCII letters.
  public func equalsIgnoringCase(_ text: String) -> Condition { .text(expression, .equalsIgnoringCase, text) }
}

extension Column {
  /// Whether the text occurs in the value.
  public func contains<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { .text(expression, .contains, text) }
  /// Whether the value begins with the text.
  public func hasPrefix<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { .text(expression, .hasPrefix, text) }
  /// Whether the value ends with the text.
  public func hasSuffix<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { .text(expression, .hasSuffix, text) }
  /// Whether the value is the text, but for the case of ASCII letters.
  public func equalsIgnoringCase<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { .text(expression, .equalsIgnoringCase, text) }
}

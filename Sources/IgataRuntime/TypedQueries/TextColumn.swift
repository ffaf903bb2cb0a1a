public import Foundation

/// A type whose columns contain text that can be searched: `String`, `URL`, newtypes of these, and their optionals.
public protocol QueryText: Storable {
  /// `String`, or `String?` if the text may be `nil`.
  associatedtype QueryString: Storable
}

extension String: QueryText {
  public typealias QueryString = String
}
extension URL: QueryText {
  public typealias QueryString = String
}
extension Optional: QueryText where Wrapped: QueryText {
  public typealias QueryString = Wrapped.QueryString?
}

// Search texts are literal: none of their characters is a wildcard. They are compared by code point.
extension Column where Value: QueryText {
  /// Whether the value contains the text.
  public func contains(_ text: String) -> Condition { search(.contains, text) }
  /// Whether the value begins with the text.
  public func hasPrefix(_ text: String) -> Condition { search(.hasPrefix, text) }
  /// Whether the value ends with the text.
  public func hasSuffix(_ text: String) -> Condition { search(.hasSuffix, text) }
  /// Whether the value equals the text, ignoring the case of the letters A to Z.
  public func equalsIgnoringCase(_ text: String) -> Condition { search(.equalsIgnoringCase, text) }
  /// The text with the letters A to Z converted to a to z, and all others unchanged. Use it to sort, search or group
  /// without regard to case.
  ///
  /// ```swift
  /// Account.all.order { $0.name.lowercasedASCII.ascending }
  /// Account.where { $0.name.lowercasedASCII.contains("bank") }
  /// ```
  public var lowercasedASCII: Column<Value.QueryString> {
    Column<Value.QueryString>(expression: .lowercased(expression), depth: depth + 1)
  }
}

extension Column where Value: PersistableNewtype, Value.RawValue: QueryText {
  /// Whether the value contains the text.
  public func contains(_ text: String) -> Condition { search(.contains, text) }
  /// Whether the value begins with the text.
  public func hasPrefix(_ text: String) -> Condition { search(.hasPrefix, text) }
  /// Whether the value ends with the text.
  public func hasSuffix(_ text: String) -> Condition { search(.hasSuffix, text) }
  /// Whether the value equals the text, ignoring the case of the letters A to Z.
  public func equalsIgnoringCase(_ text: String) -> Condition { search(.equalsIgnoringCase, text) }
}

extension Column {
  /// Whether the value contains the text.
  public func contains<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { search(.contains, text) }
  /// Whether the value begins with the text.
  public func hasPrefix<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { search(.hasPrefix, text) }
  /// Whether the value ends with the text.
  public func hasSuffix<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { search(.hasSuffix, text) }
  /// Whether the value equals the text, ignoring the case of the letters A to Z.
  public func equalsIgnoringCase<Text: PersistableNewtype>(_ text: String) -> Condition
  where Value == Text?, Text.RawValue: QueryText { search(.equalsIgnoringCase, text) }

  private func search(_ operation: TextOperator, _ text: String) -> Condition {
    condition(.text(expression, operation, text))
  }
}

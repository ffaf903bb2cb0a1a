public import Foundation

/// A value that violates a constraint of the schema.
public struct ConstraintViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The type that rejected the value.
  public var type: String
  /// The constraint, such as `length(3...254)`.
  public var rule: String
  /// What was given: its kind, such as `text`, without its value, which may be `@sensitive`.
  public var found: String

  /// A violation of `rule` by a value that could not become a `type`.
  public init(type: String, rule: String, found: String = "another value") {
    self.type = type
    self.rule = rule
    self.found = found
  }

  /// One sentence: where the violation is, what was expected, and what was found.
  public var description: String { "\(type): expected a value that satisfies \(rule), found \(found) that does not" }
}

/// Makes `localizedDescription` return the same text.
extension ConstraintViolation: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

public import Foundation

/// A value that breaks a constraint of the schema.
public struct ConstraintViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The type that refused it.
  public var type: String
  /// The constraint, such as `length(3...254)`.
  public var rule: String
  /// What was given: its kind, such as `text`, and not its value, which may be `@sensitive`.
  public var found: String

  /// A violation of `rule` by a value that was to become a `type`.
  public init(type: String, rule: String, found: String = "another value") {
    self.type = type
    self.rule = rule
    self.found = found
  }

  /// The violation as a sentence: where, what was expected, what was found.
  public var description: String { "\(type): expected a value that keeps to \(rule), found \(found) that does not" }
}

/// So that `localizedDescription` reports the same.
extension ConstraintViolation: LocalizedError {
  /// What ``description`` reports.
  public var errorDescription: String? { description }
}

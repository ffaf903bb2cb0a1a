/// A value that breaks a constraint of the schema.
public struct ConstraintViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The type that refused it.
  public var type: String
  /// The constraint, such as `length(3...254)`.
  public var rule: String

  /// A violation of `rule` by a value that was to become a `type`.
  public init(type: String, rule: String) {
    self.type = type
    self.rule = rule
  }

  /// The violation as a sentence, without the value.
  public var description: String { "a value of \(type) must keep to \(rule)" }
}

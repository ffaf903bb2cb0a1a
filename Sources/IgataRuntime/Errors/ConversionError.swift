/// Why a dictionary, or another value from outside, can't be converted to a model.
public struct ConversionError: Error, Hashable, Sendable {
  /// What is wrong with the value.
  public enum Reason: Hashable, Sendable {
    /// The key is missing, and the field has no default.
    case missing
    /// The value is of a type that the field doesn't accept.
    case wrongType
    /// The number is outside the range of the field's type, or has digits that the type can't store.
    case outOfRange
    /// The text isn't in the format of the field's type.
    case malformed
    /// No case of the enum has the value.
    case unknownCase
    /// The value violates a constraint of the schema, such as `length(1...100)`.
    case constraint(String)
    /// The model has no such key. `nearest` is the most similar key that it has.
    case unknownKey(nearest: String?)
    /// The relation and its key are both given, and refer to different rows.
    case disagreement(with: String)
    /// The field isn't stored in this model, for the given reason.
    case notAccepted(String)
    /// Dictionaries are nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// The path of the value, from the model: `["Account", "owner", "email"]`.
  public var path: [String]
  /// What is wrong.
  public var reason: Reason
  /// What the field accepts, in words.
  public var expected: String
  /// What was given: its type, and its value unless the field is `@sensitive`.
  public var found: String

  /// An error at a path that begins with the model's name.
  public init(path: [String], reason: Reason, expected: String, found: String) {
    self.path = path
    self.reason = reason
    self.expected = expected
    self.found = found
  }
}

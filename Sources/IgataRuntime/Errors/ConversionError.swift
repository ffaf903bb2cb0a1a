/// Why a dictionary, or another value from outside, is no model.
public struct ConversionError: Error, Hashable, Sendable {
  /// What is wrong at the place.
  public enum Reason: Hashable, Sendable {
    /// The key is not there, and the field has no default.
    case missing
    /// The value is of a type that the field does not take.
    case wrongType
    /// The number is outside the range of the field's type, or has digits that the type does not keep.
    case outOfRange
    /// The text is not what the field's type writes.
    case malformed
    /// No case of the enum has the value.
    case unknownCase
    /// The value breaks a constraint of the schema, such as `length(1...100)`.
    case constraint(String)
    /// The model has no such key; the nearest one that it has.
    case unknownKey(nearest: String?)
    /// The relation and its key are both given, and name different rows.
    case disagreement(with: String)
    /// The field is not kept in this model, for the reason that is given.
    case notAccepted(String)
    /// Dictionaries are nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// The model and the fields that lead to the value: `["Account", "owner", "email"]`.
  public var path: [String]
  /// What is wrong.
  public var reason: Reason
  /// What the field takes, in words.
  public var expected: String
  /// What was given: its type, and its value where the field is not `@sensitive`.
  public var found: String

  /// An error at a path that begins with the model's name.
  public init(path: [String], reason: Reason, expected: String, found: String) {
    self.path = path
    self.reason = reason
    self.expected = expected
    self.found = found
  }
}

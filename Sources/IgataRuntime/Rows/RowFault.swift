/// Why a row could not be read or written: the first error in it.
///
/// Readers and writers store a fault instead of throwing, so that the code for each column stays straight-line; their
/// callers check for a fault once for each row.
public struct RowFault: Hashable, Sendable {
  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// The column is null, but the model's field isn't optional.
    case missing
    /// The column contains another kind of value than its type; the text describes what was found.
    case wrongType(found: String)
    /// A number is outside the range of its type.
    case outOfRange
    /// No case of the enum has this raw value.
    case unknownCase(String)
    /// The text isn't a UUID, a URL, a number, valid UTF-8 or JSON; the associated value names which.
    case malformed(String)
    /// No backend can store the value: NaN, NUL in text, or a date outside the range of 64-bit microseconds.
    case unstorable(String)
    /// The value violates a constraint of the schema, such as `length(1...100)`.
    case constraint(String)
    /// The backend itself failed, and throws its own error.
    case backend
  }

  /// The index of the column in its table, or -1 if no column caused the fault.
  public var column: Int
  /// What went wrong.
  public var reason: Reason

  /// A fault in a column.
  public init(column: Int, reason: Reason) {
    self.column = column
    self.reason = reason
  }
}

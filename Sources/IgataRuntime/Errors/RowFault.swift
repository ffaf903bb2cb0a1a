/// Why a row could not be read or written: the first thing that went wrong in it.
///
/// Readers and writers remember a fault instead of throwing, so that the coding of columns stays straight-line
/// code; whoever drives them asks for it once for each row.
public struct RowFault: Hashable, Sendable {
  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// The column is null where the model has no optional.
    case missing
    /// The column holds another kind of value than its type; the text says what was found.
    case wrongType(found: String)
    /// A number is outside the range of its type.
    case outOfRange
    /// No case of the enum has this raw value.
    case unknownCase(String)
    /// The text is not a UUID, a URL, a number, valid UTF-8 or JSON: it says which.
    case malformed(String)
    /// The value can't be kept by any backend: NaN, NUL in text, a date outside the range of 64-bit microseconds.
    case unstorable(String)
    /// The value breaks a constraint of the schema, such as `length(1...100)`.
    case constraint(String)
    /// The backend itself failed; it holds the error.
    case backend
  }

  /// The index of the column in its table, or -1 where no column is to blame.
  public var column: Int
  /// What went wrong.
  public var reason: Reason

  /// A fault in a column.
  public init(column: Int, reason: Reason) {
    self.column = column
    self.reason = reason
  }
}

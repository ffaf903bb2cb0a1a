public import Foundation

/// The destination to which generated models write themselves, column by column.
///
/// For a value that no store can store, the writer stores a ``fault``, and the row is not written.
public struct RowWriter {
  private let output: any RowOutput
  /// The first error. After it, the writer accepts no further rows.
  public private(set) var fault: RowFault?
  /// The key that the store generated for the last finished row; `nil` if it generated none.
  public private(set) var generatedKey: Int64?
  /// The number of finished rows.
  public private(set) var rowCount = 0
  /// The number of finished rows that were left as they are, as a row with their key was there.
  public private(set) var presentCount = 0
  /// The row to begin with, if the rows before it were written with other writers; see ``RowWrite/comesInParts``.
  public var firstRow = 0
  /// Whether the output must be emptied before it accepts more rows.
  private(set) var isFull = false

  /// A writer into `output`, which nothing else may use in the meantime.
  @_spi(Backend) public init(_ output: any RowOutput) { self.output = output }

  /// Finishes the row. Returns whether to go on: `false` after a fault, and if the row to update is missing, which is
  /// not a fault.
  public mutating func finishRow() -> Bool {
    guard fault == nil else { return false }
    switch output.finish() {
    case .written(let key): generatedKey = key
    case .full(let key):
      generatedKey = key
      isFull = true
    case .present:
      generatedKey = nil
      presentCount += 1
    case .missing: return false
    case .failed:
      fail(-1, .backend)
      return false
    }
    rowCount += 1
    return true
  }

  /// Stores a fault for a value that can't be written. Only the first fault is kept.
  public mutating func fail(_ column: Int, _ reason: RowFault.Reason) {
    if fault == nil { fault = RowFault(column: column, reason: reason) }
  }

  /// Writes a null.
  public mutating func null(_ column: Int) { output.null(column) }

  /// Writes a Boolean value.
  public mutating func bool(_ column: Int, _ value: Bool) { output.bool(column, value) }

  /// Writes an integer.
  public mutating func int64(_ column: Int, _ value: Int64) { output.integer(column, value) }

  /// Writes a floating-point number. NaN is a fault.
  public mutating func double(_ column: Int, _ value: Double) {
    // Some engines store the sign of zero and others don't. Adding zero removes it.
    output.real(column, value + 0)
    if value.isNaN { fail(column, .unstorable("NaN")) }
  }

  /// Writes a text. A NUL character in it is a fault.
  public mutating func string(_ column: Int, _ value: String) {
    if !output.text(column, value) { fail(column, .unstorable("text with a NUL character")) }
  }

  /// Writes a UUID.
  public mutating func uuid(_ column: Int, _ value: UUID) { output.uuid(column, value) }

  /// Writes a date, truncated to whole microseconds. A date that 64 bits can't represent is a fault.
  public mutating func date(_ column: Int, _ value: Date) {
    guard let microseconds = value.microsecondsSince1970 else {
      return fail(column, .unstorable("a date outside the range of 64-bit microseconds"))
    }
    output.date(column, microseconds)
  }

  /// Writes the value of any column.
  public mutating func rawValue(_ column: Int, _ value: StoredValue) { output.value(column, value) }
}

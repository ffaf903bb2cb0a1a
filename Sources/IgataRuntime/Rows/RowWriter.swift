public import Foundation

/// What generated models write themselves to, column by column.
///
/// A value that no store can keep leaves a ``fault``, and the row is not written.
public struct RowWriter {
  private let output: any RowOutput
  /// The first thing that went wrong; the writer takes no further rows from then on.
  public private(set) var fault: RowFault?
  /// The key that the store generated for the row that was finished last; `nil` if it generated none.
  public private(set) var generatedKey: Int64?
  /// How many rows were finished.
  public private(set) var rowCount = 0
  /// The row to begin with, if those before it were taken by other writers; see ``RowWrite/comesInParts``.
  public var firstRow = 0
  /// Whether no more rows are taken before the output was emptied.
  private(set) var isFull = false

  /// A writer into `output`, which nothing else uses meanwhile.
  @_spi(Backend) public init(_ output: any RowOutput) { self.output = output }

  /// Ends the row. Returns whether it was written; after a fault, and if the row to update is missing (which leaves
  /// no fault), it returns `false`.
  public mutating func finishRow() -> Bool {
    guard fault == nil else { return false }
    switch output.finish() {
    case .written(let key): generatedKey = key
    case .full(let key):
      generatedKey = key
      isFull = true
    case .missing: return false
    case .failed:
      fail(-1, .backend)
      return false
    }
    rowCount += 1
    return true
  }

  /// Remembers that a value can't be written. The first fault stays.
  public mutating func fail(_ column: Int, _ reason: RowFault.Reason) {
    if fault == nil { fault = RowFault(column: column, reason: reason) }
  }

  /// Writes a null.
  public mutating func null(_ column: Int) { output.null(column) }

  /// A truth value.
  public mutating func bool(_ column: Int, _ value: Bool) { output.bool(column, value) }

  /// An integer.
  public mutating func int64(_ column: Int, _ value: Int64) { output.integer(column, value) }

  /// A floating-point number; NaN is a fault.
  public mutating func double(_ column: Int, _ value: Double) {
    // Some engines keep the sign of zero and others don't. Adding zero removes it.
    output.real(column, value + 0)
    if value.isNaN { fail(column, .unstorable("NaN")) }
  }

  /// A text; a NUL character in it is a fault.
  public mutating func string(_ column: Int, _ value: String) {
    output.text(column, value)
    if value.withCString({ memchr($0, 0, value.utf8.count) }) != nil {
      fail(column, .unstorable("text with a NUL character"))
    }
  }

  /// A UUID.
  public mutating func uuid(_ column: Int, _ value: UUID) { output.uuid(column, value) }

  /// A date, cut to whole microseconds; one that 64 bits of them do not reach is a fault.
  public mutating func date(_ column: Int, _ value: Date) {
    guard let microseconds = value.microsecondsSince1970 else {
      return fail(column, .unstorable("a date outside the range of 64-bit microseconds"))
    }
    output.date(column, microseconds)
  }

  /// Any column as a value of its type.
  public mutating func rawValue(_ column: Int, _ value: StoredValue) { output.value(column, value) }
}

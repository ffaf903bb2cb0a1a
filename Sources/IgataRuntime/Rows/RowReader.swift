public import Foundation

/// The rows of a result, from which generated models initialize themselves, column by column.
///
/// If a column can't be read, its value is a harmless placeholder, and the reader stores a ``fault``. The caller then
/// discards the rows and throws an error for the fault.
public struct RowReader {
  private let input: any RowInput
  /// The first error. After it, the reader has no further rows.
  public private(set) var fault: RowFault?
  /// The source of related models; `nil` if relations only have their keys.
  public let relations: RelationSource?
  /// The origin of the read; `nil` if the rows don't come from a store.
  @usableFromInline var source: ModelOrigin?
  /// The number of rows if it is known in advance; otherwise 0.
  public var expectedCount = 0
  /// How many more rows ``next()`` may move to; 0 after a fault.
  @usableFromInline var remaining = Int.max

  /// A reader of the rows of `input`, which nothing else may use in the meantime.
  @_spi(Backend) public init(_ input: any RowInput, relations: RelationSource? = nil) {
    self.input = input
    self.relations = relations
  }

  /// A reader of the same rows with another source of related models.
  @_spi(Backend) public func with(relations: RelationSource?) -> RowReader {
    var reader = RowReader(input, relations: relations)
    reader.source = source
    return reader
  }

  /// A reader of the same rows, whose columns are those of a table in another order: `columns` has the table's column
  /// for each of them.
  func mapping(_ columns: [Int]) -> RowReader {
    var reader = RowReader(MappedRowInput(input, columns), relations: relations)
    reader.source = source
    reader.expectedCount = expectedCount
    return reader
  }

  /// The origin of the model in the current row. If the row doesn't come from a store, the model is new.
  @inlinable public var origin: ModelOrigin { source ?? ModelOrigin() }

  /// Moves to the next row. Returns `false` at the end and after a fault.
  public mutating func next() -> Bool {
    guard remaining > 0 else { return false }
    switch input.next() {
    case .row:
      remaining -= 1
      return true
    case .end: return false
    case .failed:
      fail(-1, .backend)
      return false
    }
  }

  /// Stores a fault for a column that could not be read. Only the first fault is kept.
  public mutating func fail(_ column: Int, _ reason: RowFault.Reason) {
    if fault == nil { fault = RowFault(column: column, reason: reason) }
    remaining = 0
  }

  /// Whether the column is null.
  public func isNull(_ column: Int) -> Bool { input.isNull(column) }

  /// A Boolean value; `false` after a fault.
  public mutating func bool(_ column: Int) -> Bool {
    if let value = input.bool(column) { return value }
    failReading(column)
    return false
  }

  /// An integer; 0 after a fault.
  public mutating func int64(_ column: Int) -> Int64 {
    if let value = input.integer(column) { return value }
    failReading(column)
    return 0
  }

  /// A floating-point number; 0 after a fault.
  public mutating func double(_ column: Int) -> Double {
    if let value = input.real(column) { return value }
    failReading(column)
    return 0
  }

  /// A text; empty after a fault.
  public mutating func string(_ column: Int) -> String {
    if let value = input.text(column) { return value }
    failReading(column)
    return ""
  }

  /// A UUID; all zeros after a fault.
  public mutating func uuid(_ column: Int) -> UUID {
    if let value = input.uuid(column) { return value }
    failReading(column)
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// A date, in whole microseconds; 1970 after a fault.
  public mutating func date(_ column: Int) -> Date {
    if let microseconds = input.date(column) { return Date(microsecondsSince1970: microseconds) }
    failReading(column)
    return Date(microsecondsSince1970: 0)
  }

  /// The value of any column; `.null` if it is null, and after a fault.
  public mutating func rawValue(_ column: Int) -> StoredValue {
    if let value = input.value(column) { return value }
    failReading(column)
    return .null
  }

  private mutating func failReading(_ column: Int) {
    if fault == nil { fail(column, input.reasonUnread(column)) }
  }
}

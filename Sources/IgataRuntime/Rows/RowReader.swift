public import Foundation

/// The functions by which a ``RowReader`` reads from one kind of cursor. The first argument of each is the cursor.
///
/// Every column function returns whether it could read: `false` means that the column is null or holds another kind
/// of value, and ``describe`` says which. The pointers are C functions, so that a backend is crossed without boxes,
/// witnesses or closures.
@usableFromInline package struct RowReading: Sendable {
  /// Goes to the next row: 1 where there is one, 0 at the end, -1 where the backend failed.
  @usableFromInline package var next: @convention(c) (UnsafeMutableRawPointer) -> Int32
  /// Whether the column is null.
  @usableFromInline package var isNull: @convention(c) (UnsafeMutableRawPointer, Int32) -> Bool
  /// Reads a `Bool`.
  @usableFromInline package var bool: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Bool>) -> Bool
  /// Reads an integer, or a fixed-point number × scale.
  @usableFromInline package var integer: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Int64>) -> Bool
  /// Reads a floating-point number.
  @usableFromInline package var real: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Double>) -> Bool
  /// `UnsafeMutableRawPointer` is an `UnsafeMutablePointer<String>`.
  @usableFromInline package var text: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Bool
  /// `UnsafeMutableRawPointer` is an `UnsafeMutablePointer<UUID>`.
  @usableFromInline package var uuid: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Bool
  /// Whole microseconds since 1970.
  @usableFromInline package var date: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Int64>) -> Bool
  /// Everything else (`Data`, `Decimal`, JSON, lists), and any column as a ``StoredValue`` of its table's column type.
  /// `UnsafeMutableRawPointer` is an `UnsafeMutablePointer<StoredValue>`, which holds `.null` where the column is null.
  @usableFromInline package var value: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Bool
  /// Why the last column function returned `false` for this column. `UnsafeMutableRawPointer` is an
  /// `UnsafeMutablePointer<RowFault.Reason>`.
  @usableFromInline package var describe: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Void

  /// A table of functions, all of which must be given.
  package init(
    next: @escaping @convention(c) (UnsafeMutableRawPointer) -> Int32,
    isNull: @escaping @convention(c) (UnsafeMutableRawPointer, Int32) -> Bool,
    bool: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Bool>) -> Bool,
    integer: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Int64>) -> Bool,
    real: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Double>) -> Bool,
    text: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Bool,
    uuid: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Bool,
    date: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutablePointer<Int64>) -> Bool,
    value: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Bool,
    describe: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Void
  ) {
    self.next = next
    self.isNull = isNull
    self.bool = bool
    self.integer = integer
    self.real = real
    self.text = text
    self.uuid = uuid
    self.date = date
    self.value = value
    self.describe = describe
  }
}

/// What generated models make themselves from: the current row of a cursor, column by column.
///
/// A column that can't be read gives a harmless placeholder and leaves a ``fault``; the rows are then thrown away by
/// whoever drives the reader, who turns the fault into an error.
public struct RowReader {
  // What is inlined here is compiled into what reads the columns of a model, where a call for each would show.
  @usableFromInline let cursor: UnsafeMutableRawPointer
  @usableFromInline let reading: UnsafePointer<RowReading>
  /// The first thing that went wrong; the reader has no further rows from then on.
  public private(set) var fault: RowFault?
  /// Where the rows of related models come from; nothing where relations are known by their keys alone.
  public let relations: RelationSource?
  /// How many rows there are, where that is known beforehand; else 0.
  public var expectedCount = 0
  /// How many rows ``next()`` may still go to; none after a fault.
  @usableFromInline var remaining = Int.max

  /// A reader over `cursor`, which must live, and not be used elsewhere, as long as the reader does.
  package init(
    cursor: UnsafeMutableRawPointer, reading: UnsafePointer<RowReading>, relations: RelationSource? = nil
  ) {
    self.cursor = cursor
    self.reading = reading
    self.relations = relations
  }

  /// The same cursor with another source of related rows.
  @_spi(Backend) public func with(relations: RelationSource?) -> RowReader {
    RowReader(cursor: cursor, reading: reading, relations: relations)
  }

  /// Goes to the next row. Returns `false` at the end and after a fault.
  @inlinable
  public mutating func next() -> Bool {
    guard remaining > 0 else { return false }
    remaining &-= 1
    let result = reading.pointee.next(cursor)
    if result < 0 { fail(-1, .backend) }
    return result > 0
  }

  /// Remembers that a column could not be read. The first fault stays.
  public mutating func fail(_ column: Int, _ reason: RowFault.Reason) {
    if fault == nil { fault = RowFault(column: column, reason: reason) }
    remaining = 0
  }

  /// Whether the column is null.
  @inlinable
  public func isNull(_ column: Int) -> Bool { reading.pointee.isNull(cursor, Int32(truncatingIfNeeded: column)) }

  /// A truth value; `false` after a fault.
  @inlinable
  public mutating func bool(_ column: Int) -> Bool {
    var result = false
    if !reading.pointee.bool(cursor, Int32(truncatingIfNeeded: column), &result) { failReading(column) }
    return result
  }

  /// An integer; 0 after a fault.
  @inlinable
  public mutating func int64(_ column: Int) -> Int64 {
    var result: Int64 = 0
    if !reading.pointee.integer(cursor, Int32(truncatingIfNeeded: column), &result) { failReading(column) }
    return result
  }

  /// A floating-point number; 0 after a fault.
  @inlinable
  public mutating func double(_ column: Int) -> Double {
    var result = 0.0
    if !reading.pointee.real(cursor, Int32(truncatingIfNeeded: column), &result) { failReading(column) }
    return result
  }

  /// A text; empty after a fault.
  @inlinable
  public mutating func string(_ column: Int) -> String {
    var result = ""
    let isRead = withUnsafeMutablePointer(to: &result) {
      reading.pointee.text(cursor, Int32(truncatingIfNeeded: column), UnsafeMutableRawPointer($0))
    }
    if !isRead { failReading(column) }
    return result
  }

  /// A UUID; all zeros after a fault.
  @inlinable
  public mutating func uuid(_ column: Int) -> UUID {
    // Two words, as Foundation's own initializer copies byte by byte. Both types are 16 bytes without padding, of which
    // any is valid.
    var result: (UInt64, UInt64) = (0, 0)
    let isRead = withUnsafeMutablePointer(to: &result) {
      reading.pointee.uuid(cursor, Int32(truncatingIfNeeded: column), UnsafeMutableRawPointer($0))
    }
    if !isRead { failReading(column) }
    return unsafeBitCast(result, to: UUID.self)
  }

  /// A date, in whole microseconds; 1970 after a fault.
  @inlinable
  public mutating func date(_ column: Int) -> Date {
    var microseconds: Int64 = 0
    if !reading.pointee.date(cursor, Int32(truncatingIfNeeded: column), &microseconds) { failReading(column) }
    return Date(microsecondsSince1970: microseconds)
  }

  /// Any column as a value of its type; `.null` where it is null.
  public mutating func rawValue(_ column: Int) -> StoredValue {
    var result = StoredValue.null
    let isRead = withUnsafeMutablePointer(to: &result) {
      reading.pointee.value(cursor, Int32(truncatingIfNeeded: column), UnsafeMutableRawPointer($0))
    }
    if !isRead { failReading(column) }
    return result
  }

  @usableFromInline
  mutating func failReading(_ column: Int) {
    guard fault == nil else { return }
    var reason = RowFault.Reason.missing
    withUnsafeMutablePointer(to: &reason) {
      reading.pointee.describe(cursor, Int32(truncatingIfNeeded: column), UnsafeMutableRawPointer($0))
    }
    fault = RowFault(column: column, reason: reason)
    remaining = 0
  }
}

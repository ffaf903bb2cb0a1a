public import Foundation

/// The functions by which a ``RowWriter`` writes to one kind of sink. The first argument of each is the sink, the
/// second the index of the column in its table.
@usableFromInline package struct RowWriting: Sendable {
  /// Writes a null.
  @usableFromInline package var null: @convention(c) (UnsafeMutableRawPointer, Int32) -> Void
  /// Writes a `Bool`.
  @usableFromInline package var bool: @convention(c) (UnsafeMutableRawPointer, Int32, Bool) -> Void
  /// Writes an integer, or a fixed-point number × scale.
  @usableFromInline package var integer: @convention(c) (UnsafeMutableRawPointer, Int32, Int64) -> Void
  /// Writes a floating-point number, never NaN.
  @usableFromInline package var real: @convention(c) (UnsafeMutableRawPointer, Int32, Double) -> Void
  /// UTF-8 bytes, which are gone when the call returns.
  @usableFromInline package var text: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<UInt8>?, Int) -> Void
  /// `UnsafeRawPointer` is an `UnsafePointer<UUID>`.
  @usableFromInline package var uuid: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeRawPointer) -> Void
  /// Whole microseconds since 1970.
  @usableFromInline package var date: @convention(c) (UnsafeMutableRawPointer, Int32, Int64) -> Void
  /// Everything else. `UnsafeRawPointer` is an `UnsafePointer<StoredValue>`.
  @usableFromInline package var value: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeRawPointer) -> Void
  /// Ends the row: 1 where it was written, 0 where it was written and no row was there to update, -1 where the
  /// backend failed; 2 where it was written and the sink is full, which only one of a write that
  /// ``RowWrite/comesInParts`` may be. The last argument receives the key that the store made for the row, if it made
  /// one.
  @usableFromInline package var finish: @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<Int64>) -> Int32

  /// A table of functions, all of which must be given.
  package init(
    null: @escaping @convention(c) (UnsafeMutableRawPointer, Int32) -> Void,
    bool: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, Bool) -> Void,
    integer: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, Int64) -> Void,
    real: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, Double) -> Void,
    text: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<UInt8>?, Int) -> Void,
    uuid: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeRawPointer) -> Void,
    date: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, Int64) -> Void,
    value: @escaping @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeRawPointer) -> Void,
    finish: @escaping @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<Int64>) -> Int32
  ) {
    self.null = null
    self.bool = bool
    self.integer = integer
    self.real = real
    self.text = text
    self.uuid = uuid
    self.date = date
    self.value = value
    self.finish = finish
  }
}

/// What generated models write themselves to, column by column.
///
/// A value that no store can keep leaves a ``fault``, and the row is not written.
public struct RowWriter {
  let sink: UnsafeMutableRawPointer
  let writing: UnsafePointer<RowWriting>
  /// The first thing that went wrong; the writer takes no further rows from then on.
  public private(set) var fault: RowFault?
  /// The key that the store made for the row that was finished last; 0 where it made none.
  public private(set) var generatedKey: Int64 = 0
  /// How many rows were finished.
  public private(set) var rowCount = 0
  /// The row to begin with, where those before it were taken by other writers; see ``RowWrite/comesInParts``.
  public var firstRow = 0
  /// Whether the sink takes no more rows before it was emptied.
  @usableFromInline var isFull = false

  /// A writer into `sink`, which must live, and not be used elsewhere, as long as the writer does.
  package init(sink: UnsafeMutableRawPointer, writing: UnsafePointer<RowWriting>) {
    self.sink = sink
    self.writing = writing
  }

  /// Ends the row. Returns whether it was written; after a fault, and where the row to update is missing (which
  /// leaves no fault), it returns `false`.
  public mutating func finishRow() -> Bool {
    guard fault == nil else { return false }
    var key: Int64 = 0
    let result = writing.pointee.finish(sink, &key)
    generatedKey = key
    if result < 0 { fault = RowFault(column: -1, reason: .backend) }
    guard result > 0 else { return false }
    rowCount &+= 1
    if result > 1 { isFull = true }
    return true
  }

  /// Remembers that a value can't be written. The first fault stays.
  public mutating func fail(_ column: Int, _ reason: RowFault.Reason) {
    if fault == nil { fault = RowFault(column: column, reason: reason) }
  }

  /// Writes a null.
  public mutating func null(_ column: Int) { writing.pointee.null(sink, Int32(truncatingIfNeeded: column)) }

  /// A truth value.
  public mutating func bool(_ column: Int, _ value: Bool) {
    writing.pointee.bool(sink, Int32(truncatingIfNeeded: column), value)
  }

  /// An integer.
  public mutating func int64(_ column: Int, _ value: Int64) {
    writing.pointee.integer(sink, Int32(truncatingIfNeeded: column), value)
  }

  /// A floating-point number; NaN is a fault.
  public mutating func double(_ column: Int, _ value: Double) {
    // Some engines keep the sign of zero and others don't. Adding zero takes it away.
    writing.pointee.real(sink, Int32(truncatingIfNeeded: column), value + 0)
    if value.isNaN { fail(column, .unstorable("NaN")) }
  }

  /// A text; a NUL character in it is a fault.
  public mutating func string(_ column: Int, _ value: String) {
    let count = value.utf8.count
    // Not `withUTF8`, which needs a copy of the text.
    let hasNUL = value.withCString { start in
      let bytes = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
      writing.pointee.text(sink, Int32(truncatingIfNeeded: column), bytes, count)
      return memchr(start, 0, count) != nil
    }
    if hasNUL { fail(column, .unstorable("text with a NUL character")) }
  }

  /// A UUID.
  public mutating func uuid(_ column: Int, _ value: UUID) {
    withUnsafePointer(to: value) {
      writing.pointee.uuid(sink, Int32(truncatingIfNeeded: column), UnsafeRawPointer($0))
    }
  }

  /// A date, cut to whole microseconds; one that 64 bits of them do not reach is a fault.
  public mutating func date(_ column: Int, _ value: Date) {
    guard let microseconds = value.microsecondsSince1970 else {
      return fail(column, .unstorable("a date outside the range of 64-bit microseconds"))
    }
    writing.pointee.date(sink, Int32(truncatingIfNeeded: column), microseconds)
  }

  /// Any column as a value of its type.
  public mutating func rawValue(_ column: Int, _ value: StoredValue) {
    withUnsafePointer(to: value) {
      writing.pointee.value(sink, Int32(truncatingIfNeeded: column), UnsafeRawPointer($0))
    }
  }
}

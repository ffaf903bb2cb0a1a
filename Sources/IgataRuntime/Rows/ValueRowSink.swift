public import Foundation

/// Collects the rows that models write, as ``StoredValue``s in memory.
@_spi(Backend) public final class ValueRowSink {
  /// The collected rows, if no closure takes them.
  public private(set) var rows: [[StoredValue]] = []
  private let columnCount: Int
  /// The values that were written since the last row was finished.
  public private(set) var unfinishedRow: [StoredValue]
  private let take: ((consuming [StoredValue]) -> WrittenRow)?

  /// A sink for rows of `columnCount` columns, which passes each finished row to `take`, or appends it to ``rows``.
  public init(columnCount: Int, take: ((consuming [StoredValue]) -> WrittenRow)? = nil) {
    self.columnCount = max(0, columnCount)
    unfinishedRow = Array(repeating: .null, count: self.columnCount)
    self.take = take
  }

  /// Calls `body` with a writer into the sink.
  public func write<Result, Failure: Error>(
    _ body: (inout RowWriter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var writer = RowWriter(self)
    return try body(&writer)
  }
}

extension ValueRowSink: RowOutput {
  /// Writes a null.
  public func null(_ column: Int) { self.value(column, .null) }
  /// Writes a `Bool`.
  public func bool(_ column: Int, _ value: Bool) { self.value(column, .bool(value)) }
  /// Writes an integer.
  public func integer(_ column: Int, _ value: Int64) { self.value(column, .integer(value)) }
  /// Writes a floating-point number.
  public func real(_ column: Int, _ value: Double) { self.value(column, .real(value)) }
  /// Writes a text. Returns whether it contains no NUL.
  public func text(_ column: Int, _ value: String) -> Bool {
    self.value(column, .text(value))
    return !value.holdsNUL
  }
  /// Writes a UUID.
  public func uuid(_ column: Int, _ value: UUID) { self.value(column, .uuid(value)) }
  /// Writes a date in whole microseconds since 1970.
  public func date(_ column: Int, _ microseconds: Int64) { self.value(column, .date(microseconds: microseconds)) }

  /// Writes any value. A column that the row doesn't have is ignored.
  public func value(_ column: Int, _ value: StoredValue) {
    if unfinishedRow.indices.contains(column) { unfinishedRow[column] = value }
  }

  /// Appends the row, or passes it to the closure.
  public func finish() -> WrittenRow {
    let finished = unfinishedRow
    unfinishedRow = Array(repeating: .null, count: columnCount)
    if let take { return take(finished) }
    rows.append(finished)
    return .written(key: nil)
  }
}

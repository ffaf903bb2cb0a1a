public import Foundation

/// Takes the rows that models write, as ``StoredValue``s in memory.
@_spi(Backend) public final class ValueRowSink {
  /// The rows that were taken, if no closure takes them.
  public private(set) var rows: [[StoredValue]] = []
  private let empty: [StoredValue]
  /// What was written since the last row was finished.
  public private(set) var unfinishedRow: [StoredValue]
  private let take: ((consuming [StoredValue]) -> WrittenRow)?

  /// A sink for rows of `columnCount` columns, which calls `take` for each finished row, or keeps it in ``rows``.
  public init(columnCount: Int, take: ((consuming [StoredValue]) -> WrittenRow)? = nil) {
    empty = Array(repeating: .null, count: max(0, columnCount))
    unfinishedRow = empty
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
  /// A null.
  public func null(_ column: Int) { self.value(column, .null) }
  /// A `Bool`.
  public func bool(_ column: Int, _ value: Bool) { self.value(column, .bool(value)) }
  /// An integer.
  public func integer(_ column: Int, _ value: Int64) { self.value(column, .integer(value)) }
  /// A floating-point number.
  public func real(_ column: Int, _ value: Double) { self.value(column, .real(value)) }
  /// A text.
  public func text(_ column: Int, _ value: String) { self.value(column, .text(value)) }
  /// A UUID.
  public func uuid(_ column: Int, _ value: UUID) { self.value(column, .uuid(value)) }
  /// A date in whole microseconds since 1970.
  public func date(_ column: Int, _ microseconds: Int64) { self.value(column, .date(microseconds: microseconds)) }

  /// Any value. A column that the row does not have is ignored.
  public func value(_ column: Int, _ value: StoredValue) {
    if unfinishedRow.indices.contains(column) { unfinishedRow[column] = value }
  }

  /// Takes the row, or hands it to the closure.
  public func finish() -> WrittenRow {
    let finished = unfinishedRow
    unfinishedRow = empty
    if let take { return take(finished) }
    rows.append(finished)
    return .written(key: nil)
  }
}

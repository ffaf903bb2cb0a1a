internal import Foundation

/// Takes the rows that models write, as ``StoredValue``s in memory.
@_spi(Backend) public final class ValueRowSink {
  /// What became of a finished row.
  public enum Outcome {
    /// It was taken; a key other than 0 is one that was made for it.
    case written(generatedKey: Int64)
    /// There is no row to update.
    case missing
    /// It was refused. Whoever gave the closure knows why.
    case failed
  }

  /// The rows that were taken, where no closure takes them.
  public private(set) var rows: [[StoredValue]] = []
  private let empty: [StoredValue]
  /// What was written since the last row was finished.
  public private(set) var unfinishedRow: [StoredValue]
  private let take: ((consuming [StoredValue]) -> Outcome)?

  /// A sink for rows of `columnCount` columns, which calls `take` for each finished row, or keeps it in ``rows``.
  public init(columnCount: Int, take: ((consuming [StoredValue]) -> Outcome)? = nil) {
    empty = Array(repeating: .null, count: max(0, columnCount))
    unfinishedRow = empty
    self.take = take
  }

  /// Hands a writer into the sink to `body`. The writer is of no use after that.
  public func write<Result, Failure: Error>(
    _ body: (inout RowWriter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var writer = RowWriter(sink: Unmanaged.passUnretained(self).toOpaque(), writing: Self.writing)
    defer { withExtendedLifetime(self) {} }
    return try body(&writer)
  }

  fileprivate func put(_ value: StoredValue, _ column: Int32) {
    let column = Int(column)
    if unfinishedRow.indices.contains(column) { unfinishedRow[column] = value }
  }

  fileprivate func finish(_ generatedKey: UnsafeMutablePointer<Int64>) -> Int32 {
    let finished = unfinishedRow
    unfinishedRow = empty
    generatedKey.pointee = 0
    guard let take else {
      rows.append(finished)
      return 1
    }
    switch take(finished) {
    case .written(let key):
      generatedKey.pointee = key
      return 1
    case .missing: return 0
    case .failed: return -1
    }
  }

  fileprivate static func at(_ sink: UnsafeMutableRawPointer) -> ValueRowSink {
    Unmanaged<ValueRowSink>.fromOpaque(sink).takeUnretainedValue()
  }

  /// `nonisolated(unsafe)`: what it points to is written once, here, and never changes or goes.
  nonisolated(unsafe) private static let writing: UnsafePointer<RowWriting> = {
    let writing = UnsafeMutablePointer<RowWriting>.allocate(capacity: 1)
    writing.initialize(to: makeWriting())
    return UnsafePointer(writing)
  }()

  private static func makeWriting() -> RowWriting {
    RowWriting(
      null: { ValueRowSink.at($0).put(.null, $1) },
      bool: { ValueRowSink.at($0).put(.bool($2), $1) },
      integer: { ValueRowSink.at($0).put(.integer($2), $1) },
      real: { ValueRowSink.at($0).put(.real($2), $1) },
      text: { sink, column, start, count in
        let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
        ValueRowSink.at(sink).put(.text(String(decoding: bytes, as: UTF8.self)), column)
      },
      uuid: { sink, column, value in
        ValueRowSink.at(sink).put(.uuid(value.assumingMemoryBound(to: UUID.self).pointee), column)
      },
      date: { ValueRowSink.at($0).put(.date(microseconds: $2), $1) },
      value: { sink, column, value in
        ValueRowSink.at(sink).put(value.assumingMemoryBound(to: StoredValue.self).pointee, column)
      },
      finish: { ValueRowSink.at($0).finish($1) })
  }
}

internal import Foundation

/// Rows of ``StoredValue``s in memory, to be read as any backend's are.
@_spi(Backend) public final class ValueRowCursor {
  private let rows: [[StoredValue]]
  private var position = -1

  public init(_ rows: [[StoredValue]]) { self.rows = rows }

  /// Hands a reader of the rows to `body`. The reader is of no use after that.
  public func read<Result, Failure: Error>(
    relations: RelationSource? = nil, _ body: (inout RowReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var reader = RowReader(
      cursor: Unmanaged.passUnretained(self).toOpaque(), reading: Self.reading, relations: relations)
    defer { withExtendedLifetime(self) {} }
    return try body(&reader)
  }

  fileprivate func next() -> Int32 {
    guard position + 1 < rows.count else { return 0 }
    position += 1
    return 1
  }

  fileprivate subscript(column: Int32) -> StoredValue {
    guard rows.indices.contains(position) else { return .null }
    let row = rows[position]
    let column = Int(column)
    return row.indices.contains(column) ? row[column] : .null
  }

  fileprivate static func at(_ cursor: UnsafeMutableRawPointer) -> ValueRowCursor {
    Unmanaged<ValueRowCursor>.fromOpaque(cursor).takeUnretainedValue()
  }

  /// `nonisolated(unsafe)`: what it points to is written once, here, and never changes or goes.
  nonisolated(unsafe) private static let reading: UnsafePointer<RowReading> = {
    let reading = UnsafeMutablePointer<RowReading>.allocate(capacity: 1)
    reading.initialize(to: makeReading())
    return UnsafePointer(reading)
  }()

  private static func makeReading() -> RowReading {
    RowReading(
      next: { ValueRowCursor.at($0).next() },
      isNull: { cursor, column in
        if case .null = ValueRowCursor.at(cursor)[column] { true } else { false }
      },
      bool: { cursor, column, result in
        guard case .bool(let value) = ValueRowCursor.at(cursor)[column] else { return false }
        result.pointee = value
        return true
      },
      integer: { cursor, column, result in
        guard case .integer(let value) = ValueRowCursor.at(cursor)[column] else { return false }
        result.pointee = value
        return true
      },
      real: { cursor, column, result in
        guard case .real(let value) = ValueRowCursor.at(cursor)[column] else { return false }
        result.pointee = value
        return true
      },
      text: { cursor, column, result in
        guard case .text(let value) = ValueRowCursor.at(cursor)[column] else { return false }
        result.assumingMemoryBound(to: String.self).pointee = value
        return true
      },
      uuid: { cursor, column, result in
        guard case .uuid(let value) = ValueRowCursor.at(cursor)[column] else { return false }
        result.assumingMemoryBound(to: UUID.self).pointee = value
        return true
      },
      date: { cursor, column, result in
        guard case .date(let microseconds) = ValueRowCursor.at(cursor)[column] else { return false }
        result.pointee = microseconds
        return true
      },
      value: { cursor, column, result in
        result.assumingMemoryBound(to: StoredValue.self).pointee = ValueRowCursor.at(cursor)[column]
        return true
      },
      describe: { cursor, column, result in
        let value = ValueRowCursor.at(cursor)[column]
        result.assumingMemoryBound(to: RowFault.Reason.self).pointee =
          value == .null ? .missing : .wrongType(found: value.kindName)
      })
  }
}

#if PostgreSQL
internal import Foundation
internal import IgataRuntime

/// The sink behind a ``RowWriter``: rows as `COPY` takes them in the binary format, gathered until they are sent.
///
/// A row is the number of its fields, and for each the number of its bytes, -1 for null, before the bytes. The same
/// bytes serve as the parameters of a statement.
struct RowBuffer {
  /// The rows, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each row begins.
  private(set) var rows: [Int] = []
  /// Why a value of the row that was written last can't be sent.
  private(set) var failure: (column: Int, reason: String)?
  /// The greatest key that was given, where keys are made for rows that have none.
  private(set) var greatestGivenKey: Int64 = 0

  private let types: [ServerType]
  /// The column whose key is made where the row's is 0, or -1.
  private let generatedKeyColumn: Int32
  private var keys: [Int64].Iterator
  private var madeKey: Int64 = 0
  private var rowStart = 0

  /// A buffer for rows of a table. `keys` are given to rows that have none, one after the other.
  init(_ table: TableDescription, keys: [Int64]?) {
    types = table.columns.map(\.type.serverType)
    generatedKeyColumn = keys == nil ? -1 : Int32(truncatingIfNeeded: table.generatedKeyColumn ?? -1)
    self.keys = (keys ?? []).makeIterator()
    beginRow()
  }

  /// The functions of every writer. The pointer is made once, never changes, and is never freed.
  nonisolated(unsafe) static let functions: UnsafePointer<RowWriting> = {
    let functions = UnsafeMutablePointer<RowWriting>.allocate(capacity: 1)
    functions.initialize(
      to: RowWriting(
        null: { sink, _ in pointer(sink).pointee.bytes.appendBigEndian(Int32(-1)) },
        bool: { sink, _, value in
          pointer(sink).pointee.bytes.appendBigEndian(Int32(1))
          pointer(sink).pointee.bytes.append(value ? 1 : 0)
        },
        integer: { sink, column, value in pointer(sink).pointee.append(column, value) },
        real: { sink, column, value in pointer(sink).pointee.append(column, value) },
        text: { sink, column, start, count in
          pointer(sink).pointee.append(column, UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
        },
        uuid: { sink, column, value in
          pointer(sink).pointee.append(column, UnsafeRawBufferPointer(start: value, count: 16))
        },
        date: { sink, column, value in pointer(sink).pointee.append(column, microseconds: value) },
        value: { sink, column, value in
          pointer(sink).pointee.append(column, value.assumingMemoryBound(to: StoredValue.self).pointee)
        },
        finish: { sink, key in pointer(sink).pointee.finish(key) }))
    return UnsafePointer(functions)
  }()

  private static func pointer(_ sink: UnsafeMutableRawPointer) -> UnsafeMutablePointer<RowBuffer> {
    sink.assumingMemoryBound(to: RowBuffer.self)
  }

  var count: Int { rows.count }

  /// Where the rows from `first` up to `end` stand in ``bytes``.
  func range(_ first: Int, _ end: Int) -> Range<Int> {
    rows[first]..<(end < rows.count ? rows[end] : rowStart)
  }

  /// Calls `body` with where the fields of a row stand and how long they are, in memory that the caller keeps.
  func withFields<Result>(
    of row: Int, _ pointers: inout [UnsafePointer<CChar>?], _ lengths: inout [Int32],
    _ body: ([UnsafePointer<CChar>?], [Int32]) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      var offset = rows[row] + 2
      for column in types.indices {
        let count = bytes.bigEndian(at: offset, as: Int32.self)
        offset += 4
        let start = bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
        pointers[column] = count < 0 ? nil : start
        lengths[column] = max(count, 0)
        offset += Int(max(count, 0))
      }
      return body(pointers, lengths)
    }
  }

  /// The values of a row, for messages and checks.
  func values(of row: Int, _ table: TableDescription) -> [StoredValue] {
    bytes.withUnsafeBytes { bytes in
      var offset = rows[row] + 2
      return types.indices.map { column in
        let count = Int(bytes.bigEndian(at: offset, as: Int32.self))
        let field = UnsafeRawBufferPointer(rebasing: bytes[(offset + 4)..<(offset + 4 + max(count, 0))])
        offset += 4 + max(count, 0)
        guard count >= 0 else { return .null }
        return StoredValue(serverBytes: field, types[column], as: table.columns[column].type) ?? .null
      }
    }
  }

  private mutating func beginRow() {
    rowStart = bytes.count
    bytes.appendBigEndian(Int16(truncatingIfNeeded: types.count))
  }

  private mutating func fail(_ column: Int32, _ reason: String) {
    if failure == nil { failure = (Int(column), reason) }
    bytes.appendBigEndian(Int32(-1))
  }

  private mutating func append(_ column: Int32, _ field: UnsafeRawBufferPointer) {
    guard let count = Int32(exactly: field.count) else { return fail(column, "more than 2 GB") }
    bytes.appendBigEndian(count)
    bytes.append(contentsOf: field)
  }

  private mutating func append(_ column: Int32, _ given: Int64) {
    let value = column == generatedKeyColumn ? key(given) : given
    switch types[Int(column)] {
    case .int64:
      bytes.appendBigEndian(Int32(8))
      bytes.appendBigEndian(value)
    case .int32:
      guard let narrow = Int32(exactly: value) else { return fail(column, "an integer of more bits") }
      bytes.appendBigEndian(Int32(4))
      bytes.appendBigEndian(narrow)
    case .int16:
      guard let narrow = Int16(exactly: value) else { return fail(column, "an integer of more bits") }
      bytes.appendBigEndian(Int32(2))
      bytes.appendBigEndian(narrow)
    default: append(column, StoredValue.integer(value))
    }
  }

  /// The row's key: the one that it has, or the next of those that were made.
  private mutating func key(_ given: Int64) -> Int64 {
    guard given == 0, let made = keys.next() else {
      greatestGivenKey = max(greatestGivenKey, given)
      return given
    }
    madeKey = made
    return made
  }

  private mutating func append(_ column: Int32, _ value: Double) {
    if types[Int(column)] == .float {
      bytes.appendBigEndian(Int32(4))
      bytes.appendBigEndian(Float(value).bitPattern)
    } else {
      bytes.appendBigEndian(Int32(8))
      bytes.appendBigEndian(value.bitPattern)
    }
  }

  private mutating func append(_ column: Int32, microseconds: Int64) {
    guard let value = ServerDate.encode(microseconds) else {
      return fail(column, "a date outside of PostgreSQL's range")
    }
    bytes.appendBigEndian(Int32(8))
    bytes.appendBigEndian(value)
  }

  private mutating func append(_ column: Int32, _ value: StoredValue) {
    if case .integer(let value) = value, column == generatedKeyColumn { return append(column, value) }
    let start = bytes.count
    do {
      try value.appendField(types[Int(column)], to: &bytes)
    } catch {
      bytes.removeLast(bytes.count - start)
      fail(column, error.reason)
    }
  }

  private mutating func finish(_ generatedKey: UnsafeMutablePointer<Int64>) -> Int32 {
    guard failure == nil else { return -1 }
    rows.append(rowStart)
    beginRow()
    generatedKey.pointee = madeKey
    madeKey = 0
    return 1
  }
}

#endif

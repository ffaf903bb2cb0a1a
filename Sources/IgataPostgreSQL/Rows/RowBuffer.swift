#if PostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// Rows in the binary format of `COPY`, collected until they are sent.
///
/// A row is the number of its fields, followed by the length of each field, which is -1 for null, and its bytes. The
/// same bytes are used as the parameters of a statement.
///
/// `@unchecked Sendable`: only its owner writes, and not while its bytes are being sent.
final class RowBuffer: @unchecked Sendable {
  private static let headerSize = MemoryLayout<Int16>.size
  /// How many rows there are from one mark to the next.
  private static let markInterval = 256

  /// The number of finished rows.
  private(set) var count = 0
  /// The number of bytes of the finished rows.
  private(set) var size = 0

  /// The first value of the last row that can't be sent, and the reason.
  private(set) var failure: (column: Int, reason: String)?
  /// Whether a null was written.
  private(set) var hasNull = false
  /// The greatest explicit key, if keys are generated for rows without one.
  private(set) var greatestGivenKey: Int64 = 0

  private let types: [ServerType]
  private var bytes: UnsafeMutableRawPointer
  private var capacity: Int
  private var end = 0
  /// The offset of every ``markInterval``th row.
  private var marks = [0]
  /// The number of bytes from which the buffer is full.
  private let partSize: Int
  /// The column whose key is generated if the row's is 0, or -1.
  private let generatedKeyColumn: Int
  /// The keys for rows without one.
  private var keys: [Int64].Iterator
  private var generatedKey: Int64?

  /// Creates a buffer for rows of a table.
  ///
  /// - Parameters:
  ///   - keys: The keys for rows without one, in order.
  ///   - inParts: Whether the buffer is full when it has a part of a `COPY`.
  convenience init(_ table: TableDescription, keys: [Int64]?, inParts: Bool = false) {
    self.init(
      table.columns.map(\.type.serverType), keys: keys,
      generatedKeyColumn: keys == nil ? nil : table.generatedKeyColumn,
      partSize: inParts ? Connection.copyPartSize : .max)
  }

  /// Creates a buffer for rows of values of these types.
  init(_ types: [ServerType], keys: [Int64]? = nil, generatedKeyColumn: Int? = nil, partSize: Int = .max) {
    self.types = types
    self.keys = (keys ?? []).makeIterator()
    self.generatedKeyColumn = generatedKeyColumn ?? -1
    self.partSize = partSize
    // A part, and the rest of a last row of ordinary size.
    capacity = partSize == .max ? 1024 : partSize + 4096
    bytes = .allocate(byteCount: capacity, alignment: 1)
    beginRow()
  }

  deinit { bytes.deallocate() }

  /// Whether the buffer has to be emptied before the next row.
  var isFull: Bool { size >= partSize }

  /// Removes the rows, except for their bytes from an offset on. The memory is reused.
  func removeRows(before kept: Int = .max) {
    let rest = max(size - kept, 0)
    if rest > 0 { bytes.copyMemory(from: bytes + kept, byteCount: rest) }
    (count, size, end) = (0, rest, rest)
    marks.removeAll(keepingCapacity: true)
    marks.append(rest)
    failure = nil
    hasNull = false
    beginRow()
  }

  // MARK: Reading

  /// Calls `body` with a range of the finished rows' bytes.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafePointer<CChar>, Int) -> Result) -> Result {
    let range = range.clamped(to: 0..<size)
    return withExtendedLifetime(self) {
      body(UnsafePointer((bytes + range.lowerBound).assumingMemoryBound(to: CChar.self)), range.count)
    }
  }

  /// Calls `body` for each of the rows with its fields for libpq.
  func withFields(
    of rows: Range<Int>, _ body: (Fields) throws(ServerFailure) -> Void
  ) throws(ServerFailure) {
    var fields = Fields(count: types.count)
    try withExtendedLifetime(self) { () throws(ServerFailure) in
      var offset = start(of: rows.lowerBound)
      for _ in rows {
        offset = readRow(at: offset) { column, field in
          fields.values[column] = field?.baseAddress?.assumingMemoryBound(to: CChar.self)
          fields.lengths[column] = Int32(truncatingIfNeeded: field?.count ?? 0)
        }
        try body(fields)
      }
    }
  }

  /// The values of a row, whose columns have these types.
  func values(of row: Int, _ columnTypes: [ColumnType]) -> [StoredValue] {
    var values: [StoredValue] = []
    _ = readRow(at: start(of: row)) { column, field in
      values.append(field.flatMap { StoredValue(serverBytes: $0, types[column], as: columnTypes[column]) } ?? .null)
    }
    return values
  }

  private func start(of row: Int) -> Int {
    let mark = min(row / Self.markInterval, marks.count - 1)
    var offset = marks[mark]
    for _ in (mark * Self.markInterval)..<row { offset = readRow(at: offset) { _, _ in } }
    return offset
  }

  /// Calls `body` with each field of a finished row, which is `nil` for null. Returns the end of the row.
  private func readRow(at start: Int, _ body: (Int, UnsafeRawBufferPointer?) -> Void) -> Int {
    guard start < size else { return start }
    var offset = start + Self.headerSize
    for column in types.indices {
      let length = Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
      offset += 4
      body(column, length < 0 ? nil : UnsafeRawBufferPointer(start: bytes + offset, count: length))
      offset += max(length, 0)
    }
    return offset
  }

  // MARK: Writing

  /// Reserves bytes, which the caller has to write.
  @inline(__always)
  private func append(_ count: Int) -> UnsafeMutableRawPointer {
    if count > capacity &- end { grow(count) }
    defer { end &+= count }
    return bytes + end
  }

  @inline(never)
  private func grow(_ count: Int) {
    capacity = max(2 * capacity, end + count)
    let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    grown.copyMemory(from: bytes, byteCount: end)
    bytes.deallocate()
    bytes = grown
  }

  /// Appends a field with a number.
  @inline(__always)
  private func append<Number: FixedWidthInteger>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    let field = append(4 + size)
    field.storeBytes(of: Int32(truncatingIfNeeded: size).bigEndian, as: Int32.self)
    field.storeBytes(of: number.bigEndian, toByteOffset: 4, as: Number.self)
  }

  private func encode(_ column: Int, _ value: StoredValue) {
    guard let type = serverType(column) else { return fail(column, "the table does not have this column") }
    var field: [UInt8] = []
    do {
      try value.appendField(type, to: &field)
    } catch {
      return fail(column, error.reason)
    }
    field.withUnsafeBytes { field in
      if let start = field.baseAddress { append(field.count).copyMemory(from: start, byteCount: field.count) }
    }
  }

  private func serverType(_ column: Int) -> ServerType? { types.indices.contains(column) ? types[column] : nil }

  private func fail(_ column: Int, _ reason: String) {
    if failure == nil { failure = (column, reason) }
    null(column)
  }

  /// The row's key: the explicit one, or the next of the keys for rows without one.
  private func key(_ given: Int64) -> Int64 {
    if given == 0, let next = keys.next() {
      generatedKey = next
      return next
    }
    greatestGivenKey = max(greatestGivenKey, given)
    return given
  }

  /// Kept out of line because few rows are marked.
  @inline(never)
  private func mark() { marks.append(size) }

  @inline(__always)
  private func beginRow() {
    append(Self.headerSize).storeBytes(of: Int16(truncatingIfNeeded: types.count).bigEndian, as: Int16.self)
  }
}

// Inlined into the functions by which a writer calls them, so that each column takes one call and not two.
extension RowBuffer: RowOutput {
  @inline(__always)
  func null(_ column: Int) {
    hasNull = true
    append(4).storeBytes(of: -1, as: Int32.self)
  }

  @inline(__always)
  func bool(_ column: Int, _ value: Bool) { append(value ? 1 : 0 as UInt8) }

  @inline(__always)
  func integer(_ column: Int, _ value: Int64) {
    let value = column == generatedKeyColumn ? key(value) : value
    switch serverType(column) {
    case .int64: append(value)
    case .int32 where Int32(exactly: value) != nil: append(Int32(truncatingIfNeeded: value))
    case .int16 where Int16(exactly: value) != nil: append(Int16(truncatingIfNeeded: value))
    default: encode(column, .integer(value))
    }
  }

  @inline(__always)
  func real(_ column: Int, _ value: Double) {
    switch serverType(column) {
    case .double: append(value.bitPattern)
    case .float: append(Float(value).bitPattern)
    default: encode(column, .real(value))
    }
  }

  @inline(__always)
  func text(_ column: Int, _ value: String) -> Bool {
    let count = value.utf8.count
    guard let length = Int32(exactly: count) else {
      fail(column, "more than 2 GB")
      return true
    }
    let field = append(4 + count)
    field.storeBytes(of: length.bigEndian, as: Int32.self)
    return value.withCString { start in
      (field + 4).copyMemory(from: start, byteCount: count)
      return memchr(start, 0, count) == nil
    }
  }

  @inline(__always)
  func uuid(_ column: Int, _ value: UUID) {
    let field = append(20)
    field.storeBytes(of: Int32(16).bigEndian, as: Int32.self)
    field.storeBytes(of: value, toByteOffset: 4, as: UUID.self)
  }

  @inline(__always)
  func date(_ column: Int, _ microseconds: Int64) {
    guard let value = ServerDate.encode(microseconds) else {
      return fail(column, "a date outside of PostgreSQL's range")
    }
    append(value)
  }

  func value(_ column: Int, _ value: StoredValue) {
    switch value {
    case .null: null(column)
    case .integer(let value): integer(column, value)
    default: encode(column, value)
    }
  }

  @inline(__always)
  func finish() -> WrittenRow {
    guard failure == nil else { return .failed }
    count += 1
    size = end
    if count.isMultiple(of: Self.markInterval) { mark() }
    beginRow()
    defer { generatedKey = nil }
    return isFull ? .full(key: generatedKey) : .written(key: generatedKey)
  }
}

extension RowBuffer {
  /// Appends the rows that `produce` writes, beginning with the row `first`.
  func fill(
    _ table: TableDescription, from first: Int = 0, _ produce: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    var writer = RowWriter(self)
    writer.firstRow = first
    try produce(&writer)
    guard let fault = writer.fault else { return }
    if let error = fault.writingError(table) { throw error }
    let failure = failure ?? (-1, "")
    let field = failure.column < 0 ? "" : table.field(at: failure.column)
    throw .unstorable(model: table.model, field: field, reason: failure.reason)
  }

  /// Appends the key that `write` writes. Returns `false` if no row can be looked up by it.
  func append(_ write: (inout RowWriter) -> Void) -> Bool {
    var writer = RowWriter(self)
    write(&writer)
    return writer.finishRow() && !hasNull
  }
}

#endif

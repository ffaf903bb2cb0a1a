#if PostgreSQL
internal import Foundation
internal import IgataRuntime

/// The sink behind a ``RowWriter``: rows as `COPY` takes them in the binary format, gathered until they are sent.
///
/// A row is the number of its fields, and for each the number of its bytes, -1 for null, before the bytes. The same
/// bytes serve as the parameters of a statement.
///
/// `@unchecked Sendable`: only its owner writes, and not before the sending of any copy has ended.
struct RowBuffer: @unchecked Sendable {
  /// The memory of the rows, which all copies of the buffer share and the last one frees.
  private final class Memory {
    var bytes: UnsafeMutableRawPointer
    let types: UnsafeMutablePointer<ServerType>

    init(_ bytes: UnsafeMutableRawPointer, types: UnsafeMutablePointer<ServerType>) {
      self.bytes = bytes
      self.types = types
    }

    deinit {
      free(bytes)
      types.deallocate()
    }
  }

  /// The place of one row in so many is remembered. A power of 2.
  private static let markDistance = 256

  /// How many rows were finished.
  private(set) var count = 0
  /// Why a value of the row that was written last can't be sent.
  private(set) var failure: (column: Int, reason: String)?
  /// Whether null was written.
  private(set) var holdsNull = false
  /// The greatest key that was given, where keys are made for rows that have none.
  private(set) var greatestGivenKey: Int64 = 0

  private let memory: Memory
  private var bytes: UnsafeMutableRawPointer
  private var end = 0
  private var capacity = 1024
  private let types: UnsafePointer<ServerType>
  private let columnCount: Int
  /// The number of columns, as each row begins with it.
  private let rowHead: Int16
  /// How many bytes there are room for before the sink says that it has to be emptied; any number, where that is nothing.
  private let partSize: Int
  /// Where rows begin, one in ``markDistance`` without the first.
  private var marks: [Int] = []
  private var rowStart = 0
  /// The column whose key is made where the row's is 0, or -1.
  private let generatedKeyColumn: Int32
  private var keys: [Int64].Iterator
  private var madeKey: Int64 = 0

  /// A buffer for rows of a table. `keys` are given to rows that have none, one after the other. Where the rows come in
  /// parts, the sink asks to be emptied whenever one is full.
  init(_ table: TableDescription, keys: [Int64]?, inParts: Bool = false) {
    self.init(
      table.columns.map(\.type.serverType), keys: keys,
      generatedKeyColumn: keys == nil ? nil : table.generatedKeyColumn, partSize: inParts ? 1 << 16 : .max)
  }

  /// A buffer for rows of values of these types.
  init(
    _ columnTypes: [ServerType], keys: [Int64]? = nil, generatedKeyColumn: Int? = nil, partSize: Int = .max
  ) {
    columnCount = columnTypes.count
    rowHead = Int16(truncatingIfNeeded: columnCount).bigEndian
    let types = UnsafeMutablePointer<ServerType>.allocate(capacity: max(columnCount, 1))
    for (index, type) in columnTypes.enumerated() { (types + index).initialize(to: type) }
    bytes = malloc(capacity) ?? .allocate(byteCount: capacity, alignment: 1)
    memory = Memory(bytes, types: types)
    self.types = UnsafePointer(types)
    self.generatedKeyColumn = Int32(truncatingIfNeeded: generatedKeyColumn ?? -1)
    self.keys = (keys ?? []).makeIterator()
    self.partSize = partSize
    beginRow()
  }

  /// Empties the buffer, which keeps its memory.
  mutating func removeRows() {
    end = 0
    count = 0
    failure = nil
    holdsNull = false
    if !marks.isEmpty { marks.removeAll(keepingCapacity: true) }
    beginRow()
  }

  /// The functions of every writer. The pointer is made once, never changes, and is never freed.
  nonisolated(unsafe) static let functions: UnsafePointer<RowWriting> = {
    let functions = UnsafeMutablePointer<RowWriting>.allocate(capacity: 1)
    functions.initialize(
      to: RowWriting(
        null: { sink, _ in pointer(sink).pointee.appendNull() },
        bool: { sink, _, value in pointer(sink).pointee.append(value ? 1 : 0 as UInt8) },
        integer: { sink, column, value in pointer(sink).pointee.append(column, value) },
        real: { sink, column, value in pointer(sink).pointee.append(column, value) },
        text: { sink, column, start, count in pointer(sink).pointee.append(column, start, count) },
        uuid: { sink, _, value in pointer(sink).pointee.append(uuid: value) },
        date: { sink, column, value in pointer(sink).pointee.append(column, microseconds: value) },
        value: { sink, column, value in
          pointer(sink).pointee.append(column, value.assumingMemoryBound(to: StoredValue.self).pointee)
        },
        finish: { sink, key in pointer(sink).pointee.finish(key) }))
    return UnsafePointer(functions)
  }()

  @inline(__always)
  private static func pointer(_ sink: UnsafeMutableRawPointer) -> UnsafeMutablePointer<RowBuffer> {
    sink.assumingMemoryBound(to: RowBuffer.self)
  }

  // MARK: Reading

  /// How many bytes the rows have.
  var size: Int { rowStart }

  /// Whether the sink has asked to be emptied.
  var isFull: Bool { rowStart >= partSize }

  /// Calls `body` with some of the rows' bytes, and how many they are.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafePointer<CChar>, Int) -> Result) -> Result {
    let range = range.clamped(to: 0..<rowStart)
    return withExtendedLifetime(memory) {
      body(UnsafePointer((bytes + range.lowerBound).assumingMemoryBound(to: CChar.self)), range.count)
    }
  }

  /// Calls `body`, for each of the rows, with where its fields stand, how long they are, and what says that they are
  /// binary, until it returns `false`, which is then the result.
  func withFields(
    of rows: Range<Int>,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Bool
  ) -> Bool {
    withExtendedLifetime(memory) {
      withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: max(columnCount, 1)) { pointers in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(2 * columnCount, 2)) { numbers in
          guard let fields = pointers.baseAddress, let lengths = numbers.baseAddress else { return false }
          let formats = lengths + columnCount
          formats.initialize(repeating: 1, count: columnCount)
          var place = start(of: rows.lowerBound)
          for _ in rows {
            place = readRow(at: place) { column, start, count in
              (fields + column).initialize(to: count < 0 ? nil : start.assumingMemoryBound(to: CChar.self))
              (lengths + column).initialize(to: max(count, 0))
            }
            if !body(UnsafePointer(fields), UnsafePointer(lengths), UnsafePointer(formats)) { return false }
          }
          return true
        }
      }
    }
  }

  /// Writes where the first row's fields stand, and how long they are, which holds until the buffer is changed.
  func locateFields(
    _ fields: UnsafeMutablePointer<UnsafePointer<CChar>?>, _ lengths: UnsafeMutablePointer<Int32>
  ) {
    _ = readRow(at: 0) { column, start, count in
      fields[column] = count < 0 ? nil : start.assumingMemoryBound(to: CChar.self)
      lengths[column] = max(count, 0)
    }
  }

  /// The values of a row of columns of these types.
  func values(of row: Int, _ columnTypes: [ColumnType]) -> [StoredValue] {
    var values: [StoredValue] = []
    withExtendedLifetime(memory) {
      _ = readRow(at: start(of: row)) { column, start, count in
        let field = UnsafeRawBufferPointer(start: start, count: Int(max(count, 0)))
        let value = StoredValue(serverBytes: field, types[column], as: columnTypes[column])
        values.append(count < 0 ? .null : value ?? .null)
      }
    }
    return values
  }

  private func start(of row: Int) -> Int {
    let mark = row / Self.markDistance - 1
    guard mark < marks.count else { return rowStart }
    var place = mark < 0 ? 0 : marks[mark]
    for _ in 0..<(row % Self.markDistance) { place = readRow(at: place) { _, _, _ in } }
    return place
  }

  /// Hands the fields of a row to `body`, and returns where the row ends.
  @inline(__always)
  private func readRow(at place: Int, _ body: (Int, UnsafeRawPointer, Int32) -> Void) -> Int {
    guard place < rowStart else { return place }
    var place = place + 2
    for column in 0..<columnCount {
      let count = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
      place += 4
      body(column, UnsafeRawPointer(bytes + place), count)
      place += Int(max(count, 0))
    }
    return place
  }

  // MARK: Writing

  /// Where as many bytes can be written, which count as written.
  @inline(__always)
  private mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    if end &+ count > capacity { grow(count) }
    defer { end &+= count }
    return bytes + end
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    capacity = max(2 * capacity, end + count)
    // The system moves large pieces without copying them. A program without memory ends as it does elsewhere in Swift.
    bytes = realloc(bytes, capacity) ?? .allocate(byteCount: capacity, alignment: 1)
    memory.bytes = bytes
  }

  @inline(__always)
  private mutating func beginRow() {
    rowStart = end
    reserve(2).storeBytes(of: rowHead, as: Int16.self)
  }

  private mutating func appendNull() {
    holdsNull = true
    reserve(4).storeBytes(of: -1, as: Int32.self)
  }

  private mutating func fail(_ column: Int32, _ reason: String) {
    if failure == nil { failure = (Int(column), reason) }
    appendNull()
  }

  /// A number, and the number of its bytes before it.
  @inline(__always)
  private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    let size = MemoryLayout<Number>.size
    let place = reserve(4 + size)
    place.storeBytes(of: Int32(truncatingIfNeeded: size).bigEndian, as: Int32.self)
    place.storeBytes(of: number.bigEndian, toByteOffset: 4, as: Number.self)
  }

  @inline(__always)
  private mutating func append(_ column: Int32, _ start: UnsafeRawPointer?, _ count: Int) {
    guard let length = Int32(exactly: count) else { return fail(column, "more than 2 GB") }
    let place = reserve(4 + count)
    place.storeBytes(of: length.bigEndian, as: Int32.self)
    if let start { (place + 4).copyMemory(from: start, byteCount: count) }
  }

  @inline(__always)
  private mutating func append(uuid: UnsafeRawPointer) {
    let place = reserve(20)
    place.storeBytes(of: Int32(16).bigEndian, as: Int32.self)
    (place + 4).copyMemory(from: uuid, byteCount: 16)
  }

  @inline(__always)
  private mutating func append(_ column: Int32, _ given: Int64) {
    let value = column == generatedKeyColumn ? key(given) : given
    switch types[Int(column)] {
    case .int64: append(value)
    case .int32:
      guard let narrow = Int32(exactly: value) else { return fail(column, "an integer of more bits") }
      append(narrow)
    case .int16:
      guard let narrow = Int16(exactly: value) else { return fail(column, "an integer of more bits") }
      append(narrow)
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

  @inline(__always)
  private mutating func append(_ column: Int32, _ value: Double) {
    if types[Int(column)] == .float { append(Float(value).bitPattern) } else { append(value.bitPattern) }
  }

  @inline(__always)
  private mutating func append(_ column: Int32, microseconds: Int64) {
    guard let value = ServerDate.encode(microseconds) else {
      return fail(column, "a date outside of PostgreSQL's range")
    }
    append(value)
  }

  private mutating func append(_ column: Int32, _ value: StoredValue) {
    if case .integer(let value) = value, column == generatedKeyColumn { return append(column, value) }
    var field: [UInt8] = []
    do {
      try value.appendField(types[Int(column)], to: &field)
    } catch {
      return fail(column, error.reason)
    }
    let place = reserve(field.count)
    field.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
    }
  }

  @inline(__always)
  private mutating func finish(_ generatedKey: UnsafeMutablePointer<Int64>) -> Int32 {
    guard failure == nil else { return -1 }
    count &+= 1
    beginRow()
    if count & (Self.markDistance - 1) == 0 { marks.append(rowStart) }
    generatedKey.pointee = madeKey
    madeKey = 0
    return rowStart < partSize ? 1 : 2
  }
}

#endif

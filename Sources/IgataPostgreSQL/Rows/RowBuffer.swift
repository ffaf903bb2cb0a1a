#if PostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime

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

  /// How many bytes a row begins with.
  static let headSize = MemoryLayout<Int16>.size

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
  /// The last place where a value of any length may begin.
  private var lastBeginning: Int
  let types: UnsafePointer<ServerType>
  private let columnCount: Int
  /// The number of columns, as each row begins with it.
  private let rowHead: Int16
  /// How many bytes there are room for before the sink says that it has to be emptied; any number, where that is none.
  private let partSize: Int
  /// Where rows begin, one in ``markDistance`` without the first.
  private var marks: [Int] = []
  private var rowStart = 0
  /// The column whose key is made where the row's is 0, or -1.
  let generatedKeyColumn: Int32
  private var keys: [Int64].Iterator
  private var madeKey: Int64 = 0

  /// A buffer for rows of a table. `keys` are given to rows that have none, one after the other. Where the rows come in
  /// parts, the sink asks to be emptied whenever one is full.
  init(_ table: TableDescription, keys: [Int64]?, inParts: Bool = false) {
    self.init(
      table.columns.map(\.type.serverType), keys: keys,
      generatedKeyColumn: keys == nil ? nil : table.generatedKeyColumn, partSize: inParts ? Connection.copyPart : .max)
  }

  /// A buffer for rows of values of these types.
  init(
    _ columnTypes: [ServerType], keys: [Int64]? = nil, generatedKeyColumn: Int? = nil, partSize: Int = .max
  ) {
    columnCount = columnTypes.count
    rowHead = Int16(truncatingIfNeeded: columnCount).bigEndian
    let types = UnsafeMutablePointer<ServerType>.allocate(capacity: max(columnCount, 1))
    for (index, type) in columnTypes.enumerated() { (types + index).initialize(to: type) }
    lastBeginning = 1024 + Self.slack(columnCount)
    let capacity = lastBeginning + Self.slack(columnCount)
    bytes = malloc(capacity) ?? .allocate(byteCount: capacity, alignment: 1)
    memory = Memory(bytes, types: types)
    self.types = UnsafePointer(types)
    self.generatedKeyColumn = Int32(truncatingIfNeeded: generatedKeyColumn ?? -1)
    self.keys = (keys ?? []).makeIterator()
    self.partSize = partSize
    beginRow()
  }

  /// Empties the buffer, which keeps its memory, but for what stands behind the first bytes.
  mutating func removeRows(before kept: Int = .max) {
    let rest = max(rowStart - kept, 0)
    if rest > 0 { bytes.copyMemory(from: bytes + kept, byteCount: rest) }
    end = rest
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
        null: { sink, column in write(sink) { $0.null(column) } },
        bool: { sink, column, value in write(sink) { $0.bool(column, value) } },
        integer: { sink, column, value in write(sink) { $0.integer(column, value) } },
        real: { sink, column, value in write(sink) { $0.real(column, value) } },
        text: { sink, column, start, count in
          write(sink) { pen in
            guard let target = pen.beginText(column, count), let start else { return }
            target.copyMemory(from: start, byteCount: count)
          }
        },
        uuid: { sink, column, bytes in write(sink) { $0.uuid(column, bytes) } },
        date: { sink, column, microseconds in write(sink) { $0.date(column, microseconds) } },
        value: { sink, column, value in
          write(sink) { $0.value(column, value.assumingMemoryBound(to: StoredValue.self)) }
        },
        finish: { sink, key in
          var pen = RowPen(sink.assumingMemoryBound(to: RowBuffer.self))
          return pen.finish(key)
        }))
    return UnsafePointer(functions)
  }()

  @inline(__always)
  private static func write(_ sink: UnsafeMutableRawPointer, _ body: (inout RowPen) -> Void) {
    var pen = RowPen(sink.assumingMemoryBound(to: RowBuffer.self))
    body(&pen)
    pen.pause()
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

  /// Where the next byte goes, and how far the memory reaches that may be begun with a value of any length.
  ///
  /// Behind that there is room for a row of values that are no texts, so that a pen looks at where it is once a row. And
  /// it is not so far that there could be a value of 2 GB before it.
  var room: (place: UnsafeMutableRawPointer, limit: UnsafeMutableRawPointer) {
    (bytes + end, bytes + min(lastBeginning, end &+ (1 << 30)))
  }

  /// Takes over how far a pen has come.
  @inline(__always)
  mutating func end(at place: UnsafeMutableRawPointer) { end = place - bytes }

  private static func slack(_ columnCount: Int) -> Int { 64 + 20 * columnCount }

  /// Makes room for as many bytes more.
  mutating func grow(_ count: Int) {
    guard end + count > lastBeginning else { return }
    lastBeginning = max(2 * lastBeginning, end + count)
    let size = lastBeginning + Self.slack(columnCount)
    // The system moves large pieces without copying them.
    if let moved = realloc(bytes, size) {
      bytes = moved
    } else {
      // A program without memory ends as it does elsewhere in Swift.
      let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
      copy.copyMemory(from: bytes, byteCount: end)
      free(bytes)
      bytes = copy
    }
    memory.bytes = bytes
  }

  private mutating func beginRow() {
    rowStart = end
    (bytes + end).storeBytes(of: rowHead, as: Int16.self)
    end &+= Self.headSize
  }

  /// Remembers that null was written.
  @inline(__always)
  mutating func noteNull() { holdsNull = true }

  mutating func fail(_ column: Int32, _ reason: String) {
    if failure == nil { failure = (Int(column), reason) }
  }

  /// The row's key: the one that it has, or the next of those that were made.
  mutating func key(_ given: Int64) -> Int64 {
    guard given == 0, let made = keys.next() else {
      greatestGivenKey = max(greatestGivenKey, given)
      return given
    }
    madeKey = made
    return made
  }

  /// The key that was made for the row, if one was; 0 otherwise.
  mutating func takeMadeKey() -> Int64 {
    defer { madeKey = 0 }
    return madeKey
  }

  /// What became of a finished row.
  enum Finished {
    case taken
    /// It was taken, and the buffer has to be emptied.
    case full
    case failed
  }

  /// Ends the row at `place`, behind which there is room for the next one's head.
  @inline(__always)
  mutating func finish(at place: UnsafeMutableRawPointer) -> Finished {
    guard failure == nil else { return .failed }
    end(at: place)
    count &+= 1
    beginRow()
    if count & (Self.markDistance - 1) == 0 { marks.append(rowStart) }
    return rowStart < partSize ? .taken : .full
  }
}

#endif

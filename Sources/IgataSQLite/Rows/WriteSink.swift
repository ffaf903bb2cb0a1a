#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// The sink behind a ``RowWriter``: a statement whose parameters are the columns of a table.
struct WriteSink: ~Copyable {
  private var statement: OpaquePointer?
  private let database: OpaquePointer
  var arena = BindingArena()
  /// The column whose key is made where the row's is 0, or -1.
  private var generatedKeyColumn: Int32 = -1
  private var isKeyMade = false
  /// Whether the row to change may be missing.
  private var isUpdate = false
  /// What went wrong with the row that was finished last. What was bound for it is then still bound.
  private(set) var failure: EngineFailure?

  init(database: OpaquePointer) { self.database = database }

  /// From now on everything is bound to this statement.
  mutating func begin(_ statement: OpaquePointer, _ write: RowWrite? = nil) {
    self.statement = statement
    isUpdate = write?.kind == .update
    generatedKeyColumn = -1
    if let write, !isUpdate, let column = write.table.generatedKeyColumn {
      generatedKeyColumn = Int32(truncatingIfNeeded: column)
    }
    isKeyMade = false
    failure = nil
  }

  /// The functions of every writer. The pointer is made once, never changes, and is never freed.
  nonisolated(unsafe) static let functions: UnsafePointer<RowWriting> = {
    let functions = UnsafeMutablePointer<RowWriting>.allocate(capacity: 1)
    functions.initialize(
      to: RowWriting(
        null: { sink, column in _ = sqlite3_bind_null(pointer(sink).pointee.statement, column + 1) },
        bool: { sink, column, value in
          _ = sqlite3_bind_int64(pointer(sink).pointee.statement, column + 1, value ? 1 : 0)
        },
        integer: { sink, column, value in pointer(sink).pointee.bind(column + 1, integer: value) },
        real: { sink, column, value in
          _ = sqlite3_bind_double(pointer(sink).pointee.statement, column + 1, value)
        },
        text: { sink, column, bytes, count in pointer(sink).pointee.bind(column + 1, text: bytes, count) },
        uuid: { sink, column, uuid in pointer(sink).pointee.bind(column + 1, blob: uuid, 16) },
        date: { sink, column, value in
          _ = sqlite3_bind_int64(pointer(sink).pointee.statement, column + 1, value)
        },
        value: { sink, column, value in
          pointer(sink).pointee.bind(column + 1, value.assumingMemoryBound(to: StoredValue.self).pointee)
        },
        finish: { sink, key in pointer(sink).pointee.finish(key) }))
    return UnsafePointer(functions)
  }()

  private static func pointer(_ sink: UnsafeMutableRawPointer) -> UnsafeMutablePointer<WriteSink> {
    sink.assumingMemoryBound(to: WriteSink.self)
  }

  @inline(__always)
  mutating func bind(_ parameter: Int32, integer value: Int64) {
    if value == 0, parameter == generatedKeyColumn &+ 1 {
      isKeyMade = true
      _ = sqlite3_bind_null(statement, parameter)
    } else {
      _ = sqlite3_bind_int64(statement, parameter, value)
    }
  }

  @inline(__always)
  mutating func bind(_ parameter: Int32, text bytes: UnsafeRawPointer?, _ count: Int) {
    let copy = arena.copy(bytes, count: count).assumingMemoryBound(to: CChar.self)
    _ = sqlite3_bind_text64(statement, parameter, copy, UInt64(count), nil, UInt8(SQLITE_UTF8))
  }

  @inline(__always)
  mutating func bind(_ parameter: Int32, blob bytes: UnsafeRawPointer?, _ count: Int) {
    let copy = arena.copy(bytes, count: count)
    _ = sqlite3_bind_blob64(statement, parameter, copy, UInt64(count), nil)
  }

  mutating func bind(_ parameter: Int32, _ value: StoredValue) {
    switch value {
    case .null: _ = sqlite3_bind_null(statement, parameter)
    case .bool(let value): _ = sqlite3_bind_int64(statement, parameter, value ? 1 : 0)
    case .integer(let value): bind(parameter, integer: value)
    case .date(let microseconds): _ = sqlite3_bind_int64(statement, parameter, microseconds)
    case .real(let value): _ = sqlite3_bind_double(statement, parameter, value)
    case .data(let data): data.withUnsafeBytes { bind(parameter, blob: $0.baseAddress, $0.count) }
    case .uuid(let uuid): withUnsafePointer(to: uuid) { bind(parameter, blob: $0, 16) }
    case .text, .decimal, .json, .list:
      var text = value.storedText ?? ""
      text.withUTF8 { bind(parameter, text: $0.baseAddress, $0.count) }
    }
  }

  /// Binds the parameters of a query, which stay where they are until the arena is reset.
  mutating func bind(_ parameters: [QueryParameter], to statement: OpaquePointer) {
    begin(statement)
    for (index, parameter) in parameters.enumerated() {
      let number = Int32(truncatingIfNeeded: index + 1)
      switch parameter {
      case .value(let value), .constant(let value): bind(number, value)
      case .integer(let value): sqlite3_bind_int64(statement, number, value)
      case .rows(let rows): ValueList.bind(rows, to: statement, number)
      case .list(let value, _): bind(number, value)
      case .array(let values, _): ValueList.bind(values.map { [$0] }, to: statement, number)
      }
    }
  }

  /// Binds the parameters of a query that has the shape of `selection`; see ``bind(_:to:)``.
  mutating func bind(_ shape: QueryShape, to selection: ShapedSelection) {
    begin(selection.statement.handle)
    var number: Int32 = 0
    for source in selection.sources {
      number &+= 1
      switch source {
      case .value(let index): bind(number, shape.values[index])
      case .constant(let value): bind(number, value)
      case .limit: sqlite3_bind_int64(statement, number, shape.limit)
      case .offset: sqlite3_bind_int64(statement, number, shape.offset)
      }
    }
  }

  /// Runs the statement for one row.
  private mutating func finish(_ generatedKey: UnsafeMutablePointer<Int64>) -> Int32 {
    guard sqlite3_step(statement) == SQLITE_DONE else {
      failure = EngineFailure(database)
      sqlite3_reset(statement)
      return -1
    }
    sqlite3_reset(statement)
    arena.reset()
    generatedKey.pointee = 0
    if isKeyMade {
      isKeyMade = false
      generatedKey.pointee = sqlite3_last_insert_rowid(database)
    }
    return isUpdate && sqlite3_changes(database) == 0 ? 0 : 1
  }
}

#endif

#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// Binds and writes rows by a statement whose parameters are the columns of a table.
final class WriteSink {
  private var statement: OpaquePointer?
  private let database: OpaquePointer
  private let arena = BindingArena()
  /// The column of a generated key, which is generated if its value is 0; -1 if there is none.
  private var generatedKeyColumn = -1
  private var isKeyGenerated = false
  /// The result of a row for which the statement changed nothing; `nil` if that isn't told apart.
  private var unchanged: WrittenRow?
  /// The error of the last row; `nil` if there was none. The values of a row that failed are still bound.
  private(set) var failure: EngineFailure?
  /// The forms in which the statement expects the columns of a key; empty if it expects no value in a form.
  private var keyForms: [StoredForm?] = []

  init(database: OpaquePointer) { self.database = database }

  /// Sets the statement to which values are bound. A value for a parameter that it doesn't have is ignored.
  func begin(_ statement: Statement, _ write: RowWrite? = nil) {
    self.statement = statement.handle
    if !keyForms.isEmpty { keyForms = [] }
    unchanged =
      switch write?.kind {
      case .update: .missing
      case .insertMissing: .present
      case .insert, .save, nil: nil
      }
    generatedKeyColumn = write?.kind == .update ? -1 : write?.table.generatedKeyColumn ?? -1
    isKeyGenerated = false
    failure = nil
  }

  /// Sets the statement to which a key is bound, whose columns it expects in forms.
  func begin(_ statement: Statement, keyForms: [StoredForm?]) {
    begin(statement)
    self.keyForms = keyForms
  }

  /// Binds the parameters of a query, whose memory is valid until the arena is reset.
  func bind(_ parameters: [QueryParameter], to statement: Statement) {
    begin(statement)
    for (column, parameter) in parameters.enumerated() {
      switch parameter {
      case .value(let value), .constant(let value), .list(let value, _): self.value(column, value)
      case .bound(let edge, let bounds, let value): self.value(column, bounds.bound(edge, of: value) ?? .null)
      case .integer(let value): integer(column, value)
      case .rows(let rows): ValueList.bind(rows, to: statement.handle, Self.parameter(column))
      case .array(let values, _):
        ValueList.bind(KeyList(width: 1, values: values), to: statement.handle, Self.parameter(column))
      }
    }
  }

  /// Binds the parameters of a query that has the shape of `selection`; see ``bind(_:to:)``.
  func bind(_ shape: QueryShape, to selection: ShapedSelection) {
    begin(selection.statement)
    for (column, source) in selection.sources.enumerated() {
      switch source {
      case .value(let index): value(column, shape.values[index])
      case .bound(_, .stored(.uuidText(let form)), let index):
        if case .uuid(let uuid) = shape.values[index] { text(column, of: uuid, form) } else { null(column) }
      case .bound(let edge, let bounds, let index):
        value(column, bounds.bound(edge, of: shape.values[index]) ?? .null)
      case .constant(let value): self.value(column, value)
      case .limit: integer(column, shape.limit)
      case .offset: integer(column, shape.offset)
      }
    }
  }

  /// Releases the memory of the texts and blobs that were bound.
  func releaseBindings() { arena.reset() }
}

extension WriteSink: RowOutput {
  func null(_ column: Int) { sqlite3_bind_null(statement, Self.parameter(column)) }
  func bool(_ column: Int, _ value: Bool) { sqlite3_bind_int64(statement, Self.parameter(column), value ? 1 : 0) }
  func real(_ column: Int, _ value: Double) { sqlite3_bind_double(statement, Self.parameter(column), value) }

  func uuid(_ column: Int, _ value: UUID) {
    if column < keyForms.count, case .uuidText(let form)? = keyForms[column] {
      text(column, of: value, form)
    } else {
      withUnsafeBytes(of: value) { blob(column, $0) }
    }
  }

  func date(_ column: Int, _ microseconds: Int64) {
    sqlite3_bind_int64(statement, Self.parameter(column), microseconds)
  }

  func integer(_ column: Int, _ value: Int64) {
    if value == 0, column == generatedKeyColumn {
      isKeyGenerated = true
      null(column)
    } else {
      sqlite3_bind_int64(statement, Self.parameter(column), value)
    }
  }

  func text(_ column: Int, _ value: String) -> Bool { bind(column, value, isSearched: true) }

  /// Returns whether the text has no NUL, if it is searched for one.
  @discardableResult
  private func bind(_ column: Int, _ value: String, isSearched: Bool = false) -> Bool {
    let count = value.utf8.count
    // `withUTF8` would need a copy of the text.
    return value.withCString { start in
      let copy = arena.copy(start, count: count).assumingMemoryBound(to: CChar.self)
      _ = sqlite3_bind_text64(statement, Self.parameter(column), copy, UInt64(count), nil, UInt8(SQLITE_UTF8))
      return !isSearched || memchr(start, 0, count) == nil
    }
  }

  /// Binds the text of a UUID, without a `String` of its own.
  private func text(_ column: Int, of uuid: UUID, _ form: StoredForm.UUIDText) {
    let count = form.length
    withUnsafeBytes(of: form.words(uuid)) { text in
      let copy = arena.copy(text.baseAddress, count: count).assumingMemoryBound(to: CChar.self)
      _ = sqlite3_bind_text64(statement, Self.parameter(column), copy, UInt64(count), nil, UInt8(SQLITE_UTF8))
    }
  }

  func value(_ column: Int, _ value: StoredValue) {
    switch value {
    case .null: null(column)
    case .bool(let value): bool(column, value)
    case .integer(let value): integer(column, value)
    case .date(let microseconds): date(column, microseconds)
    case .real(let value): real(column, value)
    case .data(let data): data.withUnsafeBytes { blob(column, $0) }
    case .uuid(let value): uuid(column, value)
    case .text(let value): bind(column, value)
    case .day(let day) where column < keyForms.count && keyForms[column] == .day(isCompact: true):
      bind(column, day.text(isCompact: true))
    case .day, .decimal, .json, .list: bind(column, value.storedText ?? "")
    }
  }

  private func blob(_ column: Int, _ bytes: UnsafeRawBufferPointer) {
    let copy = arena.copy(bytes.baseAddress, count: bytes.count)
    sqlite3_bind_blob64(statement, Self.parameter(column), copy, UInt64(bytes.count), nil)
  }

  private static func parameter(_ column: Int) -> Int32 { Int32(truncatingIfNeeded: column &+ 1) }

  /// Runs the statement for one row.
  func finish() -> WrittenRow {
    do {
      _ = try Statement.step(statement)
    } catch {
      failure = error
      sqlite3_reset(statement)
      return .failed
    }
    sqlite3_reset(statement)
    arena.reset()
    if isKeyGenerated {
      isKeyGenerated = false
      return .written(key: sqlite3_last_insert_rowid(database))
    }
    if let unchanged, sqlite3_changes(database) == 0 { return unchanged }
    return .written(key: nil)
  }
}

#endif

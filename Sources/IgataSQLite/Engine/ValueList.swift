#if SQLite || canImport(SQLite3)
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

#if canImport(SQLite3)
internal import SQLite3
#else
internal import CSQLite
#endif

/// Rows of values that a statement reads as a table: `SELECT c0, c1 FROM igata_values(?1)`, where the parameter is the
/// list itself.
///
/// A query for 100,000 keys then has the same text as one for nine, reads one snapshot in one statement, and returns
/// its rows in its own order.
final class ValueList {
  private static let pointerType: StaticString = "igata_values"

  fileprivate let rows: KeyList

  private init(_ rows: KeyList) { self.rows = rows }

  /// Binds rows to a parameter, which holds them until it is bound to something else.
  static func bind(_ rows: KeyList, to statement: OpaquePointer, _ parameter: Int32) {
    let list = Unmanaged.passRetained(ValueList(rows)).toOpaque()
    _ = pointerType.utf8Start.withMemoryRebound(to: CChar.self, capacity: pointerType.utf8CodeUnitCount + 1) { type in
      sqlite3_bind_pointer(statement, parameter, list, type) { list in
        if let list { Unmanaged<ValueList>.fromOpaque(list).release() }
      }
    }
  }

  fileprivate static func value(_ argument: OpaquePointer) -> ValueList? {
    pointerType.utf8Start.withMemoryRebound(to: CChar.self, capacity: pointerType.utf8CodeUnitCount + 1) { type in
      sqlite3_value_pointer(argument, type).map { Unmanaged<ValueList>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  static func register(on database: OpaquePointer) {
    sqlite3_create_module_v2(database, SQLiteFunction.values, module, nil, nil)
  }

  /// Allocated once, never changed and never freed.
  nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    module.initialize(to: sqlite3_module())
    module.pointee.xConnect = { database, _, _, _, table, _ in connect(database, table) }
    module.pointee.xBestIndex = { bestIndex($1) }
    module.pointee.xDisconnect = { table in
      table?.deallocate()
      return SQLITE_OK
    }
    module.pointee.xOpen = { open($1) }
    module.pointee.xClose = { close($0) }
    module.pointee.xFilter = { filter($0, $3, $4) }
    module.pointee.xNext = { cursor in
      ListCursor.at(cursor)?.pointee.row += 1
      return SQLITE_OK
    }
    module.pointee.xEof = { cursor in ListCursor.at(cursor)?.pointee.isAtEnd == false ? 0 : 1 }
    module.pointee.xColumn = { column($0, $1, $2) }
    module.pointee.xRowid = { cursor, number in
      number?.pointee = Int64(ListCursor.at(cursor)?.pointee.row ?? 0)
      return SQLITE_OK
    }
    return UnsafePointer(module)
  }()
}

/// SQLite's structure is the first field, as SQLite has pointers to it.
private struct ListCursor {
  var base = sqlite3_vtab_cursor()
  var rows = KeyList(width: 1, values: [])
  var row = 0

  var isAtEnd: Bool { row >= rows.count }

  static func at(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> UnsafeMutablePointer<ListCursor>? {
    cursor.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: ListCursor.self) }
  }
}

private func connect(
  _ database: OpaquePointer?, _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
) -> Int32 {
  let names = SQLiteFunction.columnNames(SQLiteFunction.widestValues)
  let code = sqlite3_declare_vtab(database, "CREATE TABLE x(\(names), list HIDDEN)")
  guard code == SQLITE_OK else { return code }
  let new = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
  new.initialize(to: sqlite3_vtab())
  table?.pointee = new
  return SQLITE_OK
}

/// There is one plan for the table: with a list, from its beginning to its end. This is the order of the row ids.
private func bestIndex(_ info: UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 {
  guard let info else { return SQLITE_ERROR }
  info.pointee.estimatedCost = 100
  info.pointee.estimatedRows = 100
  if info.pointee.nOrderBy == 1, info.pointee.aOrderBy[0].iColumn == -1, info.pointee.aOrderBy[0].desc == 0 {
    info.pointee.orderByConsumed = 1
  }
  for index in 0..<Int(info.pointee.nConstraint) {
    let constraint = info.pointee.aConstraint[index]
    guard Int(constraint.iColumn) == SQLiteFunction.widestValues, Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ
    else {
      continue
    }
    guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
    info.pointee.aConstraintUsage[index].argvIndex = 1
    info.pointee.aConstraintUsage[index].omit = 1
    return SQLITE_OK
  }
  return SQLITE_CONSTRAINT
}

private func open(_ cursor: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?) -> Int32 {
  let new = UnsafeMutablePointer<ListCursor>.allocate(capacity: 1)
  new.initialize(to: ListCursor())
  cursor?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
  return SQLITE_OK
}

private func close(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
  guard let cursor = ListCursor.at(cursor) else { return SQLITE_OK }
  cursor.deinitialize(count: 1)
  cursor.deallocate()
  return SQLITE_OK
}

private func filter(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ count: Int32,
  _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let cursor = ListCursor.at(cursor) else { return SQLITE_ERROR }
  let none = KeyList(width: 1, values: [])
  cursor.pointee.rows = count == 1 ? (arguments?[0]).flatMap(ValueList.value)?.rows ?? none : none
  cursor.pointee.row = 0
  return SQLITE_OK
}

private func column(
  _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ context: OpaquePointer?, _ column: Int32
) -> Int32 {
  guard let cursor = ListCursor.at(cursor), !cursor.pointee.isAtEnd,
    (0..<Int32(cursor.pointee.rows.width)).contains(column)
  else {
    sqlite3_result_null(context)
    return SQLITE_OK
  }
  cursor.pointee.rows.values[cursor.pointee.row * cursor.pointee.rows.width + Int(column)].setResult(of: context)
  return SQLITE_OK
}

#endif

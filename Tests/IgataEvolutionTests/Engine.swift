import Foundation
import IgataSchema
import IgataTables

@testable import IgataEvolution

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A SQLite database, in memory if it has no path.
final class Engine {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private var handle: OpaquePointer?

  init(path: String = ":memory:") throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: "can't open a database") }
    sqlite3_create_function(
      handle, "igata_derived_uuid", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, deriveUUID, nil, nil)
    sqlite3_create_function(handle, "igata_uuid", 0, SQLITE_UTF8, nil, makeUUID, nil, nil)
    try execute("PRAGMA foreign_keys = ON")
  }

  /// A database that has the tables of a schema.
  convenience init(_ schema: Schema) throws {
    try self.init()
    try create(schema)
  }

  func create(_ schema: Schema) throws {
    for (table, targets) in schema.tables.allTables {
      for statement in TableDefinition(table, targets: targets, SQLiteDialect()).statements { try execute(statement) }
    }
  }

  deinit { sqlite3_close(handle) }

  /// Runs statements.
  ///
  /// - Returns: The rows, with `nil` for a null, and data as hexadecimal digits.
  @discardableResult
  func execute(_ sql: String) throws -> [[String?]] {
    var rows: [[String?]] = []
    try sql.withCString { text in
      var rest: UnsafePointer<CChar>? = text
      while let start = rest, start.pointee != 0 {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, start, -1, &statement, &rest) == SQLITE_OK else { throw failure(start) }
        defer { sqlite3_finalize(statement) }
        guard statement != nil else { break }
        while true {
          let code = sqlite3_step(statement)
          if code == SQLITE_DONE { break }
          guard code == SQLITE_ROW else { throw failure(start) }
          rows.append((0..<sqlite3_column_count(statement)).map { Self.text(statement, $0) })
        }
      }
    }
    return rows
  }

  private func failure(_ sql: UnsafePointer<CChar>) -> Failure {
    Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(String(cString: sql).prefix(400))")
  }

  private static func text(_ statement: OpaquePointer?, _ column: Int32) -> String? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return nil
    case SQLITE_FLOAT: return "\(sqlite3_column_double(statement, column))"
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, column))
      let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
      return bytes.map { String(format: "%02X", $0) }.joined()
    default: return sqlite3_column_text(statement, column).map { String(cString: $0) }
    }
  }

  // MARK: Structure

  /// What the catalog has, without the order of columns, defaults, and the texts of definitions.
  func structure() throws -> [String] {
    let names = try execute(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'igata_tables' ORDER BY name"
    )
    return try names.compactMap { $0[0] }.flatMap(structure)
  }

  private func structure(of table: String) throws -> [String] {
    let name = table.quoted(by: "'")
    let columns = try execute("SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(\(name))")
    var facts = columns.map { "column " + Self.line($0) }
    let keys = try execute(
      "SELECT id, \"table\", \"from\", \"to\", on_update, on_delete FROM pragma_foreign_key_list(\(name)) ORDER BY id, seq"
    )
    for (_, parts) in Dictionary(grouping: keys, by: { $0[0] }) {
      facts.append("foreign key " + parts.map { Self.line($0.dropFirst()) }.joined(separator: ", "))
    }
    for index in try execute("SELECT name, \"unique\", origin, partial FROM pragma_index_list(\(name))") {
      facts.append(try fact(ofIndex: index))
    }
    let sql = try execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = \(name)")[0][0] ?? ""
    for word in ["AUTOINCREMENT", "WITHOUT ROWID", "STRICT"] where sql.contains(word) { facts.append(word) }
    facts += Self.checks(in: sql)
    return facts.sorted().map { "\(table): \($0)" }
  }

  /// A constraint is a unique index, whatever its name.
  private func fact(ofIndex index: [String?]) throws -> String {
    let name = (index[0] ?? "").quoted(by: "'")
    let columns = try execute("SELECT name, \"desc\" FROM pragma_index_xinfo(\(name)) WHERE key = 1").map {
      Self.line($0)
    }
    let sql = try execute("SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = \(name)").first?[0]
    let condition = sql.flatMap { text in text.range(of: " WHERE ").map { String(text[$0.lowerBound...]) } } ?? ""
    if index[2] == "pk" { return "key \(columns)" }
    return index[1] == "1" ? "unique \(columns)\(condition)" : "index \(name) \(columns)\(condition)"
  }

  private static func line(_ row: some Sequence<String?>) -> String {
    row.map { $0 ?? "NULL" }.joined(separator: " ")
  }

  /// The checks with their names, in the definition of a table.
  private static func checks(in sql: String) -> [String] {
    var result: [String] = []
    var rest = sql[...]
    while let range = rest.range(of: "CHECK (") {
      var depth = 1
      var end = range.upperBound
      while depth > 0, end < rest.endIndex {
        if rest[end] == "(" { depth += 1 }
        if rest[end] == ")" { depth -= 1 }
        end = rest.index(after: end)
      }
      let line = rest[..<range.lowerBound].split(separator: "\n").last ?? ""
      let name = line.contains("CONSTRAINT") ? line.trimmingCharacters(in: .whitespaces) + " " : ""
      result.append(name + String(rest[range.lowerBound..<end]))
      rest = rest[end...]
    }
    return result
  }
}

/// Makes 16 bytes that depend on the arguments.
private func deriveUUID(_ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
  var hashes: (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x9e37_79b9_7f4a_7c15)
  for index in 0..<Int(count) {
    let length = Int(sqlite3_value_bytes(arguments?[index]))
    for byte in UnsafeRawBufferPointer(start: sqlite3_value_blob(arguments?[index]), count: length) + [0xFF] {
      hashes.0 = (hashes.0 ^ UInt64(byte)) &* 0x100_0000_01b3
      hashes.1 = (hashes.1 ^ hashes.0) &* 0x100_0000_01b3
    }
  }
  withUnsafeBytes(of: &hashes) {
    sqlite3_result_blob64(context, $0.baseAddress, 16, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }
}

private func makeUUID(_ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
  var bytes = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
  withUnsafeBytes(of: &bytes) {
    sqlite3_result_blob64(context, $0.baseAddress, 16, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }
}

#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataSQL

/// A virtual table that the shell of SQLite has dumped: as a row of the catalog, and tables with what it holds.
@_spi(Backend) public struct DumpedVirtualTable: Hashable, Sendable {
  public let name: String
  /// The names that the tables can have in which its module keeps what it holds.
  public let shadows: [String]
  /// What a table with such a name is.
  public let shadowKind: String

  private init(name: String, sql: String) {
    self.name = name
    let module = VirtualTableModule(of: sqlTokens(of: sql))
    (shadows, shadowKind) = (module.shadows(of: name), module.shadowKind(of: name))
  }

  /// A statement that the shell writes for virtual tables, which begins with a byte of a script, and the table if it is
  /// one that creates it; `nil` for all other statements.
  static func statement(at offset: Int, of script: String) -> (length: Int, table: DumpedVirtualTable?)? {
    var reader = Reader(rest: script.utf8.dropFirst(offset))
    while reader.take("\n") || reader.take("\r") {}
    if reader.take("PRAGMA writable_schema=ON;") || reader.take("PRAGMA writable_schema=OFF;") {
      return (reader.length, nil)
    }
    let columns = "(type,name,tbl_name,rootpage,sql)VALUES('table',"
    guard reader.take("INSERT INTO sqlite_schema\(columns)") || reader.take("INSERT INTO sqlite_master\(columns)"),
      let name = reader.literal(), reader.take(","), reader.literal() == name, reader.take(",0,"),
      let sql = reader.literal(), sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE "), reader.take(");")
    else { return nil }
    return (reader.length, DumpedVirtualTable(name: name, sql: sql))
  }

  private struct Reader {
    private(set) var rest: Substring.UTF8View
    private(set) var length = 0

    init(rest: Substring.UTF8View) { self.rest = rest }

    /// Whether a text comes next, which is skipped.
    mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest.removeFirst(text.utf8.count)
      length += text.utf8.count
      return true
    }

    /// The text in quotes that comes next.
    mutating func literal() -> String? {
      guard take("'") else { return nil }
      var bytes: [UInt8] = []
      while let byte = rest.popFirst() {
        length += 1
        if byte == UInt8(ascii: "'"), !take("'") { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
      }
      return nil
    }
  }
}

#endif

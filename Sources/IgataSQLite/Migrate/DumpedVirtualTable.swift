#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataSQL

/// A virtual table that the shell of SQLite has dumped: as a row of the catalog, and tables with what it holds.
@_spi(Backend) public struct DumpedVirtualTable: Hashable, Sendable {
  public let name: String
  /// The names that the tables can have in which its module keeps what it holds.
  public let shadows: [String]

  private init(name: String, sql: String) {
    self.name = name
    let words = sqlTokens(of: sql).map { $0.text.lowercased() }
    let module = words.firstIndex(of: "using").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil } ?? ""
    shadows = (Self.parts[module] ?? []).map { "\(name)_\($0)" }
  }

  /// How the names of these tables end, by the name of the module.
  private static let parts = [
    "fts3": ["content", "segments", "segdir"], "fts4": ["content", "segments", "segdir", "docsize", "stat"],
    "fts5": ["data", "idx", "content", "docsize", "config"], "rtree": ["node", "rowid", "parent"],
    "rtree_i32": ["node", "rowid", "parent"], "geopoly": ["node", "rowid", "parent"], "spellfix1": ["vocab"],
  ]

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

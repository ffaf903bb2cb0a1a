#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataSQL

/// The module of a virtual table, which keeps what the table holds in ordinary ones.
///
/// SQLite knows these only if the module is loaded: modules of extensions mostly aren't.
struct VirtualTableModule {
  let name: String

  /// - Parameter statement: The statement that created the virtual table.
  init(of statement: [SQLToken]) {
    let using = statement.firstIndex { $0.is("USING") }.map { $0 + 1 } ?? statement.endIndex
    name =
      switch using < statement.endIndex ? statement[using] : nil {
      case .name(let name)?, .word(let name)?, .text(let name)?: name.lowercased()
      case .number?, .symbol?, .parameter?, nil: ""
      }
  }

  /// What its tables are.
  static let shadowKind = "a table of a virtual table"

  /// What a table is that has one of the names for a virtual table.
  func shadowKind(of table: String) -> String {
    isKnown ? Self.shadowKind : "by its name a table of the virtual table '\(table)'"
  }

  /// Whether the names of its tables are known.
  var isKnown: Bool { Self.parts[name] != nil }

  /// The names that the tables of a virtual table can have. For a module that isn't known, those that several have.
  func shadows(of table: String) -> [String] { (Self.parts[name] ?? Self.usualParts).map { "\(table)_\($0)" } }

  /// How the names end, by the name of the module.
  private static let parts = [
    "fts3": ["content", "segments", "segdir"], "fts4": ["content", "segments", "segdir", "docsize", "stat"],
    "fts5": ["data", "idx", "content", "docsize", "config"], "rtree": ["node", "rowid", "parent"],
    "rtree_i32": ["node", "rowid", "parent"], "geopoly": ["node", "rowid", "parent"], "spellfix1": ["vocab"],
  ]

  private static let usualParts = Set(parts.values.joined()).sorted()
}

#endif

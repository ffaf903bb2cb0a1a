@_spi(Backend) package import IgataSQL

/// The file beside a schema that has the catalog as it was when the schema was written, by which the next run knows
/// what the database has changed since.
package struct CatalogFile {
  /// The text. Its lines end with a line feed, however the file has them.
  package let text: String
  /// Whether the lines of the file end with a carriage return, too, as Git makes them on Windows.
  private let hasCarriageReturns: Bool

  /// Reads the text of a file.
  package init(_ text: String) {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "\n"))
    hasCarriageReturns = end.map { text.utf8[..<$0].last == UInt8(ascii: "\r") } ?? false
    self.text = Self.withLineFeeds(text)
  }

  /// What the catalog has as text, which is the same only for the same catalog: the statements, or else the facts.
  ///
  /// - Parameter known: The columns that the schema has, or that were left out by hand.
  package init(_ database: FoundDatabase, _ known: CatalogColumns, _ dialect: any CatalogDialect) {
    hasCarriageReturns = false
    let heading = ["-- What the catalog has; 'igata introspect' compares it."] + known.lines(dialect)
    let statements = database.definitions.map { $0 + ";" }
    let parts = statements.isEmpty ? CatalogFacts.texts(database.objects) : statements
    text = heading.map { $0 + "\n" }.joined() + parts.map { "\n\(Self.withLineFeeds($0))\n" }.joined()
  }

  private static func withLineFeeds(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\r")) ? text.replacing("\r\n", with: "\n") : text
  }

  /// The columns that the schema had, or that were left out by hand.
  package var columns: CatalogColumns { CatalogColumns(catalog: text) }

  /// The text of a file that replaces another one, whose lines end alike.
  package func text(replacing former: CatalogFile?) -> String {
    former?.hasCarriageReturns == true ? text.replacing("\n", with: "\r\n") : text
  }

  /// The tables and views of a server; none if the file has statements.
  package var objects: [String: FoundObject] { CatalogFacts.objects(in: text) }

  /// The statements that make the tables and views of a SQLite database, and their indexes, by the names of the tables.
  /// Triggers and virtual tables aren't described.
  package var statements: [String: [String]] {
    let bytes = Array(text.utf8)
    var statements: [String: [String]] = [:]
    var words: [SQLToken] = []
    var start = 0
    for (token, range) in sqlTokens(of: text, .sqlite) {
      if words.isEmpty { start = range.lowerBound }
      if words.count < 6 { words.append(token) }
      guard token == .symbol(";") else { continue }
      if let table = Self.table(ofStatement: words) {
        statements[table, default: []].append(String(decoding: bytes[start..<range.upperBound], as: UTF8.self))
      }
      words = []
    }
    return statements
  }

  /// The table that a statement makes, or of which it makes an index; `nil` for any other statement.
  private static func table(ofStatement words: [SQLToken]) -> String? {
    guard words[0].is("CREATE") else { return nil }
    let rest = words.dropFirst().drop { $0.is("UNIQUE") }
    guard let kind = rest.first, kind.is("TABLE") || kind.is("VIEW") || kind.is("INDEX") else { return nil }
    let name = kind.is("INDEX") ? rest.drop { !$0.is("ON") }.dropFirst().first : rest.dropFirst().first
    switch name {
    case .word(let name), .name(let name), .text(let name): return name
    case .number, .symbol, .parameter, nil: return nil
    }
  }
}

#if PostgreSQL

/// The URL or the keywords of a connection, before it is used.
///
/// Libpq takes a piece of a password that isn't written correctly for the host, the port or the database, which it then
/// quotes in its messages. No reason that is returned here has anything of the text.
struct ConnectionText {
  private let text: String
  private let keywords: [(name: String, value: String)]

  /// - Parameter keywords: What libpq has read in the text.
  init(_ text: String, _ keywords: [(name: String, value: String)]) {
    self.text = text
    self.keywords = keywords
  }

  /// The reason if libpq can't read a text.
  static let unreadable = """
    the connection can't be read: use 'postgresql://USER:PASSWORD@HOST:PORT/DATABASE', \(escapes), or keywords such as \
    "host=HOST password='PASSWORD'", with '\\' before ' and \\ in a password
    """

  private static let escapes = "with '%40' for '@', '%2F' for '/', '%20' for a space and '%25' for '%' in a password"

  /// Why the text isn't used; `nil` if it is.
  var objection: String? {
    if hasUnescapedMark { return "the connection's URL has an '@' that belongs to no host: write it \(Self.escapes)" }
    if values("host").contains(where: { $0.dropFirst().contains("@") }) {
      return "the connection's host has an '@': give user and password by their own keywords"
    }
    if values("port").contains(where: { !$0.isEmpty && UInt16($0) == nil }) {
      return "the connection's port is no number from 1 to 65535: in a URL, write the password \(Self.escapes)"
    }
    if values("dbname").contains(where: { $0.contains("://") }) {
      return "the connection's 'dbname' is a URL: use the URL instead of keywords"
    }
    return nil
  }

  /// Whether a URL has an `@` after the first one, or in the database, which both must be written as codes.
  private var hasUnescapedMark: Bool {
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://"),
      let start = text.firstRange(of: "://")?.upperBound
    else { return false }
    let parts = text[start...].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let database = parts.count > 1 ? parts[1].prefix { $0 != "?" } : ""
    return parts[0].count { $0 == "@" } > 1 || database.contains("@")
  }

  /// The values of a keyword, of which there may be several, separated by commas.
  private func values(_ name: String) -> [Substring] {
    keywords.filter { $0.name == name }.flatMap { $0.value.split(separator: ",", omittingEmptySubsequences: false) }
  }
}

#endif

/// How a command line names a database, where it could also name a schema.
enum DatabaseOperand {
  private static let schemes = ["postgresql:", "postgres:", "sqlite:"]
  /// The first bytes of a SQLite file: <https://www.sqlite.org/fileformat.html>, section 1.2.
  private static let signature = Array("SQLite format 3\u{0}".utf8)

  /// Whether an operand is the URL of a database, or the path of a SQLite file.
  static func isDatabase(_ operand: String) -> Bool {
    if schemes.contains(where: { operand.lowercased().hasPrefix($0) }) { return true }
    return (try? FileSystem.beginning(of: operand, signature.count)) == signature
  }
}

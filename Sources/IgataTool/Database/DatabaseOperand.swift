/// How a command line names a database, where it could also name a schema.
package enum DatabaseOperand {
  private static let schemes = ["postgresql:", "postgres:", "sqlite:"]
  /// The first bytes of a SQLite file: <https://www.sqlite.org/fileformat.html>, section 1.2.
  private static let signature = Array("SQLite format 3\u{0}".utf8)

  /// Whether an operand is the URL of a database, or the path of a SQLite file.
  static func isDatabase(_ operand: String) -> Bool {
    if operand.contains("://") || isIncomplete(operand) { return true }
    if schemes.contains(where: { operand.lowercased().hasPrefix($0) }) { return true }
    return (try? FileSystem.beginning(of: operand, signature.count)) == signature
  }

  /// Whether an operand names no file, and looks like a connection without its scheme, or like a piece of one, so that
  /// it may have a password and must not be printed. A path that begins with `/` or `.` never does.
  package static func isIncomplete(_ operand: String) -> Bool {
    guard operand.contains("@") || operand.contains("="), !operand.contains("://") else { return false }
    if operand.hasPrefix("/") || operand.hasPrefix(".") || operand.hasSuffix(".igata") { return false }
    return (try? FileSystem.existing(operand)) == nil
  }
}

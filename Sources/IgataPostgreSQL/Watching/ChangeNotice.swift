#if PostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// What a backend tells all others on the same database, by `NOTIFY`, when it commits: who it is, and the tables.
struct ChangeNotice {
  static let channel = "igata_changes"
  /// The server takes texts of less than 8,000 bytes.
  private static let longestText = 7_000

  /// The schema of the database whose tables are meant, in SQL.
  static let place = "coalesce(current_schema()::text, '')"

  /// Tells this backend's own notices from those of others.
  let sender = UUID().uuidString

  /// The command that tells of changes in some tables, to be run in the transaction that makes them.
  func command(_ tables: Set<String>) -> String {
    let names = tables.sorted().map { "\n" + $0.replacingOccurrences(of: "\n", with: " ") }.joined()
    let text = names.utf8.count < Self.longestText ? names : ""
    return "SELECT pg_notify('\(Self.channel)', '\(sender)' || chr(10) || \(Self.place) || \(text.quotedText))"
  }

  /// What a notice says to those whose tables are in this place; nothing for one's own and those of other places.
  func change(_ text: String, in place: String) -> OutsideChange? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    // Who writes by SQL alone need not say more than that something was changed.
    guard lines.count > 1 else { return OutsideChange() }
    guard lines[0] != sender, lines[1] == place else { return nil }
    let tables = Set(lines.dropFirst(2))
    return OutsideChange(tables: tables.isEmpty ? nil : tables)
  }
}

#endif

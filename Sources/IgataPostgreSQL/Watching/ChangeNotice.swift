#if PostgreSQL
internal import Foundation
internal import IgataRuntime
internal import IgataSQL

/// What a backend tells all others on the same database, by `NOTIFY`, when it commits: who it is, and the tables.
struct ChangeNotice {
  static let channel = "igata_changes"
  /// The server takes texts of less than 8,000 bytes.
  private static let longestText = 7_000

  /// Tells this backend's own notices from those of others.
  let sender = UUID().uuidString

  /// The command that tells of changes in some tables, to be run in the transaction that makes them.
  func command(_ tables: Set<String>) -> String {
    let names = [sender] + tables.sorted().map { $0.replacingOccurrences(of: "\n", with: " ") }
    let text = names.joined(separator: "\n")
    return "NOTIFY \(Self.channel), \((text.utf8.count < Self.longestText ? text : sender).quotedText)"
  }

  /// What a notice says; nothing for one's own.
  func change(_ text: String) -> OutsideChange? {
    let lines = text.split(separator: "\n").map { String($0) }
    guard lines.first != sender else { return nil }
    let tables = Set(lines.dropFirst())
    return OutsideChange(tables: tables.isEmpty ? nil : tables)
  }
}

#endif

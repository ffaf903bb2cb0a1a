#if PostgreSQL
internal import Foundation
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables
internal import Synchronization

/// The notification that a backend sends to all others on the same database when it commits: the sender, the schema and
/// the changed tables.
final class ChangeNotice: Sendable {
  static let channel = "igata_changes"
  /// The server accepts payloads of less than 8,000 bytes.
  private static let maximumByteCount = 7_000

  /// The SQL expression for the name of the tables' schema in the database.
  static let schema = "coalesce(current_schema()::text, '')"

  /// Identifies the notifications of this backend.
  let sender = UUID().uuidString

  private let hearsOtherSchemas = Atomic(false)

  /// Observes the commits to all schemas from now on, as a scope may have another one than the connection that listens.
  func hearOtherSchemas() { hearsOtherSchemas.store(true, ordering: .relaxed) }

  /// The command that notifies others of changes in these tables, or in any table if there are none, to be run in the
  /// transaction that makes them.
  func command(_ tables: Set<String>) -> String {
    let names = tables.sorted().map { "\n" + $0.replacingOccurrences(of: "\n", with: " ") }.joined()
    let text = names.utf8.count < Self.maximumByteCount ? names : ""
    let rest = "\(Self.schema) || \(PostgreSQLDialect().literal(text))"
    return "SELECT pg_notify('\(Self.channel)', '\(sender)' || chr(10) || \(rest))"
  }

  /// The change that a payload describes; `nil` for this backend's own notifications and those for other schemas.
  func change(_ text: String, in schema: String) -> OutsideChange? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    // Programs that use SQL can send any text, which means that something was changed.
    guard lines.count > 1 else { return OutsideChange() }
    guard lines[0] != sender, lines[1] == schema || hearsOtherSchemas.load(ordering: .relaxed) else { return nil }
    let tables = Set(lines.dropFirst(2))
    return OutsideChange(tables: tables.isEmpty ? nil : tables)
  }
}

#endif

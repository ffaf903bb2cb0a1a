#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The indexes and constraints of a database that no version has.
///
/// PostgreSQL drops them with a column that they use, and reports nothing.
struct OwnObjects {
  private let objects: [[String?]]

  init(_ session: PostgreSQLSession) async throws(StoreError) { objects = try await Self.all(session) }

  /// The first one that is gone although its table isn't, as a clause. What a version drops has its name in it.
  ///
  /// - Parameter versions: The versions up to the one that was carried out.
  func firstLost(_ session: PostgreSQLSession, after versions: [SchemaVersion]) async throws(StoreError) -> String? {
    let steps = versions.flatMap { version in
      // What the author created in an earlier version is the author's.
      version.steps.filter { version.number == versions.count || !$0.isOfAuthor }
    }
    let kept = Set(try await Self.all(session).map { $0[0] })
    for object in objects where !kept.contains(object[0]) {
      guard let kind = object[1], let name = object[2], let table = object[3],
        !steps.contains(where: { $0.mentions(name) }),
        try await !session.rows("SELECT '' FROM pg_class WHERE oid = \(table)").isEmpty
      else { continue }
      return "the \(kind) '\(name)' would be dropped with a column that it uses; drop it before, and create it again "
        + "afterward"
    }
    return nil
  }

  /// The identity, the kind, the name and the table of each. Indexes of constraints aren't listed by themselves.
  private static func all(_ session: PostgreSQLSession) async throws(StoreError) -> [[String?]] {
    try await session.rows(
      """
      SELECT 'i' || c.oid, 'index', c.relname::text, i.indrelid::text FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conindid = c.oid)
      UNION ALL
      SELECT 'c' || f.oid, 'constraint', f.conname::text, f.conrelid::text FROM pg_constraint f
      JOIN pg_namespace n ON n.oid = f.connamespace
      WHERE n.nspname = current_schema() AND f.contype IN ('c', 'f', 'u', 'x')
      ORDER BY 3
      """)
  }
}

extension MigrationStep {
  fileprivate var isOfAuthor: Bool {
    switch self {
    case .own, .object: true
    case .statement, .stop, .rebuild, .swap, .index, .concurrentIndex: false
    }
  }

  /// Whether the SQL of a step has a name, as a whole word.
  fileprivate func mentions(_ name: String) -> Bool {
    switch self {
    case .statement(let sql), .own(let sql), .object(let sql), .index(let sql), .concurrentIndex(_, let sql):
      sql.ranges(of: name.replacing("\"", with: "\"\"")).contains { range in
        let neighbors = [sql[..<range.lowerBound].last, sql[range.upperBound...].first]
        return !neighbors.contains { $0?.isPartOfName ?? false }
      }
    case .stop, .rebuild, .swap: false
    }
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "$" }
}

#endif

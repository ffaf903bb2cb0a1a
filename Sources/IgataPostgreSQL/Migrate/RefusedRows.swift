#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

/// The rows that a new constraint refuses, for the message.
///
/// They are looked for after the statement has failed, as the server reports their values and not their keys. So a
/// version that doesn't stop reads no row for that. The statement is in a savepoint. What is created after it isn't
/// removed, as the transaction is rolled back.
struct RefusedRows {
  private let session: PostgreSQLSession
  private let sql: String
  private let failure: ServerFailure
  private let table: String
  /// The table as it is named in a statement that must not find a temporary one.
  private let stored: String
  /// The empty table that has the constraint, if it isn't a foreign key.
  private let copy: String
  /// The columns of the key of a row, and an expression for what a message shows of it.
  private let order: String
  private let key: String

  /// Whether a statement can fail because of rows.
  static func canFollow(_ sql: String) -> Bool {
    sql.hasPrefix("CREATE UNIQUE INDEX ")
      || (sql.hasPrefix("ALTER TABLE ") && (addsConstraint(sql) || sql.contains("VALIDATE CONSTRAINT ")))
  }

  private static func addsConstraint(_ sql: String) -> Bool { sql.contains("ADD CONSTRAINT ") }

  /// - Returns: A sentence without a period; `nil` if no row can be named.
  static func text(
    _ session: PostgreSQLSession, _ sql: String, _ failure: ServerFailure, _ tables: [TableDescription]
  ) async -> String? {
    do throws(StoreError) {
      try await session.run(["ROLLBACK TO igata_step"])
      let recorded = try await session.rows(SensitiveColumns.query).compactMap { $0[0] }
      let sensitive = SensitiveColumns(tables, recorded: recorded, session.dialect)
      return try await RefusedRows(session, sql, failure, sensitive)?.text()
    } catch {
      return nil
    }
  }

  private init?(
    _ session: PostgreSQLSession, _ sql: String, _ failure: ServerFailure, _ sensitive: SensitiveColumns
  ) async throws(StoreError) {
    guard let table = failure.table else { return nil }
    (self.session, self.sql, self.failure, self.table) = (session, sql, failure, table)
    let name = session.dialect.identifier(table)
    let schema = try await session.rows(
      """
      SELECT quote_ident(n.nspname) FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
      WHERE t.oid = to_regclass(\(session.dialect.literal(name)))
      """
    ).first?[0]
    guard let schema else { return nil }
    (stored, copy) = ("\(schema).\(name)", "pg_temp.\(name)")
    if failure.state != Self.foreignKey {
      // A statement finds a temporary table first, and so gives the constraint to an empty one.
      try await session.run(["CREATE TEMP TABLE \(name) (LIKE \(stored))", sql])
    }
    // A table that gets another key has none now. What is equal in the new one names the rows then.
    let own = try await Self.key(of: stored, session)
    let columns = own.isEmpty ? try await Self.key(of: copy, session) : own
    guard !columns.isEmpty else { return nil }
    let stored = columns.map { (name: $0, value: "stored.\(session.dialect.identifier($0))") }
    order = stored.map(\.value).joined(separator: ", ")
    let shown = stored.map { sensitive.contains($0.name, of: table) ? "'\(SensitiveColumns.mark)'" : $0.value }
    key = "concat_ws(', ', \(shown.joined(separator: ", ")))"
  }

  /// The SQLSTATE of a violated foreign key.
  private static let foreignKey = "23503"

  /// The names of the columns of the key of a table.
  private static func key(of table: String, _ session: PostgreSQLSession) async throws(StoreError) -> [String] {
    try await session.rows(
      """
      SELECT a.attname::text FROM pg_index i
      JOIN unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, position) ON true
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
      WHERE i.indisprimary AND i.indrelid = to_regclass(\(session.dialect.literal(table))) ORDER BY k.position
      """
    ).compactMap { $0[0] }
  }

  private func text() async throws(StoreError) -> String? {
    switch failure.state {
    case "23505": try await equalRows()
    case Self.foreignKey: try await danglingRows()
    case "23514": try await violatingRows()
    default: nil
    }
  }

  private func literal(_ text: String) -> String { session.dialect.literal(text) }

  /// The first row of a query, whose rows are named `stored`.
  private func row(of query: String, _ reason: String) async throws(StoreError) -> String? {
    let first = try await session.rows("SELECT \(key) FROM \(query) ORDER BY \(order) LIMIT 1").first?[0]
    return first.map { "table '\(table)', row \($0): \(reason)" }
  }

  /// A query of the rows, with the columns that the statement adds.
  private func rows() async throws(StoreError) -> String? {
    let columns = try await session.rows(
      """
      SELECT string_agg(
        CASE WHEN s.attname IS NULL THEN coalesce(pg_get_expr(d.adbin, d.adrelid), 'NULL') || ' AS ' ELSE 'stored.' END
          || quote_ident(c.attname), ', ')
      FROM pg_attribute c LEFT JOIN pg_attrdef d ON d.adrelid = c.attrelid AND d.adnum = c.attnum
      LEFT JOIN pg_attribute s ON s.attrelid = to_regclass(\(literal(stored)))
        AND s.attname = c.attname AND NOT s.attisdropped
      WHERE c.attrelid = to_regclass(\(literal(copy))) AND c.attnum > 0 AND NOT c.attisdropped
      """
    ).first?[0]
    return columns.map { "(SELECT \($0) FROM \(stored) AS stored) AS stored" }
  }

  private func equalRows() async throws(StoreError) -> String? {
    guard let constraint = failure.constraint, let rows = try await rows() else { return nil }
    let index = try await session.rows(
      """
      SELECT string_agg(pg_get_indexdef(i.indexrelid, k, true), ', '), pg_get_expr(i.indpred, i.indrelid)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN generate_series(1, i.indnkeyatts) k ON true
      WHERE i.indrelid = to_regclass(\(literal(copy))) AND c.relname = \(literal(constraint))
      GROUP BY i.indexrelid, i.indpred, i.indrelid
      """
    ).first
    guard let index, let parts = index[0] else { return nil }
    let numbered = """
      SELECT *, row_number() OVER (PARTITION BY \(parts) ORDER BY \(order)) AS igata_number FROM \(rows)
      WHERE num_nulls(\(parts)) = 0 AND (\(index[1] ?? "true"))
      """
    let columns = failure.key?.replacing(", ", with: "' and '")
    return try await row(
      of: "(\(numbered)) AS stored WHERE igata_number > 1",
      columns.map { "another row has the same '\($0)'" } ?? "another row has the same values")
  }

  private func violatingRows() async throws(StoreError) -> String? {
    guard let constraint = failure.constraint, let rows = try await rows() else { return nil }
    let condition = try await session.rows(
      """
      SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint
      WHERE conrelid = to_regclass(\(literal(copy))) AND conname = \(literal(constraint))
      """
    ).first?[0]
    guard let condition else { return nil }
    return try await row(of: "\(rows) WHERE NOT (\(condition))", "the check '\(constraint)' is violated")
  }

  private func danglingRows() async throws(StoreError) -> String? {
    guard sql.hasSuffix(";"), let constraint = failure.constraint else { return nil }
    // The constraint can be created without validation, and then has the columns.
    if Self.addsConstraint(sql) { try await session.run(["\(sql.dropLast()) NOT VALID"]) }
    let columns = try await session.rows(
      """
      SELECT quote_ident(own.attname), own.attname::text, quote_ident(other.attname), f.confrelid::regclass::text,
        (SELECT relname::text FROM pg_class WHERE oid = f.confrelid)
      FROM pg_constraint f
      JOIN unnest(f.conkey, f.confkey) WITH ORDINALITY AS k(own, other, position) ON true
      JOIN pg_attribute own ON own.attrelid = f.conrelid AND own.attnum = k.own
      JOIN pg_attribute other ON other.attrelid = f.confrelid AND other.attnum = k.other
      WHERE f.conrelid = to_regclass(\(literal(stored)))
        AND f.conname = \(literal(constraint)) ORDER BY k.position
      """
    ).map { $0.map { $0 ?? "" } }
    guard let target = columns.first else { return nil }
    let isGiven = columns.map { "stored.\($0[0]) IS NOT NULL" }.joined(separator: " AND ")
    let isSame = columns.map { "target.\($0[2]) = stored.\($0[0])" }.joined(separator: " AND ")
    let names = columns.map { "'\($0[1])'" }.joined(separator: " and ")
    let dangling = "\(isGiven) AND NOT EXISTS (SELECT FROM \(target[3]) AS target WHERE \(isSame))"
    return try await row(
      of: "\(stored) AS stored WHERE \(dangling)",
      "\(names) refers to a row of '\(target[4])' that doesn't exist")
  }
}

#endif

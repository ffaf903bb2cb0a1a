#if PostgreSQL
internal import IgataRuntime
internal import IgataSQL

/// A table as it is in the database.
struct ExistingTable {
  struct Column {
    var name: String
    /// As PostgreSQL spells it: `timestamp with time zone`, `numeric(10,2)`.
    var type: String
    var isNullable: Bool
    /// Whether rows can do without a value: by a default, an identity, or an expression.
    var hasDefault: Bool
    var collation: String
  }

  struct ForeignKey {
    var columns: [String]
    var table: String
    var targetColumns: [String]
    /// The letter by which the catalogue names the rule.
    var deleteRule: String
  }

  var columns: [Column]
  var primaryKey: [String]
  var foreignKeys: [ForeignKey]
  /// The columns of each unique constraint or index that is valid, in order, and whether it has a condition.
  var uniques: [(columns: [String], isPartial: Bool)]
  var indexNames: Set<String>
  /// How a cluster spreads the rows; nothing on one server, and where the table lies on one.
  var spread: Spread?

  enum Spread: Equatable {
    case column(String)
    /// Every server holds all rows.
    case reference
  }
}

extension PostgreSQLSession {
  /// What the database holds by this name on the search path: `r` for a table, `p` for one in partitions, `v` for a
  /// view; nothing where there is nothing.
  func kind(of name: String) async throws(StoreError) -> String? {
    try await texts("SELECT relkind::text FROM pg_class WHERE oid = to_regclass($1)", [name.quotedServerName]).first?[0]
  }

  func existingTable(_ name: String) async throws(StoreError) -> ExistingTable {
    let columns = try await texts(
      """
      SELECT a.attname::text, format_type(a.atttypid, a.atttypmod), (NOT a.attnotnull)::text,
        (a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '')::text, coalesce(c.collname::text, '')
      FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation
      WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
      """, [name.quotedServerName])
    let indexes = try await texts(
      """
      SELECT i.indexrelid::regclass::text, i.indisprimary::text, i.indisunique::text, (i.indpred IS NOT NULL)::text,
        coalesce((SELECT string_agg(coalesce(a.attname::text, ''), E'\\n' ORDER BY k.place)
          FROM unnest(i.indkey) WITH ORDINALITY AS k(number, place)
          LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
          WHERE k.place <= i.indnkeyatts), ''),
        c.relname::text
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = to_regclass($1) AND i.indisvalid
      """, [name.quotedServerName])
    return ExistingTable(
      columns: columns.map {
        ExistingTable.Column(
          name: $0[0], type: $0[1], isNullable: $0[2] == "true", hasDefault: $0[3] == "true", collation: $0[4])
      },
      primaryKey: indexes.first { $0[1] == "true" }?[4].lines ?? [],
      foreignKeys: try await foreignKeys(of: name),
      uniques: indexes.filter { $0[2] == "true" }.map { ($0[4].lines, $0[3] == "true") },
      indexNames: Set(indexes.map { $0[5] }), spread: try await spread(of: name))
  }

  /// What the catalogue of Citus says, where the database has one.
  private func spread(of name: String) async throws(StoreError) -> ExistingTable.Spread? {
    guard try await texts("SELECT '' WHERE to_regclass('pg_dist_partition') IS NOT NULL", []).first != nil else {
      return nil
    }
    let row = try await texts(
      """
      SELECT partmethod::text || repmodel::text, coalesce(column_to_column_name(logicalrelid, partkey), '')
      FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)
      """, [name.quotedServerName]
    ).first
    guard let row else { return nil }
    // Without a key by which rows are spread, a table is replicated by two-phase commits, or lies on one server.
    return row[0] == "nt" ? .reference : row[0].hasPrefix("n") ? nil : .column(row[1])
  }

  private func foreignKeys(of name: String) async throws(StoreError) -> [ExistingTable.ForeignKey] {
    let rows = try await texts(
      """
      SELECT t.relname::text, f.confdeltype::text,
        (SELECT string_agg(a.attname::text, E'\\n' ORDER BY k.place)
          FROM unnest(f.conkey) WITH ORDINALITY AS k(number, place)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number),
        (SELECT string_agg(a.attname::text, E'\\n' ORDER BY k.place)
          FROM unnest(f.confkey) WITH ORDINALITY AS k(number, place)
          JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number)
      FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid
      WHERE f.conrelid = to_regclass($1) AND f.contype = 'f'
      """, [name.quotedServerName])
    return rows.map {
      ExistingTable.ForeignKey(columns: $0[2].lines, table: $0[0], targetColumns: $0[3].lines, deleteRule: $0[1])
    }
  }

  /// The rows of a question that is asked of the catalogue, whose columns are texts and not null.
  func texts(_ sql: String, _ parameters: [String]) async throws(StoreError) -> [[String]] {
    var values = Parameters()
    do {
      for parameter in parameters { try values.append(.text(parameter), .text) }
    } catch {
      throw .backend(code: 0, message: error.reason)
    }
    guard let result = try await run([.statement(sql, values)], nil).last else { return [] }
    return (0..<result.rowCount).map { row in
      (0..<result.columnCount).map { String(serverBytes: result.bytes(row, $0)) ?? "" }
    }
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: true).map { String($0) } }
}

#endif

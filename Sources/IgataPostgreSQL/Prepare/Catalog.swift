#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// The catalog's contents for some tables. A few statements read it for any number of tables.
struct Catalog: DatabaseCatalog {
  private(set) var objects: [String: FoundObject] = [:]
  private(set) var records: [String: TableRecord] = [:]
  /// How a cluster distributes the rows of tables. Tables that are on one server have no entry.
  private(set) var distributions: [String: Distribution] = [:]
  /// Whether the database belongs to a cluster and has any of the tables.
  private(set) var isOnCluster = false

  enum Distribution: Equatable {
    case column(String)
    /// Every server has all rows.
    case reference
  }

  /// The names of the tables in the schema.
  private let names: [String]
  private let session: PostgreSQLSession

  /// Reads the objects with these names on the search path.
  init(_ session: PostgreSQLSession, _ names: [String]) async throws(StoreError) {
    self.session = session
    self.names = names
    var tables: [String: FoundTable] = [:]
    var views: [String: String] = [:]
    for row in try await rows(
      "SELECT n.number, c.relkind::text, coalesce(obj_description(c.oid, 'pg_class'), '') "
        + "FROM names n JOIN pg_class c ON c.oid = n.table_id")
    {
      guard let name = name(row[0]) else { continue }
      switch row[1] {
      case "r", "p": tables[name] = FoundTable()
      case "v": views[name] = "a view"
      case "m": views[name] = "a materialized view"
      case "f": views[name] = "a foreign table"
      default: objects[name] = .other("something that is not a table")
      }
      if views[name] != nil { tables[name] = FoundTable() }
      tables[name]?.documentation = Self.lines(row[2])
    }
    if !tables.isEmpty {
      try await readColumns(&tables)
      try await readIndexes(&tables)
      try await readConstraints(&tables)
      try await readDistributions()
    }
    for (name, table) in tables { objects[name] = views[name].map { .view($0, table) } ?? .table(table) }
    try await readRecords()
  }

  private static func lines(_ comment: String) -> [String] {
    comment.isEmpty ? [] : comment.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func name(_ number: String) -> String? {
    Int(number).flatMap { names.indices.contains($0 - 1) ? names[$0 - 1] : nil }
  }

  /// The rows of a query that can use `names`: the number of each name, starting at 1, and the OID of its table.
  private func rows(_ sql: String) async throws(StoreError) -> [[String]] {
    try await session.texts(
      """
      WITH names AS (
        SELECT n.number::text AS number, to_regclass(n.name)::oid AS table_id
        FROM unnest(string_to_array($1, chr(1))) WITH ORDINALITY AS n(name, number))
      \(sql)
      """, [names.map(PostgreSQLDialect().identifier).joined(separator: "\u{1}")])
  }

  private func readColumns(_ tables: inout [String: FoundTable]) async throws(StoreError) {
    let columns = try await rows(
      """
      SELECT n.number, a.attname::text, format_type(a.atttypid, a.atttypmod), (NOT a.attnotnull)::text,
        CASE WHEN a.attgenerated <> '' THEN 'computed'
          WHEN a.attidentity = 'a' THEN 'always'
          WHEN a.attidentity = 'd' THEN 'counted'
          WHEN NOT a.atthasdef THEN ''
          WHEN pg_get_serial_sequence(a.attrelid::regclass::text, a.attname::text) IS NOT NULL THEN 'counted'
          WHEN pg_get_expr(d.adbin, d.adrelid) LIKE '%nextval(%'
            THEN 'sequence ' || pg_get_expr(d.adbin, d.adrelid)
          ELSE 'default' END,
        coalesce(CASE WHEN c.collname = 'default' THEN b.collation ELSE c.collname::text END, ''),
        CASE WHEN t.typtype = 'b' AND e.typtype = 'e' THEN 'e' ELSE t.typtype::text END,
        CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) ELSE '' END,
        coalesce(c.collisdeterministic, true)::text, coalesce(c.collname = 'default', true)::text,
        CASE WHEN a.attgenerated = '' THEN coalesce(pg_get_expr(d.adbin, d.adrelid), '') ELSE '' END,
        coalesce((SELECT string_agg(e.enumlabel::text, chr(1) ORDER BY e.enumsortorder) FROM pg_enum e
          WHERE e.enumtypid IN (t.oid, t.typelem)), ''),
        coalesce(col_description(a.attrelid, a.attnum), '')
      FROM names n JOIN pg_attribute a ON a.attrelid = n.table_id AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_type e ON e.oid = t.typelem
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      LEFT JOIN pg_collation c ON c.oid = a.attcollation
      CROSS JOIN (
        -- Since PostgreSQL 15 a database has a provider, and the one that is built in compares by code points.
        SELECT CASE to_jsonb(d) ->> 'datlocprovider' WHEN 'i' THEN 'default' WHEN 'b' THEN 'C'
          ELSE d.datcollate::text END AS collation
        FROM pg_database d WHERE d.datname = current_database()) b
      ORDER BY n.number, a.attnum
      """)
    for row in columns {
      guard let name = name(row[0]) else { continue }
      let isDomain = row[6] == "d"
      var column = FoundColumn(
        name: row[1], type: isDomain ? row[7] : row[6] == "e" ? "the enum type \(row[2])" : row[2],
        isNullable: row[3] == "true", origin: FoundColumn.Origin(row[4]), collation: row[5])
      column.domain = isDomain ? row[2] : nil
      column.hasDefaultCollation = row[9] == "true"
      if row[8] != "true" { column.collationRefusal = "takes different texts for equal" }
      if column.origin == .defaultValue { column.defaultText = row[10] }
      column.labels = row[11].split(separator: "\u{1}").map(String.init)
      column.documentation = Self.lines(row[12])
      tables[name]?.columns.append(column)
    }
  }

  private func readIndexes(_ tables: inout [String: FoundTable]) async throws(StoreError) {
    let indexes = try await rows(
      """
      SELECT n.number, c.relname::text, i.indisprimary::text, i.indisunique::text, (i.indpred IS NOT NULL)::text,
        coalesce((SELECT string_agg(
            CASE WHEN i.indoption[k.position - 1] & 1 = 1 THEN '-' ELSE '+' END
              || CASE WHEN k.number = 0 THEN '(' || pg_get_indexdef(i.indexrelid, k.position::integer, true)
                ELSE '=' || coalesce(a.attname::text, '') END, chr(1)
            ORDER BY k.position)
          FROM unnest(i.indkey) WITH ORDINALITY AS k(number, position)
          LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
            AND i.indcollation[k.position - 1] IN (0, a.attcollation)
          WHERE k.position <= i.indnkeyatts), ''), m.amname::text,
        coalesce(pg_get_expr(i.indpred, i.indrelid), '')
      FROM names n JOIN pg_index i ON i.indrelid = n.table_id AND i.indisvalid
      JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam ORDER BY n.number, c.relname
      """)
    for row in indexes {
      guard let name = name(row[0]) else { continue }
      var parts = row[5].parts.map { FoundIndex.Part(catalogText: $0) }
      let types = Dictionary(tables[name]?.columns.map { ($0.name, $0.type) } ?? []) { first, _ in first }
      for (number, part) in parts.enumerated() where part.function == nil {
        let type = types[part.column] ?? ""
        parts[number].ignoresCase = type == "citext" || type.hasSuffix(".citext")
      }
      if row[2] == "true" {
        tables[name]?.primaryKey = parts.map(\.column)
        tables[name]?.primaryKeyName = row[1]
      }
      var index = FoundIndex(
        name: row[1], isUnique: row[3] == "true", isPartial: row[4] == "true",
        method: row[6] == IndexMethod.btree.rawValue ? nil : row[6], parts: parts)
      index.condition = sqlTokens(of: row[7])
      tables[name]?.indexes.append(index)
    }
  }

  private func readConstraints(_ tables: inout [String: FoundTable]) async throws(StoreError) {
    let constraints = try await rows(
      """
      SELECT n.number, f.contype::text, coalesce(t.relname::text, ''), f.confdeltype::text,
        coalesce((SELECT string_agg(a.attname::text, chr(1) ORDER BY k.position)
          FROM unnest(f.conkey) WITH ORDINALITY AS k(number, position)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number), ''),
        coalesce((SELECT string_agg(a.attname::text, chr(1) ORDER BY k.position)
          FROM unnest(f.confkey) WITH ORDINALITY AS k(number, position)
          JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number), ''),
        coalesce(pg_get_expr(f.conbin, f.conrelid), ''), f.conname::text, f.confupdtype::text
      FROM names n JOIN pg_constraint f ON f.conrelid = n.table_id AND f.contype IN ('f', 'c')
      LEFT JOIN pg_class t ON t.oid = f.confrelid ORDER BY n.number, f.conname
      """)
    for row in constraints {
      guard let name = name(row[0]) else { continue }
      if row[1] == "c" {
        tables[name]?.checks.append(FoundCheck(sqlTokens(of: row[6]), name: row[7]))
      } else {
        tables[name]?.foreignKeys.append(
          FoundForeignKey(
            columns: row[4].parts, table: row[2], targetColumns: row[5].parts,
            deleteRule: DeleteRule(catalogLetter: row[3]),
            updateRule: DeleteRule(catalogLetter: row[8]).flatMap(UpdateRule.init)))
      }
    }
  }

  /// Reads the catalog of Citus, if the database has it.
  private mutating func readDistributions() async throws(StoreError) {
    let citus = "SELECT '' WHERE to_regclass('pg_dist_partition') IS NOT NULL"
    isOnCluster = try await session.texts(citus, []).first != nil
    guard isOnCluster else { return }
    let found = try await rows(
      """
      SELECT n.number, p.partmethod::text || p.repmodel::text,
        coalesce(column_to_column_name(p.logicalrelid, p.partkey), '')
      FROM names n JOIN pg_dist_partition p ON p.logicalrelid = n.table_id
      """)
    for row in found {
      guard let name = name(row[0]) else { continue }
      // A table without a distribution column is replicated with two-phase commits, or is on one server.
      if row[1] == "nt" { distributions[name] = .reference }
      if !row[1].hasPrefix("n") { distributions[name] = .column(row[2]) }
    }
  }

  private mutating func readRecords() async throws(StoreError) {
    let isThere = "SELECT '' WHERE to_regclass('igata_tables') IS NOT NULL"
    guard try await session.texts(isThere, []).first != nil else { return }
    for row in try await session.texts("SELECT name, text, version::text FROM igata_tables", []) {
      guard let version = Int(row[2]) else { continue }
      records[row[0]] = TableRecord(name: row[0], text: row[1], version: version)
    }
  }
}

extension FoundColumn.Origin {
  fileprivate init(_ word: String) {
    self =
      switch word {
      case "computed": .computed
      case "always": .alwaysCountedKey
      case "counted": .countedKey
      case _ where word.hasPrefix("sequence "):
        .foreignSequence(ForeignSequence(String(word.dropFirst("sequence ".count))))
      case "default": .defaultValue
      default: .none
      }
  }
}

extension FoundIndex.Part {
  /// The part for a text of the query of indexes: `+` or `-`, and then `=` and a column, or `(` and an expression.
  fileprivate init(catalogText text: String) {
    let (isDescending, part) = (text.first == "-", text.dropFirst())
    if part.first == "(" {
      self.init(expression: sqlTokens(of: String(part.dropFirst())), isDescending: isDescending)
    } else {
      self.init(String(part.dropFirst()), isDescending: isDescending)
    }
  }
}

extension DeleteRule {
  /// The rule for a letter in the catalog; `nil` for `SET DEFAULT`.
  fileprivate init?(catalogLetter: String) {
    switch catalogLetter {
    case "c": self = .cascade
    case "r": self = .restrict
    case "n": self = .nullify
    case "a": self = .noAction
    default: return nil
    }
  }
}

extension String {
  fileprivate var parts: [String] { split(separator: "\u{1}", omittingEmptySubsequences: true).map { String($0) } }
}

extension PostgreSQLSession {
  /// The rows of a query of the catalog, whose columns are texts and not null.
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

#endif

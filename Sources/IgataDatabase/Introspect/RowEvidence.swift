@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataIntrospection
internal import IgataTables

/// What the rows of a database show, where its catalog says little.
struct RowEvidence {
  private let dialect: any CatalogDialect
  private let isSQLite: Bool
  /// The tables that have the rows.
  private let tables: [String: FoundTable]
  /// By the names of the tables and the columns.
  private let rows: [String: [String: ColumnRows]]
  /// The columns by which the rows of tables without a key differ.
  private let identities: [String: String]
  /// The tables whose rows can't be read.
  let unread: [String]

  init(of tables: [String: FoundTable], _ backend: any CatalogedBackend, _ endpoint: Endpoint) async {
    self.tables = tables
    dialect = backend.catalogDialect
    isSQLite = endpoint.dialect == "sqlite"
    (rows, unread) = isSQLite ? await Self.rows(of: tables, backend) : ([:], [])
    identities = await Self.identities(of: tables, backend)
  }

  /// Describes a catalog: that of the rows, or another one as if it had these rows.
  ///
  /// - Parameter numbered: The tables whose rows are identified by their numbers, as no key of theirs can be used.
  func describe(_ database: FoundDatabase, byNumber numbered: Set<String> = []) -> IntrospectedSchema {
    let described = database.objects.compactMapValues(\.columned)
    let (keys, currentKeys) = (keyColumns(of: described), keyColumns(of: tables))
    return IntrospectedSchema(database, dialect, identities: identities, byNumber: numbered) { table, column in
      guard isSQLite else { return ColumnForm(postgresql: column) }
      let form = form(of: column, of: table, described[table], keys)
      guard case .none = form, let current = tables[table]?.columns.first(where: { $0.name == column.name }) else {
        return form
      }
      // What only rows tell, these tell.
      return self.form(of: current, of: table, tables[table], currentKeys)
    }
  }

  private func form(
    of column: FoundColumn, of table: String, _ found: FoundTable?, _ keys: Set<[String]>
  ) -> ColumnForm {
    if column.name == found?.rowNumber?.name { return .type("Int") }
    let isKey = keys.contains([table, column.name].map(dialect.canonicalName))
    let current = tables[table]?.columns.first { $0.name == column.name } ?? column
    let rows = rows[table]?[column.name] ?? ColumnRows()
    return ColumnForm(sqlite: column, isKey: isKey, rows.whenDeclared(column.type, now: current.type))
  }

  /// The columns that identify rows, or those of another table, each with its table.
  private func keyColumns(of tables: [String: FoundTable]) -> Set<[String]> {
    var columns: [[String]] = []
    for (name, table) in tables {
      columns += table.primaryKey.map { [name, $0] }
      for key in table.foreignKeys {
        columns += key.columns.map { [name, $0] } + key.targetColumns.map { [key.table, $0] }
      }
    }
    return Set(columns.map { $0.map(dialect.canonicalName) })
  }

  /// The columns by which the rows of tables without a key differ.
  private static func identities(
    of tables: [String: FoundTable], _ backend: any CatalogedBackend
  ) async -> [String: String] {
    var result: [String: String] = [:]
    for (name, table) in tables {
      let identity = RowIdentity(table)
      if let key = identity.key {
        // The view that a table was has the table's key.
        if key.count == 1 { result[name] = key[0] }
        continue
      }
      // A view can fail when it is read.
      let row = try? await backend.texts(identity.query(name, backend.catalogDialect)).first
      result[name] = row.flatMap(identity.column)
    }
    return result
  }

  /// What the rows of each table hold, and the tables whose rows can't be read.
  private static func rows(
    of tables: [String: FoundTable], _ backend: any CatalogedBackend
  ) async -> (rows: [String: [String: ColumnRows]], unread: [String]) {
    var result: [String: [String: ColumnRows]] = [:]
    var unread: [String] = []
    for (name, table) in tables {
      let columns = table.columns.map(\.name)
      // More columns than that need more results than SQLite allows in one query.
      for start in stride(from: 0, to: columns.count, by: 200) {
        let part = Array(columns[start..<min(start + 200, columns.count)])
        let query = ColumnRows.query(
          part, of: name, isWithoutRowID: table.isWithoutRowID, backend.catalogDialect)
        guard let row = try? await backend.texts(query).first else {
          unread.append(name)
          break
        }
        for (column, counts) in zip(part, ColumnRows.read(row)) { result[name, default: [:]][column] = counts }
      }
      await addForms(to: &result[name, default: [:]], of: name, table, backend)
    }
    return (result, unread.sorted())
  }

  /// Finds the forms that all values of a column have.
  private static func addForms(
    to rows: inout [String: ColumnRows], of name: String, _ table: FoundTable, _ backend: any CatalogedBackend
  ) async {
    var candidates: [FormCandidate] = []
    for column in table.columns {
      let forms = rows[column.name]?.candidates(of: column.name, declared: column.type) ?? []
      candidates += forms.map { FormCandidate(column.name, declared: column.type, $0) }
    }
    for start in stride(from: 0, to: candidates.count, by: 200) {
      let part = Array(candidates[start..<min(start + 200, candidates.count)])
      let query = ColumnRows.query(part, of: name, isWithoutRowID: table.isWithoutRowID, backend.catalogDialect)
      guard let row = try? await backend.texts(query).first else { continue }
      for (candidate, wrong) in zip(part, row) where wrong == "0" {
        rows[candidate.column]?.forms.append(candidate.form)
      }
    }
  }
}

extension FoundTable {
  /// Whether no query can use the numbers of the rows.
  fileprivate var isWithoutRowID: Bool { rowNumber == nil && !columns.contains { $0.origin == .countedKey } }
}

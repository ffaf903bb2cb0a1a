@_spi(Backend) package import IgataSQL

/// The columns of a database's tables, which the file of its catalog lists.
///
/// A column that is there, and that the schema doesn't have, is either new, or was left out by hand. Only a list of the
/// columns that were there when the schema was written can tell.
package struct CatalogColumns {
  private var tables: [String: [String]] = [:]

  package init(_ tables: [String: FoundTable]) {
    self.tables = tables.mapValues { table in (table.columns + [table.rowNumber].compactMap(\.self)).map(\.name) }
  }

  /// Reads what ``lines(_:)`` returns.
  package init(catalog: String) {
    for line in catalog.split(separator: "\n") where line.hasPrefix(Self.prefix) {
      let names = sqlTokens(of: String(line.dropFirst(Self.prefix.count))).compactMap { token in
        if case .name(let name) = token { name } else { nil }
      }
      if let table = names.first { tables[table] = Array(names.dropFirst()) }
    }
  }

  private static let prefix = "-- columns "

  /// Those that `schema` describes, and those that were known: what is left out as it can't be described isn't left out
  /// by hand, and neither is what an update has removed.
  package func known(
    _ schema: IntrospectedSchema, _ former: CatalogColumns, without removed: Set<[String]> = [],
    _ dialect: any CatalogDialect
  ) -> Self {
    var result = self
    for (table, columns) in tables {
      let described = Set(schema.models.first { $0.table == table }?.fields.flatMap(\.columns) ?? [])
      let known = columns.filter { column in
        described.contains(column)
          || former.contains(table, column, dialect)
            && !removed.contains([table, column].map(dialect.canonicalName))
      }
      result.tables[table] = known.isEmpty ? nil : known
    }
    return result
  }

  /// Whether a table or a column that can't be described wasn't known.
  package func isNew(_ omission: IntrospectedSchema.Omission, _ dialect: any CatalogDialect) -> Bool {
    guard omission.part == nil else { return false }
    return omission.column.map { !contains(omission.table, $0, dialect) }
      ?? !contains(table: omission.table, dialect)
  }

  /// A line for each table, which is a comment in SQL.
  package func lines(_ dialect: any CatalogDialect) -> [String] {
    tables.sorted { $0.key < $1.key }.map { table, columns in
      SchemaFile.oneLine("\(Self.prefix)\(dialect.identifier(table)) (\(dialect.identifiers(columns)))")
    }
  }

  func contains(table: String, _ dialect: any CatalogDialect) -> Bool { columns(of: table, dialect) != nil }

  func contains(_ table: String, _ column: String, _ dialect: any CatalogDialect) -> Bool {
    guard let columns = columns(of: table, dialect) else { return false }
    if columns.contains(column) { return true }
    let name = dialect.canonicalName(column)
    return columns.contains { dialect.canonicalName($0) == name }
  }

  private func columns(of table: String, _ dialect: any CatalogDialect) -> [String]? {
    if let columns = tables[table] { return columns }
    let name = dialect.canonicalName(table)
    return tables.first { dialect.canonicalName($0.key) == name }?.value
  }
}

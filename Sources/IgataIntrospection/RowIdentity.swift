@_spi(Backend) package import IgataSQL

/// What identifies the rows of a table or a view.
package struct RowIdentity {
  private let columns: [FoundColumn]
  /// The primary key, or else a unique index of columns that are never null, or else the number of the row.
  package let key: [String]?

  /// - Parameter isByNumber: Whether rows are identified by their numbers, as no key of theirs can be used.
  package init(_ table: FoundTable, isByNumber: Bool = false) {
    columns = table.columns
    let required = Set(columns.filter { !$0.isNullable }.map(\.name))
    let unique = table.indexes.first { index in
      index.isUnique && !index.isPartial
        && index.parts.allSatisfy { required.contains($0.column) && $0.function == nil }
    }
    let number = table.rowNumber.map { [$0.name] }
    key =
      isByNumber && number != nil
      ? number : table.primaryKey.isEmpty ? unique?.parts.map(\.column) ?? number : table.primaryKey
  }

  /// The query that looks for a column by whose values the rows of a table without a key differ, and which returns one
  /// row; ``column(in:)`` reads it. Some thousand rows are looked at.
  package func query(_ name: String, _ dialect: any CatalogDialect) -> String {
    let names = candidates.map { column in
      let name = dialect.identifier(column.name)
      // No fraction identifies a row, and what SQLite computes has no declared type.
      return column.type.isEmpty ? "CASE typeof(\(name)) WHEN 'real' THEN NULL ELSE \(name) END" : name
    }
    let counts = ["count(*)"] + names.flatMap { ["count(\($0))", "count(DISTINCT \($0))"] }
    let texts = counts.map { dialect.asText($0) }.joined(separator: ", ")
    return "SELECT \(texts) FROM (SELECT * FROM \(dialect.identifier(name)) LIMIT 10000) AS t"
  }

  /// The first such column; `nil` if there are no rows, or no column has a different value in each.
  package func column(in row: [String?]) -> String? {
    let counts = row.map { $0.flatMap { Int($0) } ?? 0 }
    let columns = candidates
    guard let all = counts.first, all > 0, counts.count == columns.count * 2 + 1 else { return nil }
    return columns.indices.first { counts[$0 * 2 + 1] == all && counts[$0 * 2 + 2] == all }.map { columns[$0].name }
  }

  /// The columns of numbers, texts and UUIDs, and those of SQLite without a type.
  private var candidates: [FoundColumn] {
    let words = ["int", "serial", "char", "text", "uuid"]
    return columns.filter { column in
      let type = column.type.lowercased()
      return type.isEmpty || (!type.hasSuffix("[]") && words.contains { type.contains($0) })
    }
  }
}

import IgataSchema
import IgataTemplateLanguage

/// The view of one generated DDL file for PostgreSQL.
extension GenerationScope {
  private static let postgreSQLFileShape = Shape("source", "tables", "laterKeys")
  private static let postgreSQLTableShape = Shape(
    "documentation", "name", "columns", "constraints", "indexes", "comments")
  private static let postgreSQLColumnShape = Shape("name", "type", "key", "isRequired", "defaultValue")
  private static let postgreSQLIndexShape = Shape("name", "isUnique", "table", "columns", "condition")
  private static let laterKeyShape = Shape("table", "constraint")
  private static let commentShape = Shape("place", "text")

  func postgreSQLView(file: Int, source: String) -> Record {
    let tables = postgreSQLTables(of: creationOrder(from: declarations(in: file).models))
    return Record(
      Self.postgreSQLFileShape, [.text(source + ".igata"), .records(tables.map(view)), .records(laterKeys(of: tables))])
  }

  func laterKeys(of tables: [PostgreSQLTable]) -> [Record] {
    tables.flatMap { table in table.laterKeys.map { Record(Self.laterKeyShape, [.text(table.name), .text($0)]) } }
  }

  func view(_ table: PostgreSQLTable) -> Record {
    Record(
      Self.postgreSQLTableShape,
      [
        comment(table.documentation), .text(table.name), .records(table.columns.map(view)),
        .separated(table.constraints), .records(table.indexes.map { view($0, of: table) }), .records(comments(table)),
      ])
  }

  private func view(_ column: PostgreSQLColumn) -> Record {
    Record(
      Self.postgreSQLColumnShape,
      [
        .text(column.name), .text(column.type), .optional(column.key), .flag(column.isRequired),
        .optional(column.defaultValue),
      ])
  }

  private func view(_ index: PostgreSQLTable.Index, of table: PostgreSQLTable) -> Record {
    Record(
      Self.postgreSQLIndexShape,
      [.text(index.name), .flag(index.isUnique), .text(table.name), .text(index.columns), .optional(index.condition)])
  }

  /// What the database itself is told of the table and its columns.
  private func comments(_ table: PostgreSQLTable) -> [Record] {
    var places = [("TABLE \(table.name)", table.documentation)]
    places += table.columns.map { ("COLUMN \(table.name).\($0.name)", $0.documentation) }
    return places.filter { !$0.1.isEmpty }.map { place, lines in
      Record(Self.commentShape, [.text(place), .text(SQLText.string(lines.joined(separator: "\n")))])
    }
  }
}

import IgataSchema
import IgataTemplateLanguage

/// The view of one generated DDL file.
extension GenerationScope {
  private static let sqlFileShape = Shape("source", "tables")
  private static let sqlTableShape = Shape(
    "documentation", "name", "columns", "constraints", "indexes", "isOrderedByKey")
  private static let sqlIndexShape = Shape("name", "isUnique", "table", "columns", "condition")

  func sqliteView(file: Int, source: String) -> Record {
    let models = schema.models.indices.filter { schema.models[$0].origin.file == file }
    let tables = creationOrder(Set(models)).flatMap { index in
      [SQLiteTablePlace(model: index)]
        + schema.models[index].joinTables.indices.map { SQLiteTablePlace(model: index, join: $0) }
    }
    let views = ViewSource(count: tables.count) { [self] in view(sqliteTable(at: tables[$0])) }
    return Record(Self.sqlFileShape, [.text(source + ".igata"), .made(views)])
  }

  private func view(_ table: SQLiteTable) -> Record {
    Record(
      Self.sqlTableShape,
      [
        comment(table.documentation), .text(table.name), .list(table.columns), .separated(table.constraints),
        .records(table.indexes.map(view)),
        .flag(table.isOrderedByKey),
      ])
  }

  private func view(_ index: SQLiteTable.Index) -> Record {
    Record(
      Self.sqlIndexShape,
      [
        .text(index.name), .flag(index.isUnique), .text(index.table), .text(index.columns),
        .optional(index.condition),
      ])
  }

  func comment(_ lines: [String]) -> TemplateValue {
    .texts(SQLText.comment(lines))
  }
}

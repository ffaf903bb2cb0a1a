import IgataSchema
import IgataTemplateLanguage

/// The view of one generated DDL file.
extension GenerationScope {
  private static let sqlFileShape = Shape("source", "tables")
  private static let sqlTableShape = Shape(
    "documentation", "name", "columns", "constraints", "indexes", "isOrderedByKey")
  private static let sqlColumnShape = Shape(
    "documentation", "name", "type", "key", "isRequired", "defaultValue", "checks", "isLast")
  private static let sqlIndexShape = Shape("name", "isUnique", "table", "columns", "condition")

  func sqliteView(file: Int, source: String) -> Record {
    let models = schema.models.indices.filter { schema.models[$0].origin.file == file }
    let tables = creationOrder(Set(models)).flatMap { sqliteTables(of: schema.models[$0]) }
    return Record(Self.sqlFileShape, [.text(source + ".igata"), .records(tables.map(view))])
  }

  private func view(_ table: SQLiteTable) -> Record {
    Record(
      Self.sqlTableShape,
      [
        comment(table.documentation), .text(table.name),
        .records(
          table.columns.indices.map {
            view(table.columns[$0], isLast: $0 == table.columns.count - 1 && table.constraints.isEmpty)
          }),
        .separated(table.constraints), .records(table.indexes.map(view)),
        .flag(table.isOrderedByKey),
      ])
  }

  private func view(_ column: SQLiteColumn, isLast: Bool) -> Record {
    Record(
      Self.sqlColumnShape,
      [
        comment(column.documentation), .text(column.name), .text(column.type), .optional(column.key),
        .flag(column.isRequired), .optional(column.defaultValue), .texts(column.checks), .flag(isLast),
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
    .texts(lines.map { $0.isEmpty ? "--" : "-- " + $0 })
  }
}

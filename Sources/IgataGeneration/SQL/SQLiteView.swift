import IgataSchema
import IgataTemplateLanguage

/// The view of one generated DDL file.
extension GenerationScope {
  private static let sqlFileShape = Shape("source", "tables")
  private static let joinShape = Shape("documentation", "name", "columns", "constraints", "indexes", "isOrderedByKey")
  private static let joinIndexShape = Shape("name", "isUnique", "table", "columns", "condition")

  /// A model's own table, or that of one of its ordered relations.
  private struct TablePlace: Sendable {
    let model: Int
    var join: Int?
  }

  func sqliteView(file: Int, source: String) -> Record {
    let tables = creationOrder(from: declarations(in: file).models).flatMap { index in
      [TablePlace(model: index)]
        + schema.models[index].joinTables.indices.map { TablePlace(model: index, join: $0) }
    }
    let views = ViewSource(count: tables.count) { [self] in view(tables[$0]) }
    return Record(Self.sqlFileShape, [.text(source + ".igata"), .made(views)])
  }

  private func view(_ table: TablePlace) -> any View {
    guard let join = table.join else { return SQLiteTable(self, schema.models[table.model]) }
    return view(schema.models[table.model].joinTables[join], of: schema.models[table.model])
  }

  /// The table of an ordered relation.
  private func view(_ join: JoinTable, of owner: Model) -> Record {
    let columns = SQLiteColumns(self, .join(sqliteColumns(of: join, owner: owner)), endsTable: false)
    let index = Record(
      Self.joinIndexShape,
      [
        .text(SQLText.identifier("\(join.name)_\(join.targetColumns.joined(separator: "_"))_idx")), .flag(false),
        .text(SQLText.identifier(join.name)), .text(SQLText.identifiers(join.targetColumns)), .null,
      ])
    return Record(
      Self.joinShape,
      [
        comment(["The \(owner.fields[join.field].name) of each \(owner.name), in order."]),
        .text(SQLText.identifier(join.name)), columns.value,
        .separated([
          "PRIMARY KEY (\(SQLText.identifiers(join.ownerColumns + [join.positionColumn])))",
          joinKey(join.ownerColumns, to: owner), joinKey(join.targetColumns, to: schema.models[join.target]),
        ]),
        .records([index]), .flag(true),
      ])
  }

  private func joinKey(_ columns: [String], to model: Model) -> String {
    let targets = SQLText.identifiers(model.primaryKey.map { model.columns[$0].name })
    return "FOREIGN KEY (\(SQLText.identifiers(columns))) REFERENCES \(SQLText.identifier(model.table)) (\(targets)) "
      + "ON DELETE CASCADE"
  }

  func comment(_ lines: [String]) -> TemplateValue {
    .texts(SQLText.comment(lines))
  }
}

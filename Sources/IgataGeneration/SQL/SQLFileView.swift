import IgataTables
import IgataTemplateLanguage

/// What templates see of one file of DDL.
extension GenerationScope {
  private static let fileShape = Shape("source", "tables", "laterKeys")
  private static let tableShape = Shape("name", "definition", "statements")

  func sqlView(file: Int, source: String, _ dialect: any SQLDialect) -> Record {
    let created = CreatedTables(self, creationOrder(from: declarations(in: file).models))
    let views = ViewSource(count: created.count) { index in
      let definition = created.definition(index, in: dialect)
      return Self.view(definition, definition.createTable { created.isLater($0, than: index) })
    }
    let laterKeys = (0..<created.count).flatMap { index in
      created.definition(index, in: dialect).laterForeignKeys { created.isLater($0, than: index) }
    }
    return Record(Self.fileShape, [.text(source + ".igata"), .made(views), .texts(laterKeys)])
  }

  /// - Parameter statement: What creates the table.
  static func view(_ definition: TableDefinition, _ statement: String) -> Record {
    Record(
      tableShape,
      [
        .text(definition.dialect.identifier(definition.table.name)), .text(statement),
        .texts(definition.createIndexes + definition.comments),
      ])
  }
}

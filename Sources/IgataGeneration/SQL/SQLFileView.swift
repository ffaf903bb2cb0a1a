import IgataTables
import IgataTemplateLanguage

/// The view of a DDL file for templates.
extension GenerationScope {
  private static let fileShape = Shape("source", "tables", "laterKeys")
  private static let tableShape = Shape("name", "definition", "statements")

  func sqlView(of declared: FileDeclarations, source: String, _ dialect: any SQLDialect) -> Record {
    let created = CreatedTables(self, creationOrder(from: declared.models))
    let definitions = (0..<created.count).map { created.definition($0, in: dialect) }
    let views = ViewSource(count: created.count) { index in
      Self.view(definitions[index], definitions[index].createTable { created.isLater($0, than: index) })
    }
    let laterKeys = definitions.enumerated().flatMap { index, definition in
      definition.laterForeignKeys { created.isLater($0, than: index) }
    }
    return Record(Self.fileShape, [.text(SourcePaths.inComment(source)), .made(views), .texts(laterKeys)])
  }

  /// - Parameter statement: The statement that creates the table.
  static func view(_ definition: TableDefinition, _ statement: String) -> Record {
    Record(
      tableShape,
      [
        .text(definition.dialect.identifier(definition.table.name)), .text(statement),
        .texts(definition.createIndexes + definition.comments),
      ])
  }
}

import IgataSchema
import IgataTables
import IgataTemplateLanguage

extension DocsScope {
  /// The database whose tables are documented.
  var database: Dialect { options.dialects?.first ?? .sqlite }

  /// The tables of models, each followed by those of its lists whose targets are documented, too.
  func tables(of models: [Int]) -> ViewSource {
    let created = CreatedTables(generation, models)
    let shown = created.order.indices.filter { index in
      guard let target = target(of: created.order[index]) else { return true }
      return selection.includes(model: target)
    }
    return ViewSource(count: shown.count) { [self] in view(of: shown[$0], created) }
  }

  private func view(of index: Int, _ created: CreatedTables) -> DocsTableView {
    let model = created.order[index].model
    let definition = created.definition(index, in: database.engine)
    guard let target = target(of: created.order[index]) else {
      let enums = schema.models[model].columns.map(enumName)
      return DocsTableView(self, definition, targets: generation.tables[model].targets, enums: enums)
    }
    let position: [String?] = definition.table.positionColumn == nil ? [] : [nil]
    return DocsTableView(
      self, definition, targets: [model, target], enums: keyEnums(of: model) + position + keyEnums(of: target))
  }

  /// The model whose rows the table of a list refers to; `nil` for a model's own table.
  private func target(of created: CreatedTables.Created) -> Int? {
    created.relation.map { generation.tables[created.model].targets[$0] }
  }

  private func keyEnums(of model: Int) -> [String?] {
    schema.models[model].primaryKey.map { enumName(of: schema.models[model].columns[$0]) }
  }

  private func enumName(of column: Column) -> String? {
    switch column.role {
    case .value(.enumeration(let index)), .reference(_, _, .enumeration(let index)): schema.enums[index].name
    case .value, .reference, .list: nil
    }
  }
}

import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of the DDL for Citus: all tables, their placements, and the foreign keys.
extension CitusScope {
  private static let fileShape = Shape("sources", "tables", "references", "distributions", "laterKeys", "missingKeys")
  private static let referenceShape = Shape("table")
  private static let distributionShape = Shape("table", "column", "sibling")
  private static let missingKeyShape = Shape("table", "columns", "target")

  private var dialect: PostgreSQLDialect { PostgreSQLDialect() }

  func view(_ sources: [String]) -> Record {
    let order = scope.creationOrder(from: Array(schema.models.indices))
    let created = CreatedTables(scope, order)
    let definitions = (0..<created.count).map { created.definition($0, in: dialect) }
    let ofModels = Dictionary(grouping: definitions, by: \.table.model)
    let names = sources.map(SourcePaths.inComment).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Record(
      Self.fileShape,
      [
        .text(names.joined(separator: ", ")),
        .records(order.flatMap { tables(of: $0, ofModels[schema.models[$0].name] ?? []) }),
        .records(references(order)), .records(distributions(order)), .texts(laterKeys(of: definitions)),
        .records(order.flatMap(missingKeys)),
      ])
  }

  // MARK: Tables

  /// The table of a model and the tables of its ordered relations, without foreign keys.
  ///
  /// - Parameter definitions: The definitions of these tables.
  private func tables(of index: Int, _ definitions: [TableDefinition]) -> [Record] {
    definitions.map { definition in
      guard definition.table.name == schema.models[index].table else {
        return GenerationScope.view(definition, definition.createTable { _ in true })
      }
      var table = definition.table
      // An index to find a row by the model's own key, if the table's key begins with another column.
      let own = table.primaryKey
      let others = (table.uniques + definition.indexes.map(\.index)).map(\.searchableColumns)
      let key = primaryKey(of: index)
      if !([key] + others).contains(where: { $0.starts(with: own) }) {
        table.indexes = definition.indexes.filter { !$0.isUnique }.map(\.index) + [table.index(on: own)]
      }
      let indexed = TableDefinition(table, targets: definition.targets, definition.dialect)
      table.primaryKey = key
      let created = TableDefinition(table, targets: definition.targets, definition.dialect)
      return GenerationScope.view(indexed, created.createTable { _ in true })
    }
  }

  private func laterKeys(of definitions: [TableDefinition]) -> [String] {
    let models = models
    return definitions.flatMap { definition -> [String] in
      guard let index = models[definition.table.name] else {
        return definition.laterForeignKeys { _ in true }
      }
      let relations = schema.models[index].relationFields
      return schema.models[index].foreignKeys.compactMap { key in
        guard case .kept(let pairs) = link(key, of: index), let relation = relations.firstIndex(of: key.field) else {
          return nil
        }
        return definition.add(definition.foreignKey(relation, from: pairs.map(\.column), to: pairs.map(\.target)))
      }
    }
  }

  /// The indices of the models by the names of their tables.
  private var models: [String: Int] {
    Dictionary(schema.models.enumerated().map { ($1.table, $0) }) { first, _ in first }
  }

  // MARK: Where rows are stored

  private func references(_ order: [Int]) -> [Record] {
    order.filter { placements[$0] == .reference }.flatMap { index in
      ([schema.models[index].table] + schema.models[index].joinTables.map(\.name)).map {
        Record(Self.referenceShape, [.text(dialect.literal(dialect.identifier($0)))])
      }
    }
  }

  /// The distributed tables. Each table after the first one of a group is co-located with the first.
  private func distributions(_ order: [Int]) -> [Record] {
    var first: [CitusGroup: String] = [:]
    return order.flatMap { index -> [Record] in
      guard case .distributed(let column, let group)? = placements[index] else { return [] }
      let model = schema.models[index]
      let own = [(model.table, model.columns[column].name)]
      let joins = model.joinTables.compactMap { join in
        distributionColumn(of: join, of: index).map { (join.name, $0) }
      }
      return (own + joins).map { table, column in
        let name = dialect.identifier(table)
        let sibling = first[group]
        if sibling == nil { first[group] = name }
        return Record(
          Self.distributionShape,
          [
            .text(dialect.literal(name)), .text(dialect.literal(PostgreSQLDialect.keptName(column))),
            .text(dialect.literal(sibling ?? "none")),
          ])
      }
    }
  }

  private func missingKeys(of index: Int) -> [Record] {
    let model = schema.models[index]
    return model.foreignKeys.compactMap { key in
      guard case .refused = link(key, of: index) else { return nil }
      return Record(
        Self.missingKeyShape,
        [
          .text(dialect.identifier(model.table)),
          .text(dialect.identifiers(key.columns.map { model.columns[$0].name })),
          .text(dialect.identifier(schema.models[key.target].table)),
        ])
    }
  }
}

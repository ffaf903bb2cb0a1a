import IgataSchema
import IgataTemplateLanguage

/// The view of the DDL for Citus: all tables, where each lies, and the foreign keys.
extension CitusScope {
  private static let fileShape = Shape("sources", "tables", "references", "distributions", "laterKeys", "missingKeys")
  private static let referenceShape = Shape("table")
  private static let distributionShape = Shape("table", "column", "neighbour")
  private static let missingKeyShape = Shape("table", "columns", "target")

  func view(_ sources: [String]) -> Record {
    let order = scope.creationOrder(from: Array(schema.models.indices))
    let all = Set(schema.models.indices)
    let tables = order.flatMap { index in
      let model = schema.models[index]
      return [scope.postgreSQLTable(of: model, key: primaryKey(of: index), foreignKeys(of: index))]
        + model.joinTables.map { scope.postgreSQLTable(of: $0, owner: model, later: all, isOwnerLater: true) }
    }
    let names = sources.map { $0 + ".igata" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Record(
      Self.fileShape,
      [
        .text(names.joined(separator: ", ")), .records(tables.map(scope.view)), .records(references(order)),
        .records(distributions(order)), .records(scope.laterKeys(of: tables)), .records(order.flatMap(missingKeys)),
      ])
  }

  private func foreignKeys(of index: Int) -> [PostgreSQLForeignKey] {
    let model = schema.models[index]
    return model.foreignKeys.compactMap { key in
      guard case .kept(let pairs) = link(key, of: index) else { return nil }
      let target = schema.models[key.target]
      return PostgreSQLForeignKey(
        text: scope.foreignKey(
          model.table, key.columns.map { model.columns[$0].name }, from: pairs.map { model.columns[$0.column].name },
          to: target, pairs.map { target.columns[$0.target].name }, key.deleteRule), isLater: true)
    }
  }

  private func references(_ order: [Int]) -> [Record] {
    order.filter { placements[$0] == .reference }.flatMap { index in
      ([schema.models[index].table] + schema.models[index].joinTables.map(\.name)).map {
        Record(Self.referenceShape, [.text(SQLText.string(PostgreSQLText.identifier($0)))])
      }
    }
  }

  /// Each table that is spread; behind the first of a group, those of the group name it as their neighbour.
  private func distributions(_ order: [Int]) -> [Record] {
    var first: [CitusGroup: String] = [:]
    return order.flatMap { index -> [Record] in
      guard case .spread(let column, let group)? = placements[index] else { return [] }
      let model = schema.models[index]
      let own = [(model.table, model.columns[column].name)]
      let joins = model.joinTables.compactMap { join in
        distributionColumn(of: join, of: index).map { (join.name, $0) }
      }
      return (own + joins).map { table, column in
        let name = PostgreSQLText.identifier(table)
        let neighbour = first[group]
        if neighbour == nil { first[group] = name }
        return Record(
          Self.distributionShape,
          [
            .text(SQLText.string(name)), .text(SQLText.string(PostgreSQLText.kept(column))),
            .text(SQLText.string(neighbour ?? "none")),
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
          .text(PostgreSQLText.identifier(model.table)),
          .text(PostgreSQLText.identifiers(key.columns.map { model.columns[$0].name })),
          .text(PostgreSQLText.identifier(schema.models[key.target].table)),
        ])
    }
  }
}

import IgataSchema
import IgataTables

/// The rows of a relation that became a list, or the reverse.
struct ChangedLists {
  let tables: MatchedTables
  let dialect: any ScriptDialect
  /// The tables of the models that both schemas have, in the order of the matches.
  let models: [any MigratedTable]
  /// The names of tables that are gone, while rows are copied.
  let names: [String: String]

  private func identifier(_ name: String) -> String { dialect.identifier(name) }

  private func table(ofNew model: Int) -> (any MigratedTable)? {
    tables.match.models.firstIndex { $0.new == model }.map { models[$0] }
  }

  // MARK: Relations that became lists

  func filledLists(_ stops: inout [SQLiteScript.Stop]) -> [FilledTable] {
    var result: [FilledTable] = []
    for (pair, owner) in zip(tables.match.models, models) {
      let (before, after) = (tables.match.old.models[pair.old], tables.match.new.models[pair.new])
      for field in pair.fields {
        guard case .toOne = before.fields[field.old].kind, case .ordered(let target) = after.fields[field.new].kind,
          let key = before.foreignKey(of: field.old),
          let relation = after.relationFields.firstIndex(of: field.new), let targets = table(ofNew: target),
          let join = owner.new.joinTable(relation, to: targets.new)
        else { continue }
        let owners = owner.new.primaryKey.map { owner.ownValue($0, &stops) }
        let elements = targets.new.primaryKey.map { keyValue($0, of: targets, key, owner, &stops) }
        let columns =
          zip(join.relations[0].kind.columns, owners).map { ($0, $1) }
          + (join.positionColumn.map { [($0, "0")] } ?? [])
          + zip(join.relations[1].kind.columns, elements).map { ($0, $1) }
        let isThere = key.columns.map { "\(owner.qualified($0)) IS NOT NULL" }
        result.append(
          FilledTable(
            table: join, isNew: true, columns: columns,
            from: "\(identifier(owner.source.name))\nWHERE \(isThere.joined(separator: " AND "))"))
      }
    }
    return result
  }

  /// A column of the key of the row to which a foreign key refers.
  private func keyValue(
    _ column: Int, of targets: any MigratedTable, _ key: ForeignKey, _ owner: any MigratedTable,
    _ stops: inout [SQLiteScript.Stop]
  ) -> String {
    if targets.isConverted(column), let source = targets.sources[column],
      let part = key.references.firstIndex(of: source)
    {
      let former = Former(
        owner.qualified(key.columns[part]), targets.old.columns[source], targets.pair.enums[column], in: owner.source)
      return targets.columnValue(column).kept(former, &stops)
    }
    let target = targets.aliased("igata_target")
    let isTarget = zip(key.columns, key.references).map { "\(target.qualified($1)) = \(owner.qualified($0))" }
    return """
      (SELECT \(target.ownValue(column, &stops)) FROM \(identifier(targets.source.name)) AS "igata_target" \
      WHERE \(isTarget.joined(separator: " AND ")))
      """
  }

  // MARK: Lists that became relations

  /// The values of the relations that were lists.
  func elements(ofModel index: Int, _ stops: inout [SQLiteScript.Stop]) -> [Int: Replacement] {
    let (pair, owner) = (tables.match.models[index], models[index])
    let (before, after) = (tables.match.old.models[pair.old], tables.match.new.models[pair.new])
    var result: [Int: Replacement] = [:]
    for field in pair.fields {
      guard case .ordered(let oldTarget) = before.fields[field.old].kind, case .toOne = after.fields[field.new].kind,
        let key = after.foreignKey(of: field.new),
        let relation = before.relationFields.firstIndex(of: field.old), let targets = table(ofNew: key.target),
        var join = owner.old.joinTable(relation, to: tables.old[oldTarget].table)
      else { continue }
      join.name = names[join.name] ?? join.name
      let list = ListRows(join: join, owner: owner, targets: targets, dialect: dialect)
      stops.add(
        owner.source, where: "(SELECT count(*) \(list.elements)) > 1",
        "'\(after.fields[field.new].name)' has more than one element")
      for (column, reference) in zip(key.columns, key.references) {
        let value = list.value(of: reference, &stops)
        result[column] = .value(owner.columnValue(column).orBackfill(value))
      }
    }
    return result
  }

  // MARK: Other targets

  /// The values of relations that lead to other models: those that backfills compute.
  func otherTargets(ofModel index: Int, _ stops: inout [SQLiteScript.Stop]) -> [Int: Replacement] {
    let (pair, owner) = (tables.match.models[index], models[index])
    let (before, after) = (tables.match.old.models[pair.old], tables.match.new.models[pair.new])
    var result: [Int: Replacement] = [:]
    for field in pair.fields {
      guard case .toOne(let oldTarget, _, _) = before.fields[field.old].kind,
        case .toOne(let target, _, _) = after.fields[field.new].kind,
        tables.match.model(new: target)?.old != oldTarget,
        let former = before.foreignKey(of: field.old), let source = former.columns.first,
        let key = after.foreignKey(of: field.new), !key.isLinked
      else { continue }
      for column in key.columns where owner.sources[column] == nil {
        let value = owner.columnValue(column)
        result[column] = .value(
          value.kept(
            Former(owner.qualified(source), owner.old.columns[source], nil, in: owner.source), isRejected: true, &stops)
        )
      }
    }
    return result
  }
}

/// The rows of a list's table, seen from the owner.
private struct ListRows {
  let join: Table
  let owner: any MigratedTable
  let targets: any MigratedTable
  let dialect: any ScriptDialect

  private func name(_ column: Int) -> String { dialect.qualified(column, of: join) }

  private var isOwners: String {
    zip(join.relations[0].kind.columns, owner.old.primaryKey).map { "\(name($0)) = \(owner.qualified($1))" }
      .joined(separator: " AND ")
  }

  /// The clauses that find the elements.
  var elements: String { "FROM \(dialect.identifier(join.name)) WHERE \(isOwners)" }

  /// A column of the first element.
  func value(of column: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    let key = targets.old.primaryKey
    if targets.isConverted(column), let source = targets.sources[column], let part = key.firstIndex(of: source) {
      let former = Former(
        name(join.relations[1].kind.columns[part]), targets.old.columns[source], targets.pair.enums[column], in: join)
      return "(SELECT \(targets.columnValue(column).kept(former, &stops)) \(elements))"
    }
    let target = targets.aliased("igata_target")
    let isTarget = zip(join.relations[1].kind.columns, key).map { "\(target.qualified($1)) = \(name($0))" }
    return """
      (SELECT \(target.ownValue(column, &stops)) FROM \(dialect.identifier(join.name)) \
      JOIN \(dialect.identifier(targets.source.name)) AS "igata_target" ON \(isTarget.joined(separator: " AND ")) \
      WHERE \(isOwners))
      """
  }
}

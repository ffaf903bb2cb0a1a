import IgataSchema
import IgataTables

/// A table of both schemas, with the old columns of the new ones.
struct TablePair {
  var old: Table
  var oldTargets: [Table]
  var new: Table
  var newTargets: [Table]
  /// The old column of each new one; `nil` if it is new.
  var sources: [Int?]
  /// The fields that the new columns store, and what rows get; empty for the table of a list.
  var columns: [ComparedColumn]
  /// The match of the enums of a column, if values are mapped.
  var enums: [EnumMatch?]
}

extension TablePair {
  /// The field that a new column stores; `nil` in the table of a list.
  func compared(_ column: Int) -> ComparedColumn? { columns.indices.contains(column) ? columns[column] : nil }

  /// What a new column gets where the optional struct exists that it is a part of, and null elsewhere.
  ///
  /// - Parameter qualified: The name of an old column while rows are read.
  func valueInStruct(_ column: Int, _ value: String, _ qualified: (Int) -> String) -> String {
    switch compared(column)?.presence {
    case .always, nil: value
    case _ where value == "NULL": value
    case .column(let presence): "CASE WHEN \(qualified(presence)) IS NOT NULL THEN \(value) END"
    case .never: "NULL"
    }
  }

  /// The condition that a row has the optional struct that a column is a part of; `nil` if each row has it.
  func isInStruct(_ column: Int, _ qualified: (Int) -> String) -> String? {
    switch compared(column)?.presence {
    case .always, nil: nil
    case .column(let presence): "\(qualified(presence)) IS NOT NULL"
    case .never: "FALSE"
    }
  }

  /// The condition for a row whose new value is null although its struct is there, if an expression can give that: no
  /// column of an optional struct refuses a null.
  func lacksMember(_ column: Int, _ value: String, _ qualified: (Int) -> String) -> String? {
    guard let compared = compared(column), compared.isRequired, new.columns[column].isNullable,
      case .sql = compared.backfill?.kind, value != "NULL"
    else { return nil }
    let isNull = "(\(value)) IS NULL"
    return isInStruct(column, qualified).map { "\($0) AND \(isNull)" } ?? isNull
  }
}

extension MatchedTables {
  /// The tables that both schemas have, those of lists after their owners'. Those with which a script has nothing to do
  /// are left out, unless values go from one table to another.
  var pairs: [TablePair] {
    let isWhole = movesValues
    return match.models.filter { isWhole || !unchanged.new[$0.new] }.flatMap { [modelPair($0)] + joinPairs($0) }
  }

  /// The tables that only the new schema has.
  func added(besides pairs: [TablePair]) -> [(table: Table, targets: [Table])] {
    let kept = Set(pairs.map(\.new.name))
    return new.tables(of: new.indices.filter { !unchanged.new[$0] }).filter { !kept.contains($0.table.name) }
  }

  /// The tables that only the old schema has, each before those that it refers to.
  func removed(besides pairs: [TablePair]) -> [(table: Table, targets: [Table])] {
    let kept = Set(pairs.map(\.old.name))
    let tables = old.tables(of: old.indices.filter { !unchanged.old[$0] })
    return tables.filter { !kept.contains($0.table.name) }.reversed()
  }

  private func modelPair(_ model: ModelMatch) -> TablePair {
    let (before, after) = (old[model.old], new[model.new])
    let sources = after.table.columns.indices.map { model.oldColumn(of: $0) }
    return TablePair(
      old: before.table, oldTargets: before.targets.map { old[$0].table }, new: after.table,
      newTargets: after.targets.map { new[$0].table }, sources: sources,
      columns: after.table.columns.indices.map { comparedColumn($0, of: model) },
      enums: after.table.columns.indices.map { index in
        sources[index].flatMap { enumMatch(ColumnMatch(old: $0, new: index), of: model.old, in: model.new) }
      })
  }

  func enumMatch(_ column: ColumnMatch, of oldModel: Int, in newModel: Int) -> EnumMatch? {
    guard case .enumeration(let old) = match.old.models[oldModel].columns[column.old].type,
      case .enumeration(let new) = match.new.models[newModel].columns[column.new].type
    else { return nil }
    return match.enums.first { $0.old == old && $0.new == new }
  }

  private func joinPairs(_ model: ModelMatch) -> [TablePair] {
    let (before, after) = (old[model.old], new[model.new])
    let oldFields = match.old.models[model.old].relationFields
    let newFields = match.new.models[model.new].relationFields
    return after.table.relations.indices.compactMap { relation in
      guard let field = model.oldField(of: newFields[relation]),
        let source = oldFields.firstIndex(of: field),
        let target = match.model(new: after.targets[relation]), target.old == before.targets[source],
        let oldJoin = before.table.joinTable(source, to: old[before.targets[source]].table),
        let newJoin = after.table.joinTable(relation, to: new[after.targets[relation]].table)
      else { return nil }
      return joinPair(oldJoin, newJoin, owner: model, target: target)
    }
  }

  private func joinPair(_ before: Table, _ after: Table, owner: ModelMatch, target: ModelMatch) -> TablePair {
    var sources = [Int?](repeating: nil, count: after.columns.count)
    var enums = [EnumMatch?](repeating: nil, count: sources.count)
    func pair(_ relation: Int, _ model: ModelMatch) {
      let (oldKey, newKey) = (old[model.old].table.primaryKey, new[model.new].table.primaryKey)
      for (position, column) in newKey.enumerated() {
        guard let old = model.oldColumn(of: column), let index = oldKey.firstIndex(of: old) else { continue }
        let part = after.relations[relation].kind.columns[position]
        sources[part] = before.relations[relation].kind.columns[index]
        enums[part] = enumMatch(ColumnMatch(old: old, new: column), of: model.old, in: model.new)
      }
    }
    pair(0, owner)
    pair(1, target)
    if let position = after.positionColumn { sources[position] = before.positionColumn }
    return TablePair(
      old: before, oldTargets: [old[owner.old].table, old[target.old].table], new: after,
      newTargets: [new[owner.new].table, new[target.new].table], sources: sources, columns: [],
      enums: enums)
  }
}

extension [ModelTable] {
  /// All tables, those of lists after their owners'.
  var allTables: [(table: Table, targets: [Table])] { tables(of: indices.map { $0 }) }

  /// The tables of some models, those of lists after their owners'.
  func tables(of models: [Int]) -> [(table: Table, targets: [Table])] {
    models.flatMap { model in
      let owner = self[model]
      let targets = owner.targets.map { self[$0].table }
      let joins = owner.table.relations.indices.compactMap { relation in
        owner.table.joinTable(relation, to: targets[relation]).map { ($0, [owner.table, targets[relation]]) }
      }
      return [(owner.table, targets)] + joins
    }
  }
}

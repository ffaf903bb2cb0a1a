import IgataSchema
import IgataTables

/// The models of two schemas with which a script has nothing to do: their tables, and those of their lists, are equal,
/// and the rows to which they refer keep their keys.
struct UnchangedModels: Sendable {
  /// By the models' indexes in the old schema.
  private(set) var old: [Bool] = []
  /// By the models' indexes in the new schema.
  private(set) var new: [Bool] = []

  /// None, while they aren't known.
  init() {}

  init(_ tables: MatchedTables) {
    old = Array(repeating: false, count: tables.old.count)
    new = Array(repeating: false, count: tables.new.count)
    let (comparison, pairs) = (TableEquality(tables), tables.match.models)
    var keepsKey = new
    for pair in pairs { keepsKey[pair.new] = comparison.keepsKey(pair) }
    // A key can be a foreign key itself, so what is found is looked at again.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for pair in pairs where keepsKey[pair.new] && !tables.new[pair.new].storedTargets.allSatisfy({ keepsKey[$0] }) {
        keepsKey[pair.new] = false
        isComplete = false
      }
    }
    for pair in pairs where keepsKey[pair.new] && comparison.isEqual(pair) {
      old[pair.old] = true
      new[pair.new] = true
    }
  }
}

/// Compares the tables of matched models.
private struct TableEquality {
  let tables: MatchedTables
  /// The enums of the new schema of which rows have other cases, or cases in another order.
  private let changedEnums: Set<Int>

  private var match: SchemaMatch { tables.match }

  init(_ tables: MatchedTables) {
    self.tables = tables
    let changed = tables.match.enums.filter { pair in pair.cases.indices.contains { pair.cases[$0] != $0 } }
    changedEnums = Set(changed.map(\.new))
  }

  /// Whether what other tables refer to stays as it is, but for what the table itself refers to.
  func keepsKey(_ pair: ModelMatch) -> Bool {
    let (before, after) = (tables.old[pair.old].table, tables.new[pair.new].table)
    guard before.name == after.name, before.primaryKey == after.primaryKey, before.keyName == after.keyName,
      before.uniques == after.uniques
    else { return false }
    return (after.primaryKey + after.uniques.flatMap(\.columns)).allSatisfy { column in
      before.columns.indices.contains(column) && before.columns[column] == after.columns[column]
        && pair.oldColumn(of: column) == column && keepsValues(column, of: pair)
    }
  }

  /// Whether a table and those of its lists are equal.
  func isEqual(_ pair: ModelMatch) -> Bool {
    let (before, after) = (tables.old[pair.old], tables.new[pair.new])
    guard before.table == after.table, before.targets.map({ match.newModels[$0] }) == after.targets,
      match.new.models[pair.new].relationFields.map(pair.oldField(of:)) == match.old.models[pair.old].relationFields
    else { return false }
    return pair.columns.count == after.table.columns.count
      && pair.columns.allSatisfy { column in
        column.old == column.new && keepsValues(column.new, of: pair)
          && !tables.losesNulls(column, of: pair)
      }
  }

  /// Whether rows keep the values of an equal column.
  private func keepsValues(_ column: Int, of pair: ModelMatch) -> Bool {
    if case .enumeration(let index) = match.new.models[pair.new].columns[column].type, changedEnums.contains(index) {
      return false
    }
    return !tables.hasBackfills || match.new.backfill(ofColumn: column, of: pair.new) == nil
  }
}

extension ModelTable {
  /// The models to which the rows of the table, or those of its lists, refer.
  fileprivate var storedTargets: [Int] {
    zip(table.relations, targets).compactMap { relation, target in relation.kind.isInverse ? nil : target }
  }
}

extension Schema {
  /// Whether anything has a backfill.
  var hasBackfills: Bool {
    models.contains { $0.fields.contains { $0.backfill != nil } }
      || structs.contains { $0.fields.contains { $0.backfill != nil } } || enums.contains { $0.backfill != nil }
      || newtypes.contains { $0.backfill != nil }
  }

  /// The backfill of a column, or else that of its type.
  func backfill(ofColumn index: Int, of model: Int) -> Backfill? {
    let column = models[model].columns[index]
    return (leafField(of: column, in: models[model]) ?? models[model].fields[column.field]).backfill
      ?? backfill(of: column.type)
  }
}

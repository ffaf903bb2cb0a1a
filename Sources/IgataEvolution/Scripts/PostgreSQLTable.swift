import IgataSchema
import IgataTables

/// An old table beside the one that it becomes.
struct PostgreSQLTable {
  let pair: TablePair
  let columns: PostgreSQLColumns
  /// The old constraints under their names, but with definitions in which tables and columns have the new names.
  private let old: [PostgreSQLConstraint]
  private let new: [PostgreSQLConstraint]
  let definition: TableDefinition
  /// The old constraint of each new one that stays.
  private(set) var sources: [Int?] = []
  private let oldDefinition: TableDefinition

  /// - Parameter renamed: The old tables with their new names, by their old names.
  init(_ pair: TablePair, _ columns: PostgreSQLColumns, _ renamed: [String: Table]) {
    self.pair = pair
    self.columns = columns
    let dialect = PostgreSQLDialect()
    definition = TableDefinition(pair.new, targets: pair.newTargets, dialect)
    oldDefinition = TableDefinition(pair.old, targets: pair.oldTargets, dialect)
    let renamedDefinition = TableDefinition(
      renamed[pair.old.name] ?? pair.old, targets: pair.oldTargets.map { renamed[$0.name] ?? $0 }, dialect)
    self.old = zip(oldDefinition.constraints, renamedDefinition.constraints).map { old, constraint in
      var constraint = constraint
      constraint.name = old.name
      return constraint
    }
    new = definition.constraints
  }

  /// Matches the constraints of both tables, except for those that can't stay while columns change.
  mutating func match(where stays: (PostgreSQLConstraint) -> Bool) {
    var free = Set(old.indices.filter { stays(old[$0]) })
    sources = Array(repeating: nil, count: new.count)
    for byName in [true, false] {
      for index in new.indices where sources[index] == nil {
        let source = free.sorted().first {
          old[$0].isSame(as: new[index]) && (!byName || old[$0].name == new[index].name)
        }
        if let source {
          sources[index] = source
          free.remove(source)
        }
      }
    }
  }

  /// Whether a constraint stays while columns change: one that no value can violate on the way.
  func keeps(_ constraint: PostgreSQLConstraint) -> Bool {
    let changed = constraint.kind == .check || constraint.kind == .index(isUnique: false)
    return constraint.columns.isDisjoint(with: changed ? columns.replacedColumns : columns.changedColumns)
  }

  /// The old columns to which a foreign key refers.
  func referencedColumns(_ relation: Int) -> (target: String, columns: Set<Int>) {
    let target = pair.oldTargets[relation]
    return (target.name, Set(pair.old.relations[relation].referencedColumns(of: target)))
  }

  private var staying: Set<Int> { Set(sources.compactMap(\.self)) }

  var droppedConstraints: [PostgreSQLConstraint] {
    old.indices.filter { !staying.contains($0) }.map { old[$0] }
  }

  var addedConstraints: [PostgreSQLConstraint] {
    new.indices.filter { sources[$0] == nil }.map { new[$0] }
  }

  /// The constraints that stay, with their old and their new names.
  var renamedConstraints: [(constraint: PostgreSQLConstraint, rename: Rename)] {
    new.indices.compactMap { index in
      guard let source = sources[index], old[source].name != new[index].name else { return nil }
      return (new[index], Rename(old: old[source].name, new: new[index].name))
    }
  }

  /// The renames of columns.
  var renamedColumns: [Rename] {
    columns.names.enumerated().compactMap { index, name in
      guard let name, name != pair.new.columns[index].name else { return nil }
      return Rename(old: name, new: pair.new.columns[index].name)
    }
  }

  /// The table's former column of the new column whose keys the database makes, if it made them before.
  var countedColumn: Int? {
    guard let new = pair.new.generatedKeyColumn, let old = pair.old.generatedKeyColumn, pair.sources[new] == old,
      columns.keptColumns.contains(old)
    else { return nil }
    return old
  }
}

extension PostgreSQLDialect {
  /// The name that the server gives to the sequence of an identity column.
  static func sequenceName(table: String, column: String) -> String {
    let available = 63 - "__seq".utf8.count
    var (first, second) = (keptName(table), keptName(column))
    var (firstCount, secondCount) = (first.utf8.count, second.utf8.count)
    while firstCount + secondCount > available {
      if firstCount > secondCount { firstCount -= 1 } else { secondCount -= 1 }
    }
    while first.utf8.count > firstCount { first.unicodeScalars.removeLast() }
    while second.utf8.count > secondCount { second.unicodeScalars.removeLast() }
    return "\(first)_\(second)_seq"
  }
}

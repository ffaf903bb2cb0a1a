import IgataTables

/// A column of a foreign key whose values follow those of the column to which it refers.
struct FollowedKey {
  /// The index of the table, and its new column.
  let table: Int
  let column: Int
  /// The index of the table to which it refers, and the new column there.
  let target: Int
  let key: Int
  /// The old columns of the foreign key, and those to which they refer.
  let columns: [Int]
  let references: [Int]
}

/// A new column of one of several tables.
struct KeyColumn: Hashable {
  let table: Int
  let column: Int
}

extension [TablePair] {
  /// The columns that others refer to and in which a backfill can take the place of values.
  var replacedKeys: Set<KeyColumn> {
    let targets = indexesByName
    var result: Set<KeyColumn> = []
    for pair in self {
      for (number, relation) in pair.new.relations.enumerated() where !relation.kind.columns.isEmpty {
        guard let target = targets[pair.newTargets[number].name] else { continue }
        for key in relation.referencedColumns(of: self[target].new) where self[target].replacesValues(key) {
          result.insert(KeyColumn(table: target, column: key))
        }
      }
    }
    return result
  }

  /// The columns that follow others, each after the one to which it refers.
  ///
  /// - Parameter changed: The columns whose values change.
  func followedKeys(of changed: Set<KeyColumn>) -> [FollowedKey] {
    let targets = indexesByName
    var changed = changed
    var result: [FollowedKey] = []
    // A key can be a foreign key itself, so what is found is looked at again.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (index, pair) in enumerated() {
        for (number, relation) in pair.new.relations.enumerated() where !relation.kind.columns.isEmpty {
          guard let target = targets[pair.newTargets[number].name] else { continue }
          for (column, key) in zip(relation.kind.columns, relation.referencedColumns(of: self[target].new)) {
            guard changed.contains(KeyColumn(table: target, column: key)), let source = pair.sources[column],
              let keys = pair.oldReference(of: source, to: self[target].old),
              changed.insert(KeyColumn(table: index, column: column)).inserted
            else { continue }
            result.append(
              FollowedKey(
                table: index, column: column, target: target, key: key, columns: keys.columns,
                references: keys.references))
            isComplete = false
          }
        }
      }
    }
    return result
  }

  private var indexesByName: [String: Int] {
    Dictionary(indices.map { (self[$0].new.name, $0) }) { first, _ in first }
  }
}

extension TablePair {
  /// Whether a backfill can take the place of a column's values.
  func replacesValues(_ column: Int) -> Bool {
    columns.indices.contains(column) && sources[column] != nil && columns[column].replacesValues
  }

  /// The columns of the old foreign key that has a column and leads to a table, and those to which they refer.
  fileprivate func oldReference(of column: Int, to target: Table) -> (columns: [Int], references: [Int])? {
    let relation = old.relations.indices.first {
      old.relations[$0].kind.columns.contains(column) && oldTargets[$0].name == target.name
    }
    return relation.map { (old.relations[$0].kind.columns, old.relations[$0].referencedColumns(of: target)) }
  }
}

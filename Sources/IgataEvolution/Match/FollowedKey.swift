import IgataTables

/// A column of a foreign key whose values follow those of the column to which it refers.
struct FollowedKey {
  /// The index of the table, its new column, and the old one.
  let table: Int
  let column: Int
  let source: Int
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
    Set(keyReferences.map(\.to).filter { self[$0.table].replacesValues($0.column) })
  }

  /// The columns that follow others, each after the one to which it refers.
  ///
  /// - Parameter changed: The columns whose values change.
  func followedKeys(of changed: Set<KeyColumn>) -> [FollowedKey] {
    let references = keyReferences
    var changed = changed
    var result: [FollowedKey] = []
    // A key can be a foreign key itself, so what is found is looked at again.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (from, to) in references where changed.contains(to) {
        guard let source = self[from.table].sources[from.column],
          let keys = self[from.table].oldReference(of: source, to: self[to.table].old), changed.insert(from).inserted
        else { continue }
        result.append(
          FollowedKey(
            table: from.table, column: from.column, source: source, target: to.table, key: to.column,
            columns: keys.columns, references: keys.references))
        isComplete = false
      }
    }
    return result
  }

  /// The new columns that refer to the tables, with those to which they refer.
  private var keyReferences: [(from: KeyColumn, to: KeyColumn)] {
    let targets = Dictionary(indices.map { (self[$0].new.name, $0) }) { first, _ in first }
    return enumerated().flatMap { index, pair in
      zip(pair.new.relations, pair.newTargets).flatMap { relation, table -> [(from: KeyColumn, to: KeyColumn)] in
        guard !relation.kind.columns.isEmpty, let target = targets[table.name] else { return [] }
        return zip(relation.kind.columns, relation.referencedColumns(of: self[target].new)).map { column, key in
          (KeyColumn(table: index, column: column), KeyColumn(table: target, column: key))
        }
      }
    }
  }
}

extension TablePair {
  /// Whether a backfill can take the place of a column's values.
  func replacesValues(_ column: Int) -> Bool {
    sources[column] != nil && compared(column)?.replacesValues == true
  }

  /// The columns of the old foreign key that has a column and leads to a table, and those to which they refer.
  fileprivate func oldReference(of column: Int, to target: Table) -> (columns: [Int], references: [Int])? {
    let relation = old.relations.indices.first {
      old.relations[$0].kind.columns.contains(column) && oldTargets[$0].name == target.name
    }
    return relation.map { (old.relations[$0].kind.columns, old.relations[$0].referencedColumns(of: target)) }
  }
}

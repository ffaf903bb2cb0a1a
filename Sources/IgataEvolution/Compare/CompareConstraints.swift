import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  // MARK: Primary keys

  mutating func compareKeys(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    let model = new.models[pair.new]
    if before.primaryKey.map(pair.newColumn(of:)) != after.primaryKey.map(Optional.some) {
      // A key that contains the old one is as unique.
      let isWider = before.primaryKey.allSatisfy { column in
        pair.newColumn(of: column).map(after.primaryKey.contains) ?? false
      }
      add(
        Change(
          .keyChanged, isWider ? .safe : .guarded, model.name,
          "the key of '\(model.name)' is \(after.names(after.primaryKey).listed()) now", at: model.origin.range,
          breaks: [.storage, .source]),
        allowed: model.allowedRules)
    } else {
      compareName(before.keyName, before.primaryKey, of: pair, after.keyName, after.primaryKey)
    }
  }

  // MARK: Uniques

  mutating func compareUniques(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    var rest = before.uniques.map { IndexShape($0, { pair.newColumn(of: $0) }) }
    for unique in after.uniques {
      let shape = IndexShape(unique, { $0 })
      if let index = rest.firstIndex(of: shape) {
        compareName(before.uniques[index].name, before.uniques[index].columns, of: pair, unique.name, unique.columns)
        rest[index] = nil
      } else {
        addUnique(unique, to: pair)
      }
    }
    for case let (index, _?) in zip(before.uniques, rest) { removeUnique(index, from: pair) }
  }

  private mutating func addUnique(_ unique: IndexDescription, to pair: ModelMatch) {
    let model = new.models[pair.new]
    let added = unique.columns.filter { pair.oldColumn(of: $0) == nil }
    let isDistinct = added.contains { column in
      let compared = comparedColumn(new: column, of: pair.new)
      let isMade = compared.new.defaultValue == .uuid || compared.new.defaultValue == .uuid7
      return compared.backfill == nil && (isMade || compared.new.isNullable)
    }
    if isDistinct, added.count == unique.columns.count { return }
    let names = newTables[pair.new].table.names(unique.columns).listed()
    add(
      Change(
        .uniqueAdded, isDistinct ? .safe : .guarded, model.name, "no two rows may have the same \(names)",
        at: model.range(ofColumns: unique.columns), breaks: .storage),
      allowed: model.allowedRules(ofColumns: unique.columns))
  }

  private mutating func removeUnique(_ unique: IndexDescription, from pair: ModelMatch) {
    // A unique of a column that is dropped goes with it.
    guard unique.columns.allSatisfy({ pair.newColumn(of: $0) != nil }) else { return }
    let model = new.models[pair.new]
    let names = oldTables[pair.old].table.names(unique.columns).listed()
    let isInTable = unique.condition == nil && unique.isOfValues && !unique.parts.contains(where: \.isDescending)
    add(
      Change(
        .uniqueRemoved, .safe, model.name, "several rows can have the same \(names)", at: model.origin.range,
        plan: ChangePlan(isInTable ? .rebuild : .index, .alter), breaks: .storage))
  }

  // MARK: Indexes

  mutating func compareIndexes(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    let model = new.models[pair.new]
    var rest = before.indexes.map { IndexShape($0, { pair.newColumn(of: $0) }) }
    for index in after.indexes {
      if let found = rest.firstIndex(of: IndexShape(index, { $0 })) {
        compareName(before.indexes[found].name, before.indexes[found].columns, of: pair, index.name, index.columns)
        rest[found] = nil
        continue
      }
      let names = after.names(index.columns).listed()
      add(
        Change(
          .indexAdded, .safe, model.name, "index '\(index.name)' on \(names) is added",
          at: model.range(ofColumns: index.columns), breaks: []))
    }
    for case let (index, _?) in zip(before.indexes, rest) {
      add(
        Change(
          .indexRemoved, .safe, model.name, "index '\(index.name)' is removed", at: model.origin.range, breaks: []))
    }
  }

  // MARK: Checks

  mutating func compareChecks(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    let model = new.models[pair.new]
    var rest = before.checks.map { check in
      check.condition.mapColumns { pair.newColumn(of: $0) }
    }
    for (check, declared) in zip(after.checks, model.checks) {
      if let found = rest.firstIndex(of: check.condition) {
        compareName(
          before.checks[found].name, before.checks[found].condition.columns, of: pair, check.name,
          check.condition.columns)
        rest[found] = nil
        continue
      }
      add(
        Change(
          .checkAdded, .guarded, model.name, "every row must satisfy '\(declared.condition.text)'", at: declared.range,
          breaks: .storage),
        allowed: model.allowedRules)
    }
    for case let (check, _?) in zip(before.checks, rest) {
      add(
        Change(
          .checkRemoved, .safe, model.name, "rows need not satisfy '\(check.name)' any longer", at: model.origin.range,
          breaks: .storage))
    }
  }

  // MARK: Names

  /// Compares the names of a constraint that both tables have. A name follows the names of the table and the columns,
  /// so it is compared only if these stay.
  private mutating func compareName(
    _ old: String, _ oldColumns: [Int], of pair: ModelMatch, _ new: String, _ newColumns: [Int]
  ) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    guard old != new, before.name == after.name, before.names(oldColumns) == after.names(newColumns) else { return }
    let model = self.new.models[pair.new]
    add(
      Change(
        .constraintRenamed, .safe, model.name, "'\(old)' is renamed to '\(new)'", at: model.origin.range, breaks: []))
  }
}

/// What an index indexes, with the columns of the new table.
private struct IndexShape: Equatable {
  var parts: [IndexDescription.Part]
  var method: String?
  var condition: IndexCondition?

  /// `nil` if a column has no counterpart.
  init?(_ index: IndexDescription, _ column: (Int) -> Int?) {
    parts = index.parts.compactMap { part in
      column(part.column).map { .init($0, part.function, isDescending: part.isDescending) }
    }
    method = index.method
    guard parts.count == index.parts.count else { return nil }
    switch index.condition {
    case .checked(let rows)?:
      guard let mapped = rows.mapColumns(column) else { return nil }
      condition = .checked(mapped)
    case let other: condition = other
    }
  }
}

extension Table {
  fileprivate var keyName: String { primaryKeyName ?? "\(name)_pkey" }
}

extension Model {
  /// The field of the only column of a constraint, or the model.
  fileprivate func range(ofColumns columns: [Int]) -> SourceRange {
    guard columns.count == 1, let column = columns.first else { return origin.range }
    return fields[self.columns[column].field].origin.range
  }

  fileprivate func allowedRules(ofColumns columns: [Int]) -> [String] {
    allowedRules + columns.flatMap { fields[self.columns[$0].field].allowedRules }
  }
}

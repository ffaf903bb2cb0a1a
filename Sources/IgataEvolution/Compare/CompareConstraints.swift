import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  // MARK: Primary keys

  mutating func compareKeys(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    let model = new.models[pair.new]
    if before.primaryKey.map(pair.newColumn(of:)) != after.primaryKey.map(Optional.some) {
      add(
        .keyChanged, areDistinct(after.primaryKey, of: pair) ? .safe : .guarded, model.name,
        "the key of '\(model.name)' is \(after.names(after.primaryKey).listed()) now", at: model.origin.range,
        breaks: [.storage, .source], allowed: model.allowedRules)
    } else {
      compareName(before.keyName, before.primaryKey, of: pair, after.keyName, after.primaryKey)
      guardUnique(after.primaryKey, of: pair)
    }
  }

  /// Adds that rows which differed can become equal.
  private mutating func guardUnique(_ columns: [Int], of pair: ModelMatch, _ condition: IndexCondition? = nil) {
    guard let changed = firstChanged(columns, of: pair, \.keepsDistinct), !areDistinct(columns, of: pair, condition)
    else { return }
    let names = newTables[pair.new].table.names(columns).listed()
    addGuard(
      "two rows can get the same \(names), as values of '\(changed.new.name)' change", changed.path, at: changed.range,
      changed.allowedRules + new.models[pair.new].allowedRules(ofColumns: columns))
  }

  // MARK: Uniques

  mutating func compareUniques(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    let found = ShapeMatch(
      before.uniques.map { IndexShape($0, pair.newColumn(of:)) }, after.uniques.map { IndexShape($0) { $0 } })
    for (unique, source) in zip(after.uniques, found.sources) {
      if let old = source.map({ before.uniques[$0] }) {
        compareName(old.name, old.columns, of: pair, unique.name, unique.columns)
        guardUnique(unique.columns, of: pair, unique.condition)
      } else {
        addUnique(unique, to: pair)
      }
    }
    for index in found.removed { removeUnique(before.uniques[index], from: pair) }
  }

  private mutating func addUnique(_ unique: IndexDescription, to pair: ModelMatch) {
    let model = new.models[pair.new]
    let added = unique.columns.filter { pair.oldColumn(of: $0) == nil }
    func compared(_ column: Int) -> ComparedColumn? {
      pair.oldColumn(of: column) == nil ? tables.comparedColumn(new: column, of: pair.new) : nil
    }
    // Rows with a null, and rows without the condition, are equal to no other.
    func leavesOut(_ value: (Int) -> SharedValue?) -> Bool {
      if unique.columns.contains(where: { value($0) == .null }) { return true }
      guard case .checked(let condition)? = unique.condition else { return false }
      return condition.holds(value) == false
    }
    let hasOwn = areDistinct(unique.columns, of: pair, unique.condition)
    let isDistinct = hasOwn || leavesOut { compared($0)?.sharedValue }
    let breaks: Audiences = leavesOut { compared($0)?.defaultInSQL } ? [] : .storage
    if isDistinct, added.count == unique.columns.count, hasOwn || breaks.isEmpty { return }
    let names = newTables[pair.new].table.names(unique.columns).listed()
    add(
      .uniqueAdded, isDistinct ? .safe : .guarded, model.name, "no two rows may have the same \(names)",
      at: model.range(ofColumns: unique.columns), breaks: breaks,
      allowed: model.allowedRules(ofColumns: unique.columns))
  }

  private mutating func removeUnique(_ unique: IndexDescription, from pair: ModelMatch) {
    // A unique of a column that is dropped goes with it.
    guard unique.columns.allSatisfy({ pair.newColumn(of: $0) != nil }) else { return }
    let model = new.models[pair.new]
    let names = oldTables[pair.old].table.names(unique.columns).listed()
    add(
      .uniqueRemoved, .safe, model.name, "several rows can have the same \(names)", at: model.origin.range,
      plan: ChangePlan(unique.isConstraint ? .rebuild : .index, .alter), breaks: .storage)
  }

  // MARK: Indexes

  mutating func compareIndexes(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    let model = new.models[pair.new]
    let found = ShapeMatch(
      before.indexes.map { IndexShape($0, pair.newColumn(of:)) }, after.indexes.map { IndexShape($0) { $0 } })
    for (index, source) in zip(after.indexes, found.sources) {
      if let old = source.map({ before.indexes[$0] }) {
        compareName(old.name, old.columns, of: pair, index.name, index.columns)
        continue
      }
      let names = after.names(index.columns).listed()
      add(
        .indexAdded, .safe, model.name, "index '\(index.name)' on \(names) is added",
        at: model.range(ofColumns: index.columns), breaks: [])
    }
    for name in found.removed.map({ before.indexes[$0].name }) {
      add(.indexRemoved, .safe, model.name, "index '\(name)' is removed", at: model.origin.range, breaks: [])
    }
  }

  // MARK: Checks

  mutating func compareChecks(_ pair: ModelMatch) {
    let (before, after) = (oldTables[pair.old].table, newTables[pair.new].table)
    let model = new.models[pair.new]
    let found = ShapeMatch(
      before.checks.map { $0.condition.mapColumns(pair.newColumn(of:)) }, after.checks.map(\.condition))
    for (index, check) in after.checks.enumerated() {
      if let old = found.sources[index].map({ before.checks[$0] }) {
        compareName(old.name, old.condition.columns, of: pair, check.name, check.condition.columns)
        guardCheck(check.condition, model.checks[index], of: pair)
        continue
      }
      let declared = model.checks[index]
      let isKept = before.checks.contains { translated($0.condition, of: pair) == check.condition }
      let canFail = check.condition.holds { sharedValue(ofColumn: $0, of: pair) } != true
        && !(isKept && firstChanged(check.condition.columns, of: pair, \.keepsValues) == nil)
      add(
        .checkAdded, canFail ? .guarded : .safe, model.name, "every row must satisfy '\(declared.condition.text)'",
        at: declared.range, breaks: .storage, allowed: model.allowedRules)
    }
    for name in found.removed.map({ before.checks[$0].name }) {
      add(
        .checkRemoved, .safe, model.name, "rows need not satisfy '\(name)' any longer", at: model.origin.range,
        breaks: .storage)
    }
  }

  /// What every row gets in a column that is added; `nil` if that differs.
  private func sharedValue(ofColumn column: Int, of pair: ModelMatch) -> SharedValue? {
    guard pair.oldColumn(of: column) == nil else { return nil }
    return tables.comparedColumn(new: column, of: pair.new).sharedValue
  }

  /// Adds that values which change can break a check.
  private mutating func guardCheck(_ condition: RowCondition, _ check: RowCheck, of pair: ModelMatch) {
    guard let changed = firstChanged(condition.columns, of: pair, \.keepsValues) else { return }
    // A row has either values that the check has seen, or the backfill.
    if Set(condition.columns).count == 1, changed.keepsFitting,
      condition.holds({ _ in changed.sharedBackfill }) == true
    {
      return
    }
    addGuard(
      "every row must satisfy '\(check.condition.text)', and values of '\(changed.new.name)' change", changed.path,
      at: changed.range, changed.allowedRules + new.models[pair.new].allowedRules)
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
    add(.constraintRenamed, .safe, model.name, "'\(old)' is renamed to '\(new)'", at: model.origin.range, breaks: [])
  }
}

/// The constraints of two tables that are the same, whatever their names.
private struct ShapeMatch {
  /// The old index for each new constraint; `nil` for one that is added.
  private(set) var sources: [Int?] = []
  /// The old constraints that are gone.
  let removed: [Int]

  /// - Parameter old: What the old constraints are in terms of the new columns; `nil` for one that has a dropped
  ///   column, with which it goes.
  init<Shape: Equatable>(_ old: [Shape?], _ new: [Shape?]) {
    var rest = old
    for shape in new {
      let source = rest.firstIndex(of: shape)
      sources.append(source)
      if let source { rest[source] = nil }
    }
    removed = rest.indices.filter { rest[$0] != nil }
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

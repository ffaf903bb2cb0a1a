/// All tables of a ``MemoryBackend`` at one point in time. It is a value: a copy is a snapshot, and a rollback restores
/// one.
struct MemoryDatabase: Sendable {
  private(set) var tables: [MemoryTable] = []
  private(set) var numbers: [String: Int] = [:]
  /// The foreign keys that point to each table: the number of the referring table, and the foreign key's index there.
  private(set) var incoming: [[(table: Int, foreignKey: Int)]] = []
  /// The checks that `noAction` defers to the commit.
  private var deferred: [DeferredCheck] = []

  private enum DeferredCheck: Sendable {
    /// The row's relation must point to an existing row.
    case leads(table: Int, foreignKey: Int, RowKey)
    /// No row may refer to the deleted row.
    case unreferred(table: Int, foreignKey: Int, RowKey)
  }

  func number(of table: TableDescription) throws(StoreError) -> Int {
    guard let number = numbers[table.name] else { throw .missingTable(table.name) }
    return number
  }
}

extension StoreError {
  static func missingTable(_ name: String) -> StoreError {
    .schemaMismatch(
      table: name, column: nil, problem: "the table does not exist", help: "call prepare with the schema")
  }
}

extension MemoryDatabase {
  /// Adds the missing tables.
  mutating func prepare(_ descriptions: [TableDescription]) throws(StoreError) {
    for description in descriptions {
      guard let number = numbers[description.name] else {
        numbers[description.name] = tables.count
        tables.append(MemoryTable(description))
        continue
      }
      let existing = tables[number].description
      if existing === description { continue }
      try description.check(fits: existing)
      // A new description of the same columns. Its relations and constraints apply from now on.
      var table = MemoryTable(description)
      tables[number].rows.forEach { entry in
        table.put(entry.value, entry.key, replacing: nil)
        return true
      }
      tables[number] = table
    }
    incoming = tables.map { _ in [] }
    for (number, table) in tables.enumerated() {
      for (index, foreignKey) in table.foreignKeys.enumerated() {
        guard let target = numbers[foreignKey.target] else {
          throw .schemaMismatch(
            table: foreignKey.table, column: nil,
            problem: "the table '\(foreignKey.target)' that it refers to does not exist",
            help: "prepare the schemas together, or the one that is referred to first")
        }
        if foreignKey.rule != .unconstrained { incoming[target].append((number, index)) }
      }
    }
  }
}

extension TableDescription {
  fileprivate func check(fits existing: TableDescription) throws(StoreError) {
    let count = min(columns.count, existing.columns.count)
    for index in 0..<count where columns[index] != existing.columns[index] {
      throw mismatch(columns[index].name, "is another column than the one that is there")
    }
    if columns.count > count { throw mismatch(columns[count].name, "is missing") }
    if existing.columns.count > count { throw mismatch(existing.columns[count].name, "is not in the schema") }
    if primaryKey != existing.primaryKey { throw mismatch(nil, "has another primary key") }
  }

  private func mismatch(_ column: String?, _ problem: String) -> StoreError {
    .schemaMismatch(table: name, column: column, problem: problem, help: "use a new MemoryBackend")
  }
}

extension MemoryDatabase {
  /// Writes a row, and generates its key if it has none.
  mutating func write(
    _ row: inout [StoredValue], _ write: RowWrite, into number: Int
  ) throws(StoreError) -> WrittenRow {
    let description = tables[number].description
    var generatedKey: Int64?
    if let column = description.generatedKeyColumn, row[column] == .integer(0), write.kind != .update {
      let (next, isOverflow) = tables[number].lastGeneratedKey.addingReportingOverflow(1)
      if isOverflow { throw .withoutKeys(description) }
      generatedKey = next
      row[column] = .integer(next)
    }
    let key = tables[number].key(of: row)
    let old = tables[number].rows[key]
    switch write.kind {
    case .insert where old != nil:
      throw .duplicateKey(
        model: description.model, constraint: "primaryKey", fields: description.fields(description.primaryKey))
    case .update where old == nil: return .missing
    case .insertMissing where old != nil: return .present
    case .insert, .update, .save, .insertMissing: break
    }
    if let old {
      if write.columns != [] { try checkVersion(of: row, old, description) }
      if let columns = write.columns { row = old.replacing(columns, with: row) }
    } else if let column = write.omitted.first(where: { description.columns[$0].defaultValue != .computed }) {
      throw .unsupportedQuery(
        expression: "\(description.model).\(description.field(at: column))",
        reason: "its default is SQL, which only a database evaluates; set a value before the model is saved")
    }
    try put(row, key, replacing: old, into: number)
    return .written(key: generatedKey)
  }

  /// Stores a row unless it violates a check or a unique constraint, or refers to a row that doesn't exist.
  mutating func put(
    _ row: [StoredValue], _ key: RowKey, replacing old: [StoredValue]?, into number: Int
  ) throws(StoreError) {
    let description = tables[number].description
    try description.checkConditions(of: row)
    if let unique = tables[number].duplicate(of: row, key) {
      throw .duplicateKey(
        model: description.model, constraint: unique.name, fields: description.fields(unique.parts.map(\.column)))
    }
    try checkRelations(of: row, key, replacing: old, number)
    tables[number].put(row, key, replacing: old)
    if let old { try applyUpdateRules(from: old, to: row, number) }
  }

  /// Applies the update rules of the rows that refer to columns whose values were changed.
  private mutating func applyUpdateRules(
    from old: [StoredValue], to new: [StoredValue], _ number: Int
  ) throws(StoreError) {
    for (from, index) in incoming[number] {
      let foreignKey = tables[from].foreignKeys[index]
      let (before, after) = (RowKey(foreignKey.references, of: old), RowKey(foreignKey.references, of: new))
      if before == after { continue }
      for key in tables[from].keys(index, before) {
        guard foreignKey.updateRule == .cascade, let referring = tables[from].rows[key] else {
          throw brokenRelation(from, index)
        }
        var row = referring
        for (column, value) in zip(foreignKey.columns, after.values) { row[column] = value }
        let newKey = tables[from].key(of: row)
        if newKey == key {
          try put(row, key, replacing: referring, into: from)
        } else {
          try move(row, from: key, to: newKey, replacing: referring, in: from)
        }
      }
    }
  }

  /// Replaces a row by one with another key, which an update rule has changed.
  private mutating func move(
    _ row: [StoredValue], from key: RowKey, to newKey: RowKey, replacing old: [StoredValue], in number: Int
  ) throws(StoreError) {
    let description = tables[number].description
    if tables[number].rows[newKey] != nil {
      throw .duplicateKey(
        model: description.model, constraint: "primaryKey", fields: description.fields(description.primaryKey))
    }
    tables[number].remove(key)
    for (index, check) in deferred.enumerated() {
      if case .leads(number, let foreignKey, key) = check {
        deferred[index] = .leads(table: number, foreignKey: foreignKey, newKey)
      }
    }
    try put(row, newKey, replacing: nil, into: number)
    try applyUpdateRules(from: old, to: row, number)
  }

  private func checkVersion(
    of row: [StoredValue], _ old: [StoredValue], _ table: TableDescription
  ) throws(StoreError) {
    guard let column = table.versionColumn, case .integer(let stored) = old[column],
      case .integer(let new) = row[column]
    else { return }
    let (expected, isOverflow) = new.subtractingReportingOverflow(1)
    guard !isOverflow, stored == expected else {
      throw .staleVersion(model: table.model, key: table.keyText(RowKey(table.primaryKey, of: row).values))
    }
  }

  private mutating func checkRelations(
    of row: [StoredValue], _ key: RowKey, replacing old: [StoredValue]?, _ number: Int
  ) throws(StoreError) {
    for (index, foreignKey) in tables[number].foreignKeys.enumerated() {
      let target = RowKey(foreignKey.columns, of: row)
      if target.hasNull || foreignKey.rule == .unconstrained { continue }
      if let old, RowKey(foreignKey.columns, of: old) == target { continue }
      if foreignKey.rule == .noAction {
        deferred.append(.leads(table: number, foreignKey: index, key))
      } else if !leads(foreignKey, to: target, from: row, number) {
        throw .foreignKey(model: tables[number].description.model, field: foreignKey.field)
      }
    }
  }

  /// Whether the referenced row exists. A row may refer to itself before it exists.
  private func leads(_ foreignKey: ForeignKey, to target: RowKey, from row: [StoredValue], _ number: Int) -> Bool {
    guard let targetNumber = numbers[foreignKey.target] else { return false }
    return (targetNumber == number && target == RowKey(foreignKey.references, of: row))
      || tables[targetNumber].row(foreignKey.references, target) != nil
  }
}

extension MemoryDatabase {
  /// Deletes rows, and applies the delete rules of the rows that refer to them.
  mutating func delete(_ keys: [RowKey], from number: Int) throws(StoreError) {
    var pending = keys.map { (table: number, key: $0) }
    var restricted: [(table: Int, foreignKey: Int, key: RowKey)] = []
    // A list of pending deletions instead of recursion allows chains and cycles of any length.
    while let (table, key) = pending.popLast() {
      guard let row = tables[table].rows[key] else { continue }
      tables[table].remove(key)
      for (from, index) in incoming[table] {
        let key = RowKey(tables[from].foreignKeys[index].references, of: row)
        let referring = tables[from].keys(index, key)
        if referring.isEmpty { continue }
        switch tables[from].foreignKeys[index].rule {
        case .cascade: pending += referring.map { (from, $0) }
        case .nullify: try nullify(index, from, referring)
        case .restrict: restricted.append((from, index, key))
        case .noAction: deferred.append(.unreferred(table: from, foreignKey: index, key))
        case .unconstrained: continue
        }
      }
    }
    for (from, index, key) in restricted where !tables[from].keys(index, key).isEmpty {
      throw brokenRelation(from, index)
    }
  }

  private mutating func nullify(_ index: Int, _ number: Int, _ keys: [RowKey]) throws(StoreError) {
    let columns = tables[number].foreignKeys[index].columns
    for key in keys {
      guard let old = tables[number].rows[key] else { continue }
      var row = old
      for column in columns {
        guard tables[number].description.columns[column].isNullable else { throw brokenRelation(number, index) }
        row[column] = .null
      }
      try tables[number].description.checkConditions(of: row)
      tables[number].put(row, key, replacing: old)
    }
  }

  private func brokenRelation(_ table: Int, _ foreignKey: Int) -> StoreError {
    .foreignKey(model: tables[table].description.model, field: tables[table].foreignKeys[foreignKey].field)
  }

  /// Performs the deferred checks.
  mutating func checkBeforeCommit() throws(StoreError) {
    for check in deferred {
      switch check {
      case .leads(let table, let index, let key):
        guard let row = tables[table].rows[key] else { continue }
        let target = RowKey(tables[table].foreignKeys[index].columns, of: row)
        if target.hasNull || leads(tables[table].foreignKeys[index], to: target, from: row, table) { continue }
        throw brokenRelation(table, index)
      case .unreferred(let table, let index, let key):
        guard let target = numbers[tables[table].foreignKeys[index].target] else { continue }
        let references = tables[table].foreignKeys[index].references
        if tables[target].row(references, key) != nil || tables[table].keys(index, key).isEmpty { continue }
        throw brokenRelation(table, index)
      }
    }
    deferred = []
  }
}

extension TableDescription {
  /// Throws if a check of the schema refuses the row.
  fileprivate func checkConditions(of row: [StoredValue]) throws(StoreError) {
    for check in checks where !check.condition.holds(for: row) { throw error(breaking: check) }
  }
}

extension [StoredValue] {
  /// This row with some columns of another one.
  fileprivate func replacing(_ columns: [Int], with other: [StoredValue]) -> [StoredValue] {
    var row = self
    for column in columns { row[column] = other[column] }
    return row
  }
}

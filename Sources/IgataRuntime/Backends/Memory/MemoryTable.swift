internal import IgataTables

/// The rows of a table and its indexes. It is a value: a copy is a snapshot.
struct MemoryTable: Sendable {
  /// Finds the rows that have the same values in some columns. An entry is those values followed by the key, so that
  /// entries are unique.
  struct Index: Sendable {
    let columns: [Int]
    /// The unique constraint that the index enforces, if any.
    let unique: IndexDescription?
    var keys = SortedPages<RowKey>()

    /// Whether the index contains the row: its condition holds, if it has one.
    func contains(_ row: [StoredValue]) -> Bool {
      guard case .checked(let condition)? = unique?.condition else { return true }
      return condition.holds(for: row)
    }

    /// Whether every row, unless a column is null, is found by the values of the columns.
    var findsRows: Bool { unique.map { $0.isComplete && $0.isOfValues } ?? true }

    /// The values by which the row is found.
    func values(of row: [StoredValue]) -> RowKey {
      guard let unique, !unique.isOfValues else { return RowKey(columns, of: row) }
      let values = unique.values(of: row)
      return RowKey(Array(values.indices), of: values)
    }
  }

  let description: TableDescription
  let foreignKeys: [ForeignKey]
  private(set) var rows = SortedPages<[StoredValue]>()
  /// One for each foreign key, in their order, followed by one for each unique constraint.
  private(set) var indexes: [Index]
  /// The greatest key that has ever been stored, if keys are generated.
  private(set) var lastGeneratedKey: Int64 = 0

  init(_ description: TableDescription) {
    self.description = description
    foreignKeys = ForeignKey.all(of: description)
    // SQL, which this backend can't evaluate, is false for every row here.
    let uniques = description.uniques.filter { if case .sql? = $0.condition { false } else { true } }
    indexes =
      foreignKeys.map { Index(columns: $0.columns, unique: nil) }
      + uniques.map { unique in Index(columns: unique.parts.map(\.column), unique: unique) }
  }

  func key(of row: [StoredValue]) -> RowKey { RowKey(description.primaryKey, of: row) }

  /// Inserts a row, or replaces `old`, the row with the same key.
  mutating func put(_ row: [StoredValue], _ key: RowKey, replacing old: [StoredValue]?) {
    rows.set(key, row)
    for index in indexes.indices {
      let values = indexes[index].values(of: row)
      if let old {
        let oldValues = indexes[index].values(of: old)
        if oldValues == values, indexes[index].contains(old) == indexes[index].contains(row) { continue }
        indexes[index].keys.remove(oldValues.appending(key))
      }
      if !values.hasNull, indexes[index].contains(row) { indexes[index].keys.set(values.appending(key), key) }
    }
    if let column = description.generatedKeyColumn, case .integer(let number) = row[column] {
      lastGeneratedKey = max(lastGeneratedKey, number)
    }
  }

  mutating func remove(_ key: RowKey) {
    guard let row = rows.remove(key) else { return }
    for index in indexes.indices {
      indexes[index].keys.remove(indexes[index].values(of: row).appending(key))
    }
  }

  /// The keys of the rows with these values in the index's columns; empty if one of them is null, which equals nothing
  /// here.
  func keys(_ index: Int, _ values: RowKey) -> [RowKey] {
    var keys: [RowKey] = []
    guard !values.hasNull else { return keys }
    indexes[index].keys.forEach(from: values) { entry in
      guard entry.key.hasPrefix(values) else { return false }
      keys.append(entry.value)
      return true
    }
    return keys
  }

  /// The row that has these values in the columns of its key, or of a unique constraint; `nil` if there is none.
  func row(_ columns: [Int], _ values: RowKey) -> [StoredValue]? {
    if columns == description.primaryKey { return rows[values] }
    func reordered(_ others: [Int]) -> RowKey? {
      let order = others.compactMap { columns.firstIndex(of: $0) }
      return order.count == columns.count && others.count == columns.count ? RowKey(order, of: values.values) : nil
    }
    if let key = reordered(description.primaryKey) { return rows[key] }
    for index in indexes.indices where indexes[index].unique != nil && indexes[index].findsRows {
      guard let values = reordered(indexes[index].columns) else { continue }
      return keys(index, values).first.flatMap { rows[$0] }
    }
    return nil
  }

  /// The unique constraint that the row would violate.
  func duplicate(of row: [StoredValue], _ key: RowKey) -> IndexDescription? {
    for index in indexes.indices {
      guard let unique = indexes[index].unique, indexes[index].contains(row) else { continue }
      let values = indexes[index].values(of: row)
      if keys(index, values).contains(where: { $0 != key }) { return unique }
    }
    return nil
  }
}

/// A to-one relation, as stored in a table.
struct ForeignKey: Sendable {
  let table: String
  let relation: Int
  let field: String
  let columns: [Int]
  let rule: DeleteRule
  let target: String
  /// The columns of the target that the foreign key refers to.
  let references: [Int]
  let updateRule: UpdateRule

  static func all(of table: TableDescription) -> [ForeignKey] {
    table.relations.indices.compactMap { index in
      let relation = table.relations[index]
      guard let rule = relation.deleteRule, !relation.columns.isEmpty else { return nil }
      return ForeignKey(
        table: table.name, relation: index, field: relation.name, columns: relation.columns, rule: rule,
        target: relation.targetTable().name, references: relation.referencedColumns,
        updateRule: relation.relation.updateRule ?? .noAction)
    }
  }
}

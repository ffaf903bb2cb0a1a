@_spi(Backend) package import IgataRuntime
package import IgataTables

/// Makes rows of tables without models, which satisfy the rules of the tables, and those of other tables that get their
/// values next only just or not at all.
package struct TableSamples {
  private static let attempts = 30

  private let tables: [TableDescription]
  private let required: Set<ColumnLocation>
  private let count: Int
  private let round: Int
  private var random: SampleRandom
  /// The rows that there are, and those that were made.
  private var all: StoredRows
  private var made = StoredRows()
  private var identifiers: RowIdentifiers
  /// The values of unique constraints, by table and constraint.
  private var taken: [String: [Int: Set<[StoredValue]>]] = [:]
  private var samples: [String: [SampleValues]] = [:]
  /// The greatest key of each table whose keys are counted.
  private var counters: [String: Int64]

  /// - Parameters:
  ///   - next: The columns that get the values of a column next.
  ///   - required: The columns that are null only if their struct is missing.
  ///   - count: How many rows each table of a model gets.
  ///   - existing: The rows that the tables have.
  ///   - counters: The greatest key that each table had.
  ///   - round: The values begin with others in each round.
  package init(
    of tables: [TableDescription], next: [ColumnLocation: [ColumnDescription]] = [:],
    required: Set<ColumnLocation> = [], count: Int, besides existing: StoredRows = StoredRows(),
    counters: [String: Int64] = [:], seed: UInt64, round: Int = 0
  ) {
    self.tables = tables
    self.required = required
    self.count = count
    self.counters = counters
    self.round = round
    all = existing
    random = SampleRandom(seed: seed &+ UInt64(truncatingIfNeeded: round))
    identifiers = RowIdentifiers(tables)
    for table in tables {
      samples[table.name] = table.columns.indices.map { column in
        SampleValues(
          table.columns[column], next: next[ColumnLocation(table: table.name, column: column)] ?? [])
      }
      for row in existing[table.name] { claim(row, table) }
    }
  }

  package mutating func rows() -> StoredRows {
    // Tables in a cycle can refer to each other only in a second round.
    for round in 0..<2 {
      for table in tables where !table.isList {
        let share = round == 0 ? count - count / 4 : count / 4
        for _ in 0..<max(share, 1) { addRow(to: table) }
      }
    }
    for table in tables where table.isList { addElements(to: table) }
    return made
  }

  private mutating func add(_ row: [StoredValue], to table: TableDescription) {
    made[table.name].append(row)
    all[table.name].append(row)
    claim(row, table)
  }

  private mutating func claim(_ row: [StoredValue], _ table: TableDescription) {
    identifiers.add(row, of: table)
    for (index, values) in uniqueValues(of: row, table).enumerated() {
      taken[table.name, default: [:]][index, default: []].insert(values)
    }
    if let key = table.generatedKeyColumn, case .integer(let number) = row[key] {
      counters[table.name] = max(counters[table.name] ?? 0, number)
    }
  }

  /// The values that no two rows have. A condition of a partial constraint may leave rows out, so this is stricter.
  private func uniqueValues(of row: [StoredValue], _ table: TableDescription) -> [[StoredValue]] {
    [table.key(of: row)] + table.uniques.map { $0.values(of: row) }
  }

  // MARK: Models

  private mutating func addRow(to table: TableDescription) {
    // Each version begins with other edges.
    let turn = made[table.name].count + round * count
    for attempt in 0..<Self.attempts {
      let row = row(of: table, turn: turn + attempt, attempt: attempt)
      guard isFit(row, table) else { continue }
      return add(row, to: table)
    }
  }

  private mutating func row(of table: TableDescription, turn: Int, attempt: Int) -> [StoredValue] {
    var row = table.columns.map { _ in StoredValue.null }
    var isSet = Set<Int>()
    let absent = table.structs.filter { $0.presenceColumn != nil && random.isOnce(in: 3) }
    for structure in absent { isSet.formUnion(structure.column..<structure.column + structure.columnCount) }
    for relation in table.relations where !relation.columns.isEmpty {
      isSet.formUnion(relation.columns)
      fill(relation, table, &row)
    }
    let isUnique = Set(table.primaryKey + table.uniques.flatMap(\.columns))
    for (index, column) in table.columns.enumerated() where !isSet.contains(index) {
      if index == table.generatedKeyColumn {
        row[index] = .integer((counters[table.name] ?? 0) + 1 + (random.isOnce(in: 4) ? 3 : 0))
        continue
      }
      if isOptional(index, of: table), random.isOnce(in: 5) { continue }
      guard let samples = samples[table.name]?[index] else { continue }
      // The columns don't have their edges in the same rows.
      let value = samples.value(
        turn + index * 3 * (turn / max(samples.count, 1)), isRandom: isUnique.contains(index) && attempt > 2, &random)
      row[index] = value
      if value == .null, !column.isNullable { return row }
    }
    return row
  }

  /// Whether a value can be missing: all columns of an optional struct can be null, but only together.
  private func isOptional(_ column: Int, of table: TableDescription) -> Bool {
    guard table.columns[column].isNullable else { return false }
    let location = ColumnLocation(table: table.name, column: column)
    return !required.contains(location) && !table.structs.contains { $0.presenceColumn == column }
  }

  private mutating func fill(_ relation: RelationDescription, _ table: TableDescription, _ row: inout [StoredValue]) {
    let isNullable = relation.columns.contains { table.columns[$0].isNullable && !table.primaryKey.contains($0) }
    if isNullable, random.isOnce(in: 4) { return }
    let targets = all[relation.targetTable().name]
    guard !targets.isEmpty else { return }
    let target = targets[random.index(below: targets.count)]
    for (column, reference) in zip(relation.columns, relation.referencedColumns) {
      // Columns that two relations share are the first one's.
      if row[column] == .null { row[column] = target[reference] }
    }
  }

  private func isFit(_ row: [StoredValue], _ table: TableDescription) -> Bool {
    for (column, value) in zip(table.columns, row) {
      if value == .null ? !column.isNullable : !column.accepts(value) { return false }
    }
    guard table.checks.allSatisfy({ $0.condition.holds(for: row) }) else { return false }
    for relation in table.relations where !relation.columns.isEmpty {
      let isNull = relation.columns.map { row[$0] == .null }
      // A reference is whole, or there is none.
      if isNull.contains(true), isNull.contains(false), !relation.isLinked { return false }
    }
    guard table.references(of: row).allSatisfy(identifiers.contains) else { return false }
    return !uniqueValues(of: row, table).enumerated().contains { index, values in
      !values.contains(.null) && taken[table.name]?[index]?.contains(values) == true
    }
  }

  // MARK: Lists

  private mutating func addElements(to table: TableDescription) {
    let owners = made[table.relations[0].targetTable().name]
    let targets = all[table.relations[1].targetTable().name]
    guard !targets.isEmpty else { return }
    for owner in owners {
      for position in 0..<[0, 1, 1, 2, 3][random.index(below: 5)] {
        let target = targets[random.index(below: targets.count)]
        var row = table.columns.map { _ in StoredValue.integer(Int64(position)) }
        for (end, other) in [owner, target].enumerated() {
          for (column, reference) in zip(table.relations[end].columns, table.relations[end].referencedColumns) {
            row[column] = other[reference]
          }
        }
        if isFit(row, table) { add(row, to: table) }
      }
    }
  }
}

/// A column of a table.
package struct ColumnLocation: Hashable, Sendable {
  package let table: String
  package let column: Int

  package init(table: String, column: Int) {
    self.table = table
    self.column = column
  }
}

@_spi(Backend) internal import IgataRuntime
internal import IgataTables

typealias StoredRow = [StoredValue]

/// Random rows for every table of some models, whose relations point to existing rows.
struct RandomData {
  /// The tables in the order in which they can be filled, followed by those of ordered lists.
  let tables: [TableDescription]
  private(set) var rows: [String: [StoredRow]] = [:]

  init(_ models: [any PersistableModel.Type], rowCount: Int, _ values: inout RandomValues) {
    let own = models.map { $0.table }
    let joins = models.flatMap { $0.joinTables }
    tables = own + joins
    for table in own {
      rows[table.name] = makeRows(table, count: max(1, values.below(rowCount + 1)), &values)
    }
    for table in joins { rows[table.name] = makeListRows(table, &values) }
  }

  private func makeRows(_ table: TableDescription, count: Int, _ values: inout RandomValues) -> [StoredRow] {
    var result: [StoredRow] = []
    for number in 0..<count {
      var row = table.columns.map { values.value($0) }
      if let column = table.generatedKeyColumn { row[column] = .integer(Int64(number + 1)) }
      if relate(&row, of: table, earlier: result, &values), isAllowed(row, of: table, beside: result) {
        result.append(row)
      }
    }
    return result
  }

  /// Sets the relations to existing rows. Returns `false` if that isn't possible for a required one.
  private func relate(
    _ row: inout StoredRow, of table: TableDescription, earlier: [StoredRow], _ values: inout RandomValues
  ) -> Bool {
    var known: Set<Int> = []
    for relation in table.relations where !relation.columns.isEmpty {
      let target = relation.target().table
      let targets = target === table ? earlier : rows[target.name] ?? []
      let isRequired = if case .required = relation.kind { true } else { false }
      let others = Set(table.relations.filter { $0.name != relation.name }.flatMap(\.columns))
      // A column of another relation has its value already, or is set here.
      let fitting = targets.filter { candidate in
        zip(relation.columns, relation.referencedColumns).allSatisfy { column, referenced in
          candidate[referenced] != .null
            && (!others.contains(column) || !known.contains(column) || row[column] == candidate[referenced])
        }
      }
      if fitting.isEmpty, isRequired { return false }
      let nullable = relation.columns.filter { table.columns[$0].isNullable && !known.contains($0) }
      if fitting.isEmpty, nullable.isEmpty, !relation.columns.contains(where: { row[$0] == .null }) { return false }
      known.formUnion(relation.columns)
      if fitting.isEmpty || (!isRequired && !nullable.isEmpty && values.chance(3)) {
        for column in nullable { row[column] = .null }
        continue
      }
      let chosen = values.pick(fitting)
      for (column, referenced) in zip(relation.columns, relation.referencedColumns) { row[column] = chosen[referenced] }
    }
    return true
  }

  private func isAllowed(_ row: StoredRow, of table: TableDescription, beside others: [StoredRow]) -> Bool {
    for unique in [IndexDescription("", table.primaryKey)] + table.uniques {
      let key = unique.values(of: row)
      if key.contains(.null) { continue }
      if others.contains(where: { unique.values(of: $0) == key }) { return false }
    }
    return true
  }

  private func makeListRows(_ table: TableDescription, _ values: inout RandomValues) -> [StoredRow] {
    let owner = table.relations[0].target().table
    let target = table.relations[1].target().table
    guard let owners = rows[owner.name], let targets = rows[target.name], !targets.isEmpty else { return [] }
    let keys = targets.map { row in target.primaryKey.map { row[$0] } }
    return owners.flatMap { row in
      let chosen = Set((0..<values.below(4)).map { _ in values.pick(keys) })
      // The order of a set is another one in each process.
      return keys.filter(chosen.contains).enumerated().map { position, key in
        let positions = table.table.positionColumn == nil ? [] : [StoredValue.integer(Int64(chosen.count - position))]
        return owner.primaryKey.map { row[$0] } + positions + key
      }
    }
  }
}

extension PersistableModel {
  fileprivate static var joinTables: [TableDescription] {
    table.relations.indices.compactMap { table.joinTable($0, owner: Self.self) }
  }
}

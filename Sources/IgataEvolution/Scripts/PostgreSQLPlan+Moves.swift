import IgataTables

extension PostgreSQLPlan {
  /// Whether an old column is sensitive in one of the schemas.
  func isSensitive(_ column: String, of table: String) -> Bool {
    if let pair = tables.first(where: { $0.pair.old.name == table })?.pair {
      let source = pair.old.columns.firstIndex { $0.name == column }
      let isNew = pair.sources.indices.contains { pair.sources[$0] == source && pair.new.columns[$0].isSensitive }
      return source.map { pair.old.columns[$0].isSensitive || isNew } ?? false
    }
    let columns = removed.first { $0.table.name == table }?.table.columns ?? []
    return columns.contains { $0.name == column && $0.isSensitive }
  }

  /// Computes what goes to other tables, while all tables are as they were. Rows that are inserted later are stored in
  /// temporary tables meanwhile.
  mutating func readMovedValues() {
    for statement in moved.numbering { add(statement) }
    for (index, filling) in moved.fillings.enumerated() {
      script.computesValues = true
      let values = filling.columns.map { column, value in
        "(\(value))::\(castType(of: column, in: filling.table)) AS \(quoted(filling.table.columns[column].name))"
      }
      add(
        """
        CREATE TEMP TABLE \(insertedName(index)) ON COMMIT DROP AS SELECT \(values.joined(separator: ", "))
        FROM \(filling.from);
        """)
    }
    for table in tables { moveValues(into: table) }
  }

  private func castType(of column: Int, in table: Table) -> String {
    dialect.plainTypeName(of: table.columns[column].type)
  }

  private func insertedName(_ index: Int) -> String { quoted("igata_made_\(index + 1)") }

  private mutating func moveValues(into table: PostgreSQLTable) {
    let values = table.columns.moved.sorted { $0.key < $1.key }.compactMap { index, value -> String? in
      guard let name = table.columns.names[index] else { return nil }
      return "\(quoted(name)) = (\(value))::\(castType(of: index, in: table.pair.new))"
    }
    guard !values.isEmpty else { return }
    script.computesValues = true
    add("UPDATE \(quoted(table.pair.old.name)) SET \(values.joined(separator: ", "));", table)
  }

  /// Inserts the rows from the temporary tables, after the tables are as they will be.
  mutating func insertRows() {
    for (index, filling) in moved.fillings.enumerated() {
      let names = dialect.identifiers(filling.names)
      add("INSERT INTO \(quoted(filling.table.name)) (\(names)) SELECT \(names) FROM pg_temp.\(insertedName(index));")
    }
    var counted: Set<String> = []
    for filling in moved.fillings {
      guard let column = filling.table.generatedKeyColumn, counted.insert(filling.table.name).inserted else { continue }
      let (table, key) = (filling.table.name, filling.table.columns[column].name)
      add(
        """
        SELECT setval(\(dialect.sequence(of: key, in: table)), max(\(quoted(key)))) FROM \(quoted(table))
        HAVING max(\(quoted(key))) > \(dialect.counter(of: key, in: table));
        """)
    }
  }

  /// Has the function for derived UUIDs where a statement calls it.
  mutating func defineFunctions() {
    let callsFunction = script.steps.contains { step in
      if case .statement(let sql) = step { sql.contains("\(DerivedUUID.name)(") } else { false }
    }
    guard callsFunction else { return }
    script.steps.insert(.statement(DerivedUUID.creation), at: 0)
    add(DerivedUUID.removal)
  }
}

extension MatchedTables {
  /// Computes the new keys that the statements for values of other tables read.
  func computeKeys(of pairs: [TablePair], in columns: inout [PostgreSQLColumns]) {
    var models = Set(match.valueMoves.map(\.sourceModel))
    for pair in match.models {
      let (before, after) = (match.old.models[pair.old], match.new.models[pair.new])
      for field in pair.fields {
        switch (before.fields[field.old].kind, after.fields[field.new].kind) {
        case (.toOne(let target, _, _), .ordered), (.ordered(let target), .toOne): models.formUnion([pair.old, target])
        default: break
        }
      }
    }
    for pair in match.models where models.contains(pair.old) {
      let table = new[pair.new].table
      guard let index = pairs.firstIndex(where: { $0.new.name == table.name }) else { continue }
      let references = match.new.models.flatMap { model in
        model.foreignKeys.filter { $0.target == pair.new }.flatMap(\.references)
      }
      for column in Set(table.primaryKey + references).sorted() { columns[index].compute(column) }
    }
  }

  /// The columns of rows that are moved to other tables whose values no SQL for PostgreSQL gives.
  var movedColumnsWithoutSQL: [ComparedColumn] {
    match.valueMoves.flatMap { move in
      let isNew = match.model(new: move.targetModel) == nil
      return new[move.targetModel].table.columns.indices.compactMap { index in
        move.oldColumn(of: index).map { comparedColumn(ColumnMatch(old: $0, new: index), of: move) }
          ?? (isNew ? comparedColumn(new: index, of: move.targetModel) : nil)
      }.filter { $0.backfill?.hasPostgreSQL == false }
    }
  }
}

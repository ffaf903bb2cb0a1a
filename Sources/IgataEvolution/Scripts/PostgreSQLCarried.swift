import IgataTables

/// An old table beside the one that it becomes, after the columns that others read are computed.
struct PostgreSQLCarried: CarriedTable {
  let columns: PostgreSQLColumns
  private(set) var source: Table
  private let dialect = PostgreSQLDialect()

  init(_ columns: PostgreSQLColumns) {
    self.columns = columns
    source = columns.pair.old
  }

  var pair: TablePair { columns.pair }

  func ownValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    guard let name = columns.names[index] else { return "NULL" }
    return "\(dialect.identifier(source.name)).\(dialect.identifier(name))"
  }

  func columnValue(_ index: Int) -> RowValue {
    let backfill = pair.columns.indices.contains(index) ? pair.columns[index].backfill : nil
    return RowValue(column: new.columns[index], backfill: backfill, row: source, dialect: dialect)
  }

  func isConverted(_ column: Int) -> Bool { if case .kept = columns.changes[column] { true } else { false } }

  func qualified(_ column: Int) -> String { dialect.qualified(column, of: source) }

  func aliased(_ name: String) -> PostgreSQLCarried {
    var result = self
    result.source.name = name
    return result
  }
}

extension MatchedTables {
  /// Computes the new keys that are read by what takes values to other tables, by the indexes of their tables.
  func computeKeys(of pairs: [TablePair], in columns: inout [PostgreSQLColumns]) {
    var models = Set(match.takings.map(\.giver))
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
    match.takings.flatMap { taking in
      let isNew = match.model(new: taking.taker) == nil
      return new[taking.taker].table.columns.indices.compactMap { index in
        taking.oldColumn(of: index).map { comparedColumn(ColumnMatch(old: $0, new: index), of: taking) }
          ?? (isNew ? comparedColumn(new: index, of: taking.taker) : nil)
      }.filter { $0.backfill?.hasPostgreSQL == false }
    }
  }
}

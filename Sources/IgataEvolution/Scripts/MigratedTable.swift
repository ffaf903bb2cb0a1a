import IgataTables

/// An old table beside the one that it becomes, as scripts read its rows.
protocol MigratedTable {
  associatedtype Dialect: ScriptDialect

  var pair: TablePair { get }
  var dialect: Dialect { get }
  /// The old table with the names that it and its columns have while rows are read.
  var source: Table { get set }
  /// The value that a column gets from the row itself.
  func ownValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String
  /// Whether a foreign key can be converted as the key to which it refers is, without a look at the row.
  func isConverted(_ column: Int) -> Bool
}

extension MigratedTable {
  var old: Table { pair.old }
  var new: Table { pair.new }
  var sources: [Int?] { pair.sources }

  /// The name of an old column while rows are read, with its table.
  func qualified(_ column: Int) -> String { dialect.qualified(column, of: source) }

  /// The table under another name, for a query that has it twice.
  func aliased(_ name: String) -> Self {
    var result = self
    result.source.name = name
    return result
  }

  /// What a column gets.
  func columnValue(_ index: Int) -> RowValue {
    let compared = pair.compared(index)
    return RowValue(
      column: new.columns[index], backfill: compared?.backfill, row: source, dialect: dialect,
      losesNulls: compared?.losesNulls ?? false, isInStruct: pair.isInStruct(index, qualified))
  }

  /// A key that is derived from the one that the rows had.
  func derivedKey(_ column: Int) -> String {
    let name = ([new.model] + new.columns[column].path).joined(separator: ".")
    let keys = source.primaryKey.map { (value: qualified($0), type: source.columns[$0].type) }
    return dialect.derivedUUID(for: name, from: keys, new.columns[column].type)
  }
}

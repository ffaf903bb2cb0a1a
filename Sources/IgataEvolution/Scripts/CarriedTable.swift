import IgataTables

/// An old table beside the one that it becomes, as scripts read its rows.
protocol CarriedTable {
  var pair: TablePair { get }
  /// The old table with the names that it and its columns have while rows are read.
  var source: Table { get }
  /// The value that a column gets from the row itself.
  func ownValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String
  /// What a column gets.
  func columnValue(_ index: Int) -> RowValue
  /// Whether a foreign key can be converted as the key to which it refers is, without a look at the row.
  func isConverted(_ column: Int) -> Bool
  /// The name of an old column while rows are read, with its table.
  func qualified(_ column: Int) -> String
  /// The same under another name, for a query that has the table twice.
  func aliased(_ name: String) -> Self
}

extension CarriedTable {
  var old: Table { pair.old }
  var new: Table { pair.new }
  var sources: [Int?] { pair.sources }
  /// The key by which rows are read.
  var key: [String] { source.names(source.primaryKey) }
}

/// A value that comes from the rows of another table.
enum Replacement {
  case value(String)
  /// A value under a condition, and the table's own where it isn't satisfied.
  case conditional(String, String)
}

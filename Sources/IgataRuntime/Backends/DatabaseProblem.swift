/// Something in a database that is wrong, as the database itself finds it.
///
/// `verify` of a backend returns these.
public enum DatabaseProblem: Hashable, Sendable {
  /// A row refers to a row that doesn't exist.
  ///
  /// - Parameters:
  ///   - table: The table of the row.
  ///   - row: SQLite's number of the row, its `rowid`; `nil` if the table has no such numbers.
  ///   - target: The table that it refers to.
  case brokenReference(table: String, row: Int64?, target: String)
  /// An index that the database doesn't use, since it was not completed.
  case invalidIndex(name: String)
  /// A constraint that was not checked for the rows that were there when it was added.
  case unvalidatedConstraint(name: String)
  /// The database can't be read as it is stored, in the words of the database.
  case damage(message: String)
}

extension DatabaseProblem: CustomStringConvertible {
  /// A sentence without a period.
  public var description: String {
    switch self {
    case .brokenReference(let table, let row, let target):
      "a row of '\(table)'\(row.map { ", number \($0)," } ?? "") refers to a row of '\(target)' that doesn't exist"
    case .invalidIndex(let name): "the index '\(name)' is invalid"
    case .unvalidatedConstraint(let name): "the constraint '\(name)' is not validated"
    case .damage(let message): message
    }
  }
}

/// How much of a database is verified.
public enum VerificationDepth: Hashable, Sendable {
  /// What takes a few seconds for each gigabyte: whether the database can be read.
  case quick
  /// Also whether indexes have the rows of their tables, and whether the rows exist to which others refer.
  case full
}

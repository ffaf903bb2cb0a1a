/// A step of a script that brings a database from one version of a schema to the next.
public enum MigrationStep: Hashable, Sendable {
  case statement(String)
  /// A statement that the author of the version wrote. With one, SQLite checks the foreign keys of all tables at the
  /// end.
  case own(String)
  /// A statement that defines what a schema can't, such as a trigger. A new database runs those of the newest version
  /// that has some.
  case object(String)
  /// A condition that no row of a table may satisfy: otherwise the version stops, and `reason` says what such a row
  /// has. The columns of the key name the rows in the message.
  case stop(_ table: String, key: [String], where: String, reason: String)
  /// A table is created again, and its rows are copied into it.
  case rebuild(TableRebuild)
  /// The statements that put the new table of a rebuild in the place of the old one, whose name it gets.
  case swap(_ table: String, for: String, [String])
  /// A statement that creates an index, in a transaction of its own after the other steps.
  case index(String)
  /// A statement that creates an index, or drops one that others replace, outside of any transaction, while programs
  /// read and write.
  case concurrentIndex(_ name: String, String)
}

/// A table that a version creates again, with the rows that it had.
public struct TableRebuild: Hashable, Sendable {
  /// The name of the table while rows are copied.
  public let table: String
  /// The columns of the key. If they aren't empty, ``newKey`` has the same values, and rows can be copied in portions.
  public let key: [String]
  /// The columns that the table has. It is not rebuilt if it has others, as their values would be lost.
  public let columns: [String]
  /// The indexes that the schema gave to the table. Others are created again.
  public let indexes: [String]
  /// The name of the new table while the old one is there.
  public let temporaryName: String
  /// The columns of the key of the new table.
  public let newKey: [String]
  /// The statement that creates the new table.
  public let create: String
  /// The statement that copies all rows. It has no `WHERE`, so that one can be added.
  public let copy: String

  /// A rebuild of a table. Its rows can be copied in portions if both keys are given.
  public init(
    _ table: String, key: [String] = [], columns: [String], indexes: [String] = [], into temporaryName: String,
    newKey: [String] = [], create: String, copy: String
  ) {
    self.table = table
    self.key = key
    self.columns = columns
    self.indexes = indexes
    self.temporaryName = temporaryName
    self.newKey = newKey
    self.create = create
    self.copy = copy
  }
}

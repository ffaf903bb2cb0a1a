/// What brings a SQLite database from one version of a schema to the next, in the order in which it is run.
///
/// Everything but ``indexes`` is one transaction, during which foreign keys aren't enforced.
public struct SQLiteScript: Hashable, Sendable {
  public internal(set) var steps: [Step] = []
  /// The tables whose foreign keys are checked at the end. Those that were broken before don't count.
  public internal(set) var checkedTables: [String] = []
  /// The statements that create indexes that aren't unique, each in its own transaction.
  public internal(set) var indexes: [IndexStatement] = []
  /// The changes that no statement carries out.
  public internal(set) var unplanned: [Change] = []

  /// A condition that no row of a table satisfies; otherwise the script stops.
  public struct Stop: Hashable, Sendable {
    public var table: String
    public var condition: String
    /// What such a row has, for the message.
    public var reason: String
  }

  public enum Step: Hashable, Sendable {
    /// A statement that changes a name. These come first.
    case rename(String, table: String)
    case statement(String, table: String)
    case stop(Stop)
    case rebuild(Rebuild)
  }

  /// A table that is created again, with the rows that it had.
  public struct Rebuild: Hashable, Sendable {
    public var table: String
    /// The name of the new table until the old one is dropped.
    public var temporaryName: String
    public var create: String
    /// The names of the columns, and the expressions that compute them from the old ones.
    public var columns: [Column]
    /// The columns of the key, in whose order rows can be copied.
    public var key: [String]
    /// Whether the database makes keys, which continue after those of the old table.
    public var keepsCounter: Bool

    public struct Column: Hashable, Sendable {
      public var name: String
      public var expression: String
    }
  }

  public struct IndexStatement: Hashable, Sendable {
    public var table: String
    public var sql: String
  }
}

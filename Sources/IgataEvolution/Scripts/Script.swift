/// What brings a SQLite database from one version of a schema to the next, in the order in which it is run.
///
/// Everything but ``indexes`` is one transaction, during which foreign keys aren't enforced. Everything that reads rows
/// comes first, while all tables are as they were: ``Step/stop(_:)``, ``Step/rebuild(_:)``, and the statements that fill
/// tables from others.
public struct SQLiteScript: Hashable, Sendable {
  public internal(set) var steps: [Step] = []
  /// The statements that create indexes that aren't unique, each in its own transaction.
  public internal(set) var indexes: [String] = []

  /// A condition that no row of a table satisfies; otherwise the script stops.
  public struct Stop: Hashable, Sendable {
    /// The name before the script.
    public var table: String
    /// The columns of the key, for the message.
    public var key: [String]
    public var condition: String
    /// What such a row has, for the message.
    public var reason: String
  }

  public enum Step: Hashable, Sendable {
    case stop(Stop)
    /// Fills a new table from an old one, which stays.
    case rebuild(Rebuild)
    case statement(String)
    /// Puts the new table of a rebuild in the place of the old one.
    case swap(Swap)
  }

  /// A table that is created again, with the rows that it had.
  public struct Rebuild: Hashable, Sendable {
    /// The name before the script.
    public var table: String
    /// The columns that the table has.
    public var oldColumns: [String]
    /// The indexes that the table has, and that are dropped with it.
    public var oldIndexes: [String]
    /// The columns of the key, in whose order rows can be copied.
    public var key: [String]
    /// The name of the new table until the old one is dropped.
    public var temporaryName: String
    public var create: String
    /// The names of the columns, and the expressions that compute them from the old ones.
    public var columns: [Column]

    public struct Column: Hashable, Sendable {
      public var name: String
      public var expression: String
    }
  }

  public struct Swap: Hashable, Sendable {
    /// The name of the old table after the renames, and of the new one.
    public var table: String
    public var temporaryName: String
    /// Whether the database made keys before, after which those of the new table continue.
    public var keepsCounter: Bool
  }

  /// The tables whose foreign keys are checked at the end: their old and their new names. Rows whose foreign keys were
  /// broken before don't count.
  var checkedTables: [(old: String, new: String)] {
    steps.compactMap { step in
      guard case .rebuild(let rebuild) = step else { return nil }
      for case .swap(let swap) in steps where swap.temporaryName == rebuild.temporaryName {
        return (rebuild.table, swap.table)
      }
      return nil
    }
  }
}

import IgataTables

/// What brings a SQLite database from one version of a schema to the next, in the order in which it is run.
///
/// Everything but ``indexes`` is one transaction, during which foreign keys aren't enforced. Everything that reads rows
/// comes first, while all tables are as they were: ``Step/stop(_:)``, ``Step/rebuild(_:)``, and the statements that
/// fill tables from others.
public struct SQLiteScript: Hashable, Sendable {
  /// The functions that the steps call and that the program gives.
  public internal(set) var functions: [SwiftFunction] = []
  /// What runs in front of the steps and after them, in the same transaction. Foreign keys of all tables are checked
  /// then.
  public internal(set) var own = OwnSQL()
  public internal(set) var steps: [Step] = []
  /// The statements that create indexes that aren't unique, each in its own transaction.
  public internal(set) var indexes: [String] = []

  /// A condition that no row of a table satisfies; otherwise the script stops.
  public struct Stop: Hashable, Sendable {
    /// The name before the script.
    public var table: String
    /// The columns of the key, for the message.
    public var key: [String]
    /// Those of them that a statement of the script must not show. A store knows which are sensitive.
    public var hiddenKey: Set<String> = []
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
    /// The name while rows are copied.
    public var table: String
    /// The columns that the table has. If it has others, they would be lost.
    public var oldColumns: [String]
    /// The indexes that the schema gave the table, and that are dropped with it.
    public var oldIndexes: [String]
    /// The columns of the old key, and those of the new one that have the same values; empty if the values change. Rows
    /// can be copied in the order of this key, and copied again.
    public var oldKey: [String]
    public var newKey: [String]
    /// The name of the new table until the old one is dropped.
    public var temporaryName: String
    public var create: String
    /// The statement that copies all rows. It has no `WHERE`, so that one can be added.
    public var copy: String
  }

  public struct Swap: Hashable, Sendable {
    /// The name of the old table after the renames, and of the new one.
    public var table: String
    public var temporaryName: String
    public var statements: [String]
  }

  /// Whether nothing is run.
  public var isEmpty: Bool { steps.isEmpty && indexes.isEmpty && own.isEmpty }

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

extension [SQLiteScript.Stop] {
  /// Adds a stop: a condition that no row of a table satisfies, and what a row has that does.
  mutating func add(_ table: Table, where condition: String, _ reason: String) {
    append(.init(table: table.name, key: table.names(table.primaryKey), condition: condition, reason: reason))
  }
}

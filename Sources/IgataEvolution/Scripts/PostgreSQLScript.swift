/// What brings a PostgreSQL database from one version of a schema to the next, in the order in which it is run.
///
/// Everything but ``indexes`` is one transaction. Everything that reads rows of several tables comes first, while all
/// tables are as they were.
public struct PostgreSQLScript: Hashable, Sendable {
  public typealias Stop = SQLiteScript.Stop

  public enum Step: Hashable, Sendable {
    case stop(Stop)
    case statement(String)
  }

  /// What runs in front of the steps and after them, in the same transaction.
  public internal(set) var own = OwnSQL()
  public internal(set) var steps: [Step] = []
  /// The statements that look at existing rows after the author's own have made them fit.
  public internal(set) var validations: [String] = []
  /// The tables that are changed, by their names before the script. They are locked first, so that nobody writes a row
  /// between a stop and the statements that rely on it.
  public internal(set) var lockedTables: [String] = []
  /// Other tables to which foreign keys are added, by their names before the script. They are locked first as well, so
  /// that the script doesn't wait for a program after it has locked the others.
  public internal(set) var referencedTables: [String] = []
  /// Whether values are computed from others, which must not depend on the settings of a session.
  public internal(set) var computesValues = false
  /// The indexes that aren't unique. They are created after the transaction, each by itself, while programs read and
  /// write, and those that they replace are dropped after that.
  public internal(set) var indexes: [Index] = []
  /// The changes that no statement carries out.
  public internal(set) var unplanned: [Change] = []

  /// Whether nothing is run.
  public var isEmpty: Bool { steps.isEmpty && indexes.isEmpty && own.isEmpty }

  public struct Index: Hashable, Sendable {
    public var name: String
    /// The statement that creates or drops it, which can't be run in a transaction.
    public var statement: String
  }
}

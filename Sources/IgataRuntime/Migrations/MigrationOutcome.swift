/// What ``Store/migrate(_:options:progress:)-(Schema.Type,_,_)`` did.
public enum MigrationOutcome: Hashable, Sendable {
  /// The database was at this version already.
  case current(Int)
  /// The database was new, and was created at this version.
  case created(Int)
  /// Rows were brought from one version to another.
  case migrated(from: Int, to: Int)
  /// The database is at a later version than this program knows, with which the program can work.
  case newer(Int)
}

/// How far a migration is.
public struct MigrationProgress: Hashable, Sendable {
  /// The version that the database was at.
  public var from: Int
  /// The version that it will be at.
  public var to: Int
  /// The share of all rows to be copied, of all versions: from 0 to 1, never less than before. On a server, which
  /// copies no rows, the share of the statements.
  public var fraction: Double

  /// A migration between two versions.
  public init(from: Int, to: Int, fraction: Double) {
    self.from = from
    self.to = to
    self.fraction = fraction
  }
}

/// How a store migrates.
public struct MigrationOptions: Hashable, Sendable {
  /// How many rows SQLite copies in one transaction, at least 1. A migration that is interrupted continues after the
  /// last of these transactions.
  public var batchSize: Int
  /// The path of a copy of the SQLite database, which is made before the first version that is missing, as `backUp` of
  /// the backend makes it. It takes as much space as the database, and replaces an older copy. `nil` for none.
  public var backup: String?
  /// Whether a database of a version that wasn't sealed, and has changed since, is made anew without its rows. Never
  /// set it in a program that is released.
  public var recreatesUnsealed: Bool
  /// The version to migrate to; `nil` for the newest one. A database of an older version fits no model of this program.
  public var target: Int?
  /// How long to wait for programs that use the tables of a server, and for another migration there. A lock that isn't
  /// granted within 2 seconds is given up and asked for again, so that programs don't queue behind it. SQLite waits for
  /// the time that its backend was given.
  public var lockTimeout: Duration

  /// The default options, except for those that are passed.
  public init(
    batchSize: Int = 10_000, backup: String? = nil, recreatesUnsealed: Bool = false, target: Int? = nil,
    lockTimeout: Duration = .seconds(600)
  ) {
    self.batchSize = batchSize
    self.backup = backup
    self.recreatesUnsealed = recreatesUnsealed
    self.target = target
    self.lockTimeout = lockTimeout
  }
}

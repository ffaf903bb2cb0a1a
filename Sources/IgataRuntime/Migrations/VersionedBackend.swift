/// A backend in which versions of a schema can be looked at, and recorded by hand.
@_spi(Backend) public protocol VersionedBackend: MigratingBackend {
  /// Compares the database with the versions. Changes nothing.
  func status(of versions: [SchemaVersion]) async throws(StoreError) -> VersionStatus

  /// Records the version that the tables fit.
  ///
  /// Throws ``StoreError/misuse(reason:)`` if a version is recorded already, or if the tables fit several or are
  /// missing, and ``StoreError/unknownDatabase(nearest:differences:)`` if they fit none, or don't fit `number`.
  ///
  /// - Parameter number: The version to record; `nil` for the one that the tables fit.
  /// - Returns: The version that was recorded.
  func adopt(_ number: Int?, of versions: [SchemaVersion]) async throws(StoreError) -> Int
}

/// What a database says about the versions of a schema.
@_spi(Backend) public struct VersionStatus: Sendable {
  /// A version that is recorded.
  public struct Recorded: Hashable, Sendable {
    /// From 1.
    public var number: Int
    /// Empty if the version wasn't sealed.
    public var name: String
    /// Identifies the version, as ``SchemaVersion/sum`` does.
    public var sum: String
    /// The oldest version whose programs can use the database.
    public var compatibleFrom: Int
    /// Whether indexes of the version are still to be created or dropped.
    public var hasPendingIndexes: Bool

    /// A version that is recorded.
    public init(number: Int, name: String, sum: String, compatibleFrom: Int, hasPendingIndexes: Bool) {
      self.number = number
      self.name = name
      self.sum = sum
      self.compatibleFrom = compatibleFrom
      self.hasPendingIndexes = hasPendingIndexes
    }
  }

  /// The version that a database is at.
  public enum Position: Hashable, Sendable {
    /// The database has no table of any version.
    case empty
    /// The version that is recorded last.
    case recorded(Recorded)
    /// No version is recorded, but the tables are those of this one.
    case fitting(Int)
    /// No version is recorded, and the tables fit none; those of this one have the fewest differences.
    case unknown(nearest: Int)
    /// No version is recorded, and the tables fit both of these, whose rows differ.
    case ambiguous(Int, Int)
  }

  /// The version that the database is at.
  public var position: Position
  /// The number of a later version for which rows have been copied already.
  public var begun: Int?
  /// What `prepare` would find, with the tables of the version that the database is at or nearest to.
  public var differences: [SchemaDifference] = []
  /// The names of the indexes that `prepare` would create.
  public var missingIndexes: [String] = []

  /// A database without differences from its version.
  public init(_ position: Position) { self.position = position }
}

@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL
internal import IgataTables

/// A kind of database that versions are proved on.
protocol CheckEngine: Sendable {
  var dialect: any QueryDialect { get }
  /// What follows the name of a version in the report.
  var label: String { get }

  /// Versions with scripts for this kind of database.
  func migrations(_ versions: [SchemaVersion]) -> SchemaMigrations

  /// A database without tables, for this process alone.
  func emptyBackend() async throws -> any InspectableBackend

  /// A database without tables that other processes can open.
  func scratchDatabase() async throws -> any ScratchDatabase

  /// An expression as a column of a type stores it.
  func stored(_ expression: String, in column: ColumnDescription) -> String

  /// The query of the last number that the database has made for a key; `nil` if that is the greatest key that the
  /// table ever had.
  func counterQuery(of table: TableDescription) -> String?

  // MARK: Messages

  /// Whether the reason why a version stopped is a constraint.
  func isConstraint(_ reason: String) -> Bool

  /// A value of a key, as the reason why a version stopped has it; `nil` if that depends on the database's settings.
  func text(ofKey value: StoredValue) -> String?

  /// How many rows the reason why a version stopped names at most.
  var namedRows: Int { get }
}

/// A database that other processes can open, and that is removed after use.
protocol ScratchDatabase: Sendable {
  /// The database on a command line.
  var address: String { get }

  func open() throws -> any InspectableBackend

  /// Waits until the database has noticed that a process which used it was killed.
  func waitForKilled() async throws

  func remove() async
}

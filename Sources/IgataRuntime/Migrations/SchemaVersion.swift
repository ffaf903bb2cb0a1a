/// A version of a schema, and what brings a database of one kind to it from the version before. Generated code makes it
/// from the files that `igata migrate seal` wrote.
public struct SchemaVersion: Sendable {
  /// From 1, without gaps.
  public let number: Int
  /// The name that the version was sealed with; empty if it isn't sealed yet.
  public let name: String
  /// Identifies the version and all versions before it, with their scripts for this kind of database: a SHA-256 in
  /// hexadecimal digits.
  public let sum: String
  /// The oldest version whose programs can use a database of this one.
  public let compatibleFrom: Int
  /// The names of the functions that the steps call and that the program gives.
  @_spi(Backend) public let functions: [String]
  /// The steps from the version before.
  @_spi(Backend) public let steps: [MigrationStep]

  /// What the message adds about a table that a version creates and that is there already.
  package static let adviceForTableOfOthers =
    "; if another program made the table, no version takes it over: copy its rows into a new database, with "
    + "'igata copy FROM TO --schema SCHEMA --from OLD'"

  /// A version.
  public init(
    _ number: Int, _ name: String, sum: String, compatibleFrom: Int, functions: [String] = [],
    steps: [MigrationStep] = []
  ) {
    self.number = number
    self.name = name
    self.sum = sum
    self.compatibleFrom = compatibleFrom
    self.functions = functions
    self.steps = steps
  }

  /// The statements that define what the schema can't; see ``MigrationStep/object(_:)``.
  @_spi(Backend) public var objects: [String] {
    steps.compactMap { if case .object(let sql) = $0 { sql } else { nil } }
  }

  /// Whether the version never changes again.
  public var isSealed: Bool { !name.isEmpty }
}

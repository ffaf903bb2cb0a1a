@_spi(Backend) public import IgataRuntime
internal import IgataTables

/// The table `igata_tables`, in which `prepare` records the tables that it makes: each by its name, with its description
/// in words and the version of the words. What no catalog tells, such as the scale of a number, is looked up there when
/// the database is opened the next time.
@_spi(Backend) public enum RecordedTables {
  public static let table = TableDescription(
    """
    table IgataTable igata_tables
    column name string
    column text string
    column version int64
    key name
    """)

  /// The version of the words that this release writes and reads.
  public static let version = 1

  /// A description that was recorded, of which only the columns are read; `nil` if a newer release wrote it.
  public static func description(_ text: String, version: Int) -> TableDescription? {
    version == self.version ? TableDescription(text) : nil
  }
}

/// One row of `igata_tables`.
@_spi(Backend) public struct TableRecord: Hashable, Sendable {
  public var name: String
  public var text: String
  public var version: Int

  public init(name: String, text: String, version: Int) {
    self.name = name
    self.text = text
    self.version = version
  }

  /// The record of a table that is made, or was made as the schema has it.
  public init(_ table: TableDescription) { self.init(name: table.name, text: table.text, version: RecordedTables.version) }

  /// The record with the columns that were added to the table since; `nil` if there are none. What it says of the
  /// others stays, as a program of an older schema may use the table as well.
  func adding(columnsOf table: TableDescription) -> TableRecord? {
    guard let recorded = RecordedTables.description(text, version: version) else { return nil }
    let known = Set(recorded.columns.map(\.name))
    let lines = table.columns.filter { !known.contains($0.name) }.map { "\n" + $0.text }
    return lines.isEmpty ? nil : TableRecord(name: name, text: text + lines.joined(), version: version)
  }
}

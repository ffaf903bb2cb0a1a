@_spi(Backend) public import IgataRuntime
internal import IgataTables

/// The table `igata_tables`, in which `prepare` records the tables that it creates: the name, the description as text,
/// and the version of the text's format. The next `prepare` finds there what the catalog does not contain, such as the
/// scale of a number.
@_spi(Backend) public enum RecordedTables {
  public static let table = TableDescription(RecordedTable.definition, relations: [])

  /// The names of the tables in which Igata keeps records.
  public static let recordNames = [RecordedTable.definition.name, RecordedVersion.definition.name]

  /// The version of the format that this release reads and writes.
  public static let version = RecordedTable.version

  /// The recorded description of a table, of which only the columns are used; `nil` if a newer release wrote it.
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

  /// The record of a table that matches the schema.
  public init(_ table: TableDescription) {
    self.init(name: table.name, text: table.text, version: RecordedTables.version)
  }

  /// The record with the columns that have been added to the table; `nil` if there are none. The other columns are
  /// unchanged, as programs with an older schema may use the table as well.
  ///
  /// A join table whose key was changed is recorded again.
  func adding(columnsOf table: TableDescription) -> TableRecord? {
    guard let recorded = RecordedTables.description(text, version: version) else { return nil }
    if table.table.positionColumn != nil, recorded.primaryKey != table.primaryKey { return TableRecord(table) }
    let known = Set(recorded.columns.map(\.name))
    let lines = table.columns.filter { !known.contains($0.name) }.map { "\n" + $0.text }
    return lines.isEmpty ? nil : TableRecord(name: name, text: text + lines.joined(), version: version)
  }
}

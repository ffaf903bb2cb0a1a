/// The table `igata_tables`, in which the tables of a database are recorded: the name, the description as text, and the
/// version of the text's format. What the catalog of a database doesn't contain, such as the scale of a number, is
/// found there.
public enum RecordedTable {
  public static let definition = Table(
    model: "IgataTable", name: "igata_tables",
    columns: [
      ColumnDescription("name", ["name"], .string), ColumnDescription("text", ["text"], .string),
      ColumnDescription("version", ["version"], .int64),
    ], primaryKey: [0])

  /// The version of the text's format that this release reads and writes.
  public static let version = 1
}

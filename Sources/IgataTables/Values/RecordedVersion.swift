/// The table `igata_versions`, in which a database records the versions of the schema that it has had.
public enum RecordedVersion {
  public static let definition = Table(
    model: "IgataVersion", name: "igata_versions",
    columns: [
      ColumnDescription("number", ["number"], .int64), ColumnDescription("name", ["name"], .string),
      ColumnDescription("sum", ["sum"], .string), ColumnDescription("state", ["state"], .string),
      ColumnDescription("statement", ["statement"], .int64, isNullable: true),
      ColumnDescription("last_key", ["lastKey"], .string, isNullable: true),
      ColumnDescription("compatible_from", ["compatibleFrom"], .int64),
      ColumnDescription("program", ["program"], .string), ColumnDescription("began", ["began"], .date),
      ColumnDescription("ended", ["ended"], .date, isNullable: true),
    ], primaryKey: [0])

  /// How far a database is with a version. It is at the greatest version that is not ``begun``.
  public enum State: String, Hashable, Sendable {
    /// The tables were created as they are in the version.
    case created
    /// The tables were there, and fitted the version.
    case adopted
    /// Rows are copied for the version, beside the tables that programs use.
    case begun
    /// The rows are those of the version. Indexes are being created.
    case indexing
    case done
  }
}

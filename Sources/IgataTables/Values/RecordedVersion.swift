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

extension RecordedVersion {
  /// The statements that write a row, which replaces one of the same number, except for the time when it was begun.
  ///
  /// `statement` is the number of the step that is being carried out, while the state is ``State/begun``, and `lastKey`
  /// the key of the last row that was copied, as values in SQL.
  public static func statements(
    writing number: Int, _ name: String, sum: String, _ state: State, statement: Int? = nil, lastKey: String? = nil,
    compatibleFrom: Int, program: String, in dialect: any SQLDialect
  ) -> [String] {
    let create = TableDefinition(definition, targets: [], dialect).createTableIfMissing
    let now = dialect.call(for: .now, of: .scalar(.date)) ?? sqliteNow
    let step = statement.map(String.init) ?? "NULL"
    let key = lastKey.map(dialect.literal) ?? "NULL"
    let values: [String] = [
      String(number), dialect.literal(name), dialect.literal(sum), dialect.literal(state.rawValue), step, key,
      String(compatibleFrom), dialect.literal(program), now, state.isFinal ? now : "NULL",
    ]
    let columns = definition.columns.map { dialect.identifier($0.name) }
    let changes = columns.filter { $0 != "\"number\"" && $0 != "\"began\"" }.map { "\($0) = excluded.\($0)" }
    return [
      create,
      """
      INSERT INTO \(dialect.identifier(definition.name)) (\(columns.joined(separator: ", "))) \
      VALUES (\(values.joined(separator: ", "))) \
      ON CONFLICT ("number") DO UPDATE SET \(changes.joined(separator: ", "));
      """,
    ]
  }

  /// The microseconds since 1970, exact to a millisecond.
  private static let sqliteNow = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000"
}

extension RecordedVersion.State {
  /// Whether nothing is left to be done.
  fileprivate var isFinal: Bool { self != .begun && self != .indexing }
}

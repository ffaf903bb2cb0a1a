import IgataSchema
import IgataTables

extension PostgreSQLDialect: ScriptDialect {
  var now: String { "now()" }

  func newUUID(_ type: ColumnType) -> String { uuid("gen_random_uuid()", type) }

  func newUUID7(_ type: ColumnType) -> String { uuid(Self.uuid7, type) }

  /// A UUID of version 7: the milliseconds since 1970, and the random bits of one of version 4.
  private static let uuid7 = """
    (lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') \
    || '7' || substr(gen_random_uuid()::text, 16))::uuid
    """

  private func uuid(_ call: String, _ type: ColumnType) -> String {
    type.storage == .text ? "upper(\(call)::text)" : call
  }

  func derivedUUID(for name: String, from keys: [(value: String, type: ColumnType)], _ type: ColumnType) -> String {
    let parts = keys.map { derivationText(of: $0.value, $0.type) }
    let call = "\(DerivedUUID.name)(\(literal(name)), \(parts.joined(separator: ", ")))"
    return type.storage == .text ? "\(call)::text" : call
  }

  /// A part of a key as the text that the runtime derives UUIDs from where it has read it from a SQLite database.
  private func derivationText(of value: String, _ type: ColumnType) -> String {
    func uuid(_ value: String) -> String { "'u' || upper(\(value)::text)" }
    return switch type.storage {
    case .integer: "'i' || \(value)"
    case .bool: "'i' || \(value)::integer"
    case .date: "'i' || (extract(epoch FROM \(value)) * 1000000)::bigint"
    case .decimal: "'t' || trim_scale(\(value))"
    case .uuid: uuid(value)
    case .data:
      """
      CASE octet_length(\(value)) WHEN 16 THEN \(uuid("encode(\(value), 'hex')::uuid")) \
      ELSE 'x' || translate(encode(\(value), 'base64'), E'\\n', '') END
      """
    case .real: "'r' || \(value) || CASE WHEN \(value)::text ~ '^-?[0-9]+$' THEN '.0' ELSE '' END"
    case .day: "'t' || to_char(\(value), 'YYYY-MM-DD')"
    case .text, .json, .list: "'t' || \(value)"
    }
  }

  func backfill(_ text: String, of type: ColumnType) -> String? {
    type.storage == .text ? nil : "\(literal(text))::\(plainTypeName(of: type))"
  }

  func choose(sqlite: BackfillSQL?, postgresql: BackfillSQL?) -> BackfillSQL? { postgresql }

  /// No script calls functions of the program: ``PostgreSQLScript/unplanned`` has the change.
  func call(ofProgram function: String, _ arguments: [String]) -> String { "NULL" }

  func conversion(
    of former: Former, to column: ColumnDescription, _ backfill: Backfill.Kind?, isRejected: Bool
  ) -> PostgreSQLConversion {
    var value = PostgreSQLConversion(former.text, former.column.type, column.type)
    if let enums = former.enums { value.map(enums) }
    if isRejected {
      value.reject()
    } else {
      value.convert(backfill)
      value.hold(to: column, former.column, backfill)
    }
    return value
  }

  func greatest(_ left: String, _ right: String) -> String { "greatest(\(left), \(right))" }

  func counter(of column: Int, of table: Table) -> String {
    counter(of: table.columns[column].name, in: table.name)
  }

  func counter(of column: String, in table: String) -> String {
    "coalesce(pg_sequence_last_value(\(sequence(of: column, in: table))::regclass), 0)"
  }

  /// The sequence of a column, whatever its name.
  func sequence(of column: String, in table: String) -> String {
    "pg_get_serial_sequence(\(literal(identifier(table))), \(literal(Self.keptName(column))))"
  }

  var temporarySchema: String { "pg_temp" }

  var temporaryOptions: String { " ON COMMIT DROP" }
}

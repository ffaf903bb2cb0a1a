import IgataSchema
import IgataTables

/// The values that the rows of a table get.
struct CarriedValues {
  /// The expressions of the new columns.
  var expressions: [String] = []
  var stops: [SQLiteScript.Stop] = []
}

extension Carried {
  /// A value that comes from the rows of another table.
  enum Replacement {
    case value(String)
    /// A value under a condition, and the table's own where it isn't satisfied.
    case conditional(String, String)
  }

  /// The expressions of the new columns, and the conditions under which the script stops.
  var values: CarriedValues {
    var values = CarriedValues()
    for index in new.columns.indices { values.expressions.append(value(index, &values.stops)) }
    return values
  }

  private func value(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    switch replacements[index] {
    case .value(let value): value
    case .conditional(let condition, let value):
      "CASE WHEN \(condition) THEN \(value) ELSE \(ownValue(index, &stops)) END"
    case nil: ownValue(index, &stops)
    }
  }

  /// The value that a column gets from the row itself.
  func ownValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    let value = columnValue(index)
    if let column = sources[index] {
      return value.kept(Former(qualified(column), old.columns[column], pair.enums[index], in: source), &stops)
    }
    if value.backfill == nil, let made = madeKey(index) ?? madePosition(index) { return made }
    if let added = value.added { return added }
    stops.append(
      .init(
        table: source.name, key: key, condition: "1",
        reason: "there is a row, and nothing gives it '\(new.columns[index].name)'"))
    return "NULL"
  }

  /// What a column gets.
  func columnValue(_ index: Int) -> SQLiteValue {
    let backfill = pair.columns.indices.contains(index) ? pair.columns[index].backfill : nil
    return SQLiteValue(column: new.columns[index], backfill: backfill, row: source, dialect: dialect)
  }
}

/// A value of an old column.
struct Former {
  /// The expression.
  let text: String
  let column: ColumnDescription
  /// The match of its enum, if values are mapped.
  let enums: EnumMatch?
  /// The table that has it, while rows are copied.
  let table: Table

  init(_ text: String, _ column: ColumnDescription, _ enums: EnumMatch?, in table: Table) {
    self.text = text
    self.column = column
    self.enums = enums
    self.table = table
  }
}

/// What a new column gets in SQLite.
struct SQLiteValue {
  var column: ColumnDescription
  var backfill: Backfill?
  /// The table whose fields the backfill reads, while rows are copied; `nil` if there are none.
  var row: Table?
  let dialect: SQLiteDialect

  /// The value of a new column; `nil` if no row needs one.
  var added: String? {
    if let backfill { return expression(backfill, old: nil) }
    switch column.defaultValue {
    case .value(let literal): return dialect.literal(literal, of: column.type) ?? "NULL"
    case .uuid: return Self.uuid("igata_uuid()", column.type)
    case .uuid7: return Self.uuid("igata_uuid7()", column.type)
    case .now: return "igata_now()"
    case .sql, .autoincrement, .construct, nil: return "NULL"
    }
  }

  /// A new UUID as a column stores it.
  static func uuid(_ call: String, _ type: ColumnType) -> String {
    type.storage == .text ? SQLiteConversion.uuidText(call) : call
  }

  /// The UUID that belongs to a key, as a column stores it: in lowercase, as for wrappers.
  static func derivedUUID(_ arguments: String, _ type: ColumnType) -> String {
    let call = "igata_derived_uuid(\(arguments))"
    return type.storage == .text ? "lower(\(SQLiteConversion.uuidText(call)))" : call
  }

  /// The value that a backfill gives; `nil` for `none`.
  func expression(_ backfill: Backfill, old: String?) -> String? {
    switch backfill.kind {
    case .value(.uuid): return Self.uuid("igata_uuid()", column.type)
    case .value(.uuid7): return Self.uuid("igata_uuid7()", column.type)
    case .value(.now): return "igata_now()"
    case .value(.string(let text)) where column.type.storage == .uuid:
      return "X'\(text.filter { $0 != "-" })'"
    case .value(let value):
      return value.literal(of: column.type).flatMap { dialect.literal($0, of: column.type) } ?? "NULL"
    case .sql(let sqlite, _):
      return sqlite.map { "(\(text(of: $0, old: old)))" }
    case .swift(let function, let arguments):
      return call(function, arguments)
    case .rounded, .truncated, .clamped, .none: return nil
    }
  }

  /// A call of a function of the program. After the arguments come the model and the key of the row, for the message if
  /// the function fails.
  private func call(_ function: String, _ arguments: [FieldReference]) -> String {
    let key = row.map { row in row.primaryKey.map { dialect.qualified($0, of: row) } } ?? []
    let values = arguments.map(name) + [dialect.literal(row?.model ?? "")] + key
    return "\(SwiftFunction.sqlName(function))(\(values.joined(separator: ", ")))"
  }

  /// A value, or the backfill where the column needs one and there is none.
  func orBackfill(_ value: String) -> String {
    let other = column.isNullable ? nil : backfill.flatMap { expression($0, old: nil) }
    return other.map { "coalesce(\(value), \($0))" } ?? value
  }

  private func text(of sql: BackfillSQL, old: String?) -> String {
    sql.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field): name(of: field)
      case .value: old ?? "NULL"
      }
    }.joined()
  }

  /// The old column of a field.
  private func name(of field: FieldReference) -> String {
    guard let row, let column = row.columns.firstIndex(where: { $0.stores(field) }) else { return "NULL" }
    return dialect.qualified(column, of: row)
  }

  // MARK: Kept values

  /// The value that an old one becomes.
  ///
  /// - Parameter isRejected: Whether no value can stay.
  func kept(_ former: Former, isRejected: Bool = false, _ stops: inout [SQLiteScript.Stop]) -> String {
    let before = former.column
    var value = SQLiteConversion(former.text, before.type, column.type)
    if let enums = former.enums { value.map(enums, before.type, column.type, dialect) }
    if isRejected {
      value.reject()
    } else {
      value.convert(backfill?.kind)
      value.hold(to: column, before, backfill?.kind, dialect)
    }
    let replacement = backfill.flatMap { expression($0, old: former.text) }
    if replacement == nil, let misfit = value.misfit(isNullable: before.isNullable, mayBeNull: column.isNullable) {
      stops.append(
        .init(
          table: former.table.name, key: former.table.names(former.table.primaryKey), condition: misfit,
          reason: "the value of '\(column.name)' doesn't fit"))
    }
    return value.fitting(or: replacement, isNullable: before.isNullable, mayBeNull: column.isNullable)
  }
}

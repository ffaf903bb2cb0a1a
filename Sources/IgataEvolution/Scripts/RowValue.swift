import IgataSchema
import IgataTables

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

/// What a new column gets.
struct RowValue {
  var column: ColumnDescription
  var backfill: Backfill?
  /// The table whose fields the backfill reads, while rows are copied; `nil` if there are none.
  var row: Table?
  let dialect: any ScriptDialect
  /// Whether a null can't stay although the column can have one: an optional struct is there.
  var losesNulls = false
  /// The condition that the struct is there; `nil` if it always is.
  var isInStruct: String?

  /// The value of a new column; `nil` if no row needs one.
  var added: String? {
    if let backfill { return expression(backfill, old: nil) }
    switch column.defaultValue {
    case .value(let literal): return dialect.storedLiteral(literal, of: column.type) ?? "NULL"
    case .uuid: return dialect.newUUID(column.type)
    case .uuid7: return dialect.newUUID7(column.type)
    case .now: return dialect.now
    case .sql, .autoincrement, .construct, .cuid, .ulid, .computed, nil: return "NULL"
    }
  }

  /// The value that a backfill gives; `nil` for `none`.
  func expression(_ backfill: Backfill, old: String?) -> String? {
    switch backfill.kind {
    case .value(.uuid): return dialect.newUUID(column.type)
    case .value(.uuid7): return dialect.newUUID7(column.type)
    case .value(.now): return dialect.now
    case .value(let value):
      if case .string(let text) = value, let typed = dialect.backfill(text, of: column.type) { return typed }
      return value.literal(of: column.type).flatMap { dialect.storedLiteral($0, of: column.type) } ?? "NULL"
    case .sql(let sqlite, let postgresql):
      return dialect.choose(sqlite: sqlite, postgresql: postgresql).map {
        dialect.expression(text(of: $0, old: old), of: column.type)
      }
    case .swift(let function, let arguments):
      return call(function, arguments)
    case .rounded, .truncated, .clamped, .none: return nil
    }
  }

  /// A call of a function of the program. After the arguments come the model and the key of the row, for the message if
  /// the function fails.
  private func call(_ function: String, _ arguments: [FieldReference]) -> String {
    let key = row.map { row in row.primaryKey.map { dialect.qualified($0, of: row) } } ?? []
    return dialect.call(ofProgram: function, arguments.map(name) + [dialect.literal(row?.model ?? "")] + key)
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
    let value = dialect.conversion(of: former, to: column, backfill?.kind, isRejected: isRejected)
    let replacement = backfill.flatMap { expression($0, old: former.text) }
    let mayBeNull = column.isNullable && !losesNulls
    if replacement == nil, let misfit = value.misfit(isNullable: before.isNullable, mayBeNull: mayBeNull) {
      stops.add(former.table, where: inStruct(misfit), "the value of '\(column.name)' doesn't fit")
    }
    let fitting = value.fitting(or: replacement, isNullable: before.isNullable, mayBeNull: mayBeNull)
    return losesNulls ? isInStruct.map { "CASE WHEN \($0) THEN \(fitting) END" } ?? fitting : fitting
  }

  private func inStruct(_ misfit: String) -> String {
    losesNulls ? isInStruct.map { "\($0) AND (\(misfit))" } ?? misfit : misfit
  }
}

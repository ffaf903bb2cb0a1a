import IgataSchema
import IgataTables

extension SQLiteDialect: ScriptDialect {
  var now: String { "igata_now()" }

  func newUUID(_ type: ColumnType) -> String { uuid("igata_uuid()", type) }

  func newUUID7(_ type: ColumnType) -> String { uuid("igata_uuid7()", type) }

  private func uuid(_ call: String, _ type: ColumnType) -> String {
    type.storage == .text ? SQLiteConversion.uuidText(call) : call
  }

  func derivedUUID(for name: String, from keys: [(value: String, type: ColumnType)], _ type: ColumnType) -> String {
    let call = "igata_derived_uuid(\(([literal(name)] + keys.map(\.value)).joined(separator: ", ")))"
    return type.storage == .text ? "lower(\(SQLiteConversion.uuidText(call)))" : call
  }

  func backfill(_ text: String, of type: ColumnType) -> String? {
    type.storage == .uuid ? "X'\(text.filter { $0 != "-" })'" : nil
  }

  func choose(sqlite: BackfillSQL?, postgresql: BackfillSQL?) -> BackfillSQL? { sqlite }

  func expression(_ sql: String, of type: ColumnType) -> String {
    type == .scalar(.float) ? "igata_float(\(sql))" : "(\(sql))"
  }

  func call(ofProgram function: String, _ arguments: [String]) -> String {
    "\(SwiftFunction.sqlName(function))(\(arguments.joined(separator: ", ")))"
  }

  func conversion(
    of former: Former, to column: ColumnDescription, _ backfill: Backfill.Kind?, isRejected: Bool
  ) -> SQLiteConversion {
    let before = former.column
    var value = SQLiteConversion(former.text, before.type, column.type)
    if let enums = former.enums { value.map(enums, before.type, column.type, self) }
    if isRejected {
      value.reject()
    } else {
      value.convert(backfill, isNullable: before.isNullable)
      value.hold(to: column, before, backfill, self)
    }
    return value
  }

  func greatest(_ left: String, _ right: String) -> String { "max(\(left), \(right))" }

  func counter(of column: Int, of table: Table) -> String {
    """
    coalesce((SELECT "sqlite_sequence"."seq" FROM "sqlite_sequence" \
    WHERE "sqlite_sequence"."name" = \(literal(table.name))), 0)
    """
  }

  var temporarySchema: String { "temp" }

  var temporaryOptions: String { "" }
}

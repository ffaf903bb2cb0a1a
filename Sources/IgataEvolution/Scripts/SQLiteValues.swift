import IgataSchema
import IgataTables

/// The values that the rows of a table get.
struct CarriedValues {
  /// The expressions of the new columns.
  var expressions: [String] = []
  var stops: [SQLiteScript.Stop] = []
}

extension Carried {
  var values: CarriedValues {
    var values = CarriedValues()
    for index in new.columns.indices {
      let value = sources[index].map { keptValue(index, of: $0, &values) } ?? addedValue(index, &values)
      values.expressions.append(value)
    }
    return values
  }

  // MARK: New columns

  private func addedValue(_ index: Int, _ values: inout CarriedValues) -> String {
    let column = new.columns[index]
    if let backfill = pair.columns.indices.contains(index) ? pair.columns[index].backfill : nil {
      if let value = expression(backfill, index, old: nil) { return value }
      values.stops.append(
        .init(
          table: source.name, key: key, condition: "1",
          reason: "there is a row, and nothing gives it '\(column.name)'"))
      return "NULL"
    }
    switch column.defaultValue {
    case .value(let literal): return dialect.literal(literal, of: column.type) ?? "NULL"
    case .uuid: return uuid("igata_uuid()", column.type)
    case .uuid7: return uuid("igata_uuid7()", column.type)
    case .now: return "igata_now()"
    case .sql, .autoincrement, .construct, nil: return "NULL"
    }
  }

  /// A new UUID as the column stores it.
  private func uuid(_ call: String, _ type: ColumnType) -> String {
    type.storage == .text ? SQLiteConversion.uuidText(call) : call
  }

  /// The value that a backfill gives; `nil` for `none`.
  private func expression(_ backfill: Backfill, _ index: Int, old: String?) -> String? {
    let column = new.columns[index]
    switch backfill.kind {
    case .value(.uuid): return uuid("igata_uuid()", column.type)
    case .value(.uuid7): return uuid("igata_uuid7()", column.type)
    case .value(.now): return "igata_now()"
    case .value(.string(let text)) where column.type.storage == .uuid:
      return "X'\(text.filter { $0 != "-" })'"
    case .value(let value):
      return value.literal(of: column.type).flatMap { dialect.literal($0, of: column.type) } ?? "NULL"
    case .sql(let sqlite, _):
      return sqlite.map { "(\(text(of: $0, old: old)))" }
    case .swift(let function, let arguments):
      let values = arguments.map { name(of: $0) }
      return "igata_swift_\(function)(\(values.joined(separator: ", ")))"
    case .rounded, .truncated, .clamped, .none: return nil
    }
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
    let column = old.columns.firstIndex { $0.path == field.path || $0.path == [(field.path.first ?? "") + "ID"] }
    return column.map(qualified) ?? "NULL"
  }

  // MARK: Kept columns

  private func keptValue(_ index: Int, of source: Int, _ values: inout CarriedValues) -> String {
    let (before, after) = (old.columns[source], new.columns[index])
    var value = SQLiteConversion(qualified(source), before.type, after.type)
    let backfill = pair.columns.indices.contains(index) ? pair.columns[index].backfill : nil
    if let enums = pair.enums[index] { value.map(enums, before.type, after.type, dialect) }
    value.convert(backfill?.kind)
    value.hold(to: after, before, backfill?.kind, dialect)
    let replacement = backfill.flatMap { expression($0, index, old: qualified(source)) }
    let misfit = value.misfit(isNullable: before.isNullable, mayBeNull: after.isNullable)
    if replacement == nil, let misfit {
      values.stops.append(
        .init(table: self.source.name, key: key, condition: misfit, reason: "the value of '\(after.name)' doesn't fit"))
    }
    return value.fitting(or: replacement, isNullable: before.isNullable, mayBeNull: after.isNullable)
  }
}

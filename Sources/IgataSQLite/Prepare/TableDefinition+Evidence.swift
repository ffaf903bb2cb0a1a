#if SQLite || canImport(SQLite3)
@_spi(Backend) internal import IgataRuntime
internal import IgataSQL
internal import IgataTables

/// Looks at some rows of a table that others made, for values that the schema would read otherwise.
struct RowSample {
  /// How many rows are looked at.
  static let rowCount = 200

  private let table: TableDescription
  private let columns: [Int]

  init(_ unproven: PreparePlan.Unproven) {
    table = unproven.table
    columns = unproven.columns
  }

  func add(to plan: inout PreparePlan, from connection: Connection) throws(EngineFailure) {
    let parts = columns.flatMap { index in
      let (name, wrong) = (table.columns[index].name.quotedName, Self.wrongValue(of: table.columns[index]))
      let number = "CASE WHEN typeof(\(name)) = 'integer' AND \(name) <> 0 THEN \(name) END"
      return [
        "sum(CASE WHEN \(wrong) THEN 1 ELSE 0 END)", "max(CASE WHEN \(wrong) THEN typeof(\(name)) END)",
        "min(\(number))", "max(\(number))",
      ]
    }
    let names = columns.map { table.columns[$0].name }.quotedNames
    let sql =
      "SELECT count(*), \(parts.joined(separator: ", ")) FROM "
      + "(SELECT \(names) FROM \(table.name.quotedName) LIMIT \(Self.rowCount))"
    guard let row = try connection.texts(sql).first, let count = row[0].flatMap({ Int($0) }) else { return }
    for (position, index) in columns.enumerated() {
      let found = row[(position * 4 + 1)...(position * 4 + 4)].map(\.self)
      if let wrong = found[0].flatMap({ Int($0) }), wrong > 0 {
        plan.add(difference(index, "\(found[1] ?? "") in \(wrong) of the \(count) rows that were looked at"))
      } else if table.columns[index].type == .date {
        addDate(index, found[2].flatMap { Int64($0) }, found[3].flatMap { Int64($0) }, to: &plan)
      }
    }
  }

  /// A date may be kept as any number of any unit, which only its size tells.
  private func addDate(_ index: Int, _ minimum: Int64?, _ maximum: Int64?, to plan: inout PreparePlan) {
    guard let minimum, let maximum else {
      plan.add(
        PrepareReport.Note(
          table: table.name, column: table.columns[index].name, field: field(index),
          text: "no row tells whether its numbers are microseconds since 1970; they are taken to be"))
      return
    }
    switch max(minimum.magnitude, maximum.magnitude) {
    case ..<100_000_000_000: plan.add(difference(index, "numbers of the size of seconds"))
    case ..<10_000_000_000_000: plan.add(difference(index, "numbers of the size of milliseconds"))
    case 253_402_300_800_000_000...: plan.add(difference(index, "numbers of the size of nanoseconds"))
    default: break
    }
  }

  private func difference(_ index: Int, _ found: String) -> SchemaDifference {
    SchemaDifference(
      table: table.name, column: table.columns[index].name, field: field(index), found: found,
      expected: ColumnMeaning.words(of: table.columns[index]), help: "change the field, or convert the values")
  }

  private func field(_ index: Int) -> String { "\(table.model).\(table.field(at: index))" }

  /// A condition that holds for values which are none of the column.
  private static func wrongValue(of column: ColumnDescription) -> String {
    let name = column.name.quotedName
    let isNull = column.isNullable ? "" : "\(name) IS NULL OR "
    return "\(isNull)\(name) IS NOT NULL AND (\(wrongValue(name, column.type)))"
  }

  private static func wrongValue(_ name: String, _ type: ColumnType) -> String {
    let isOther = { (storage: StorageClass) in "typeof(\(name)) <> '\(storage.rawValue.lowercased())'" }
    switch type {
    case .bool: return "\(name) NOT IN (0, 1)"
    case .int16: return "\(isOther(.integer)) OR \(name) NOT BETWEEN \(Int16.min) AND \(Int16.max)"
    case .int32: return "\(isOther(.integer)) OR \(name) NOT BETWEEN \(Int32.min) AND \(Int32.max)"
    case .integerEnum(let values, _, false): return "\(name) NOT IN (\(values.map(String.init).joined(separator: ", ")))"
    case .stringEnum(let values, false):
      return "\(isOther(.text)) OR \(name) NOT IN (\(values.map(\.quotedText).joined(separator: ", ")))"
    case .float, .double: return "\(isOther(.real)) AND \(isOther(.integer))"
    case .decimal: return "\(isOther(.text)) OR \(name) GLOB '*[^-+.0-9eE]*'"
    case .json: return "\(isOther(.text)) OR NOT json_valid(\(name))"
    case .list: return "\(isOther(.text)) OR NOT json_valid(\(name)) OR json_type(\(name)) <> 'array'"
    case .uuid: return "\(isOther(.blob)) OR length(\(name)) <> 16"
    case .int64, .int, .fixed, .date, .integerEnum, .string, .url, .stringEnum, .data: return isOther(type.storageClass)
    }
  }
}

#endif

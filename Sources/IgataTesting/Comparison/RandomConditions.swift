package import IgataTables

/// Random conditions and rows of one table, to compare what a database makes of a condition with what Swift does.
package struct RandomConditions {
  /// A column of each kind that a condition can read, most of them twice: one that can be null and one that can't.
  package static let table = Table(
    model: "Sample", name: "sample",
    columns: [
      ColumnDescription("id", ["id"], .int64),
      ColumnDescription("whole", ["whole"], .int64), ColumnDescription("part", ["part"], .int64, isNullable: true),
      ColumnDescription("other", ["other"], .int64, isNullable: true),
      ColumnDescription("text", ["text"], .string), ColumnDescription("note", ["note"], .string, isNullable: true),
      ColumnDescription("word", ["word"], .string, isNullable: true),
      ColumnDescription("flag", ["flag"], .bool), ColumnDescription("maybe", ["maybe"], .bool, isNullable: true),
      ColumnDescription("real", ["real"], .double), ColumnDescription("rate", ["rate"], .double, isNullable: true),
      ColumnDescription("exact", ["exact"], .decimal()),
      ColumnDescription("price", ["price"], .decimal(), isNullable: true),
      ColumnDescription("list", ["list"], .list(.scalar(.string)), isNullable: true),
    ], primaryKey: [0])

  private var values: RandomValues

  package init(seed: UInt64) { values = RandomValues(seed: seed) }

  /// One value for each column but the key; `nil` is a null.
  package mutating func row() -> [ColumnLiteral?] {
    Self.table.columns.dropFirst().map { column in
      column.isNullable && values.chance(3) ? nil : literal(of: column.type)
    }
  }

  private mutating func literal(of type: ColumnType) -> ColumnLiteral {
    switch type.storage {
    case .bool: .bool(values.chance(2))
    case .real: .real(values.pick([-1.5, 0, 0.1, 0.25, 2, 1e300]))
    case .decimal: .decimal(values.pick(["-1.5", "0", "0.1", "9", "10", "12345678901234567890.5"]))
    case .text: .text(values.pick(["", "a", "B", "ab", "it's", "é", "💰日", "\"", "\\"]))
    case .list: .list((0..<values.pick([0, 1, 2])).map { _ in .text("a\"") })
    default: .integer(values.pick([-1, 0, 1, 2, 3, .max, .min]))
    }
  }

  package mutating func condition() -> RowCondition { condition(depth: 0) }

  private mutating func condition(depth: Int) -> RowCondition {
    switch values.pick(depth > 3 ? [0, 1, 2] : [0, 0, 1, 2, 3, 4, 4, 5, 5]) {
    case 0: return comparison()
    case 1: return .isNull(column { _ in true })
    case 2:
      let operand = operand()
      return .isIn(operand, (0..<values.pick([1, 2, 3])).map { _ in literal(for: operand) })
    case 3: return .not(condition(depth: depth + 1))
    case 4: return .all((0..<values.pick([2, 3])).map { _ in condition(depth: depth + 1) })
    default: return .any((0..<values.pick([2, 3])).map { _ in condition(depth: depth + 1) })
    }
  }

  private mutating func comparison() -> RowCondition {
    let left = operand()
    let comparison = values.pick(RowComparison.allCases)
    guard values.chance(2) else { return .comparison(left, comparison, .literal(literal(for: left))) }
    if case .length = left { return .comparison(left, comparison, length()) }
    let type = left.column.map { Self.table.columns[$0].type }
    return .comparison(left, comparison, .column(column { $0.type == type }))
  }

  private mutating func operand() -> RowOperand {
    values.chance(4) ? length() : .column(column { $0.type.storage != .list })
  }

  private mutating func length() -> RowOperand {
    .length(column { $0.type.storage == .list || $0.type.storage == .text })
  }

  private mutating func literal(for operand: RowOperand) -> ColumnLiteral {
    guard case .column(let column) = operand else { return .integer(values.pick([0, 1, 2])) }
    return literal(of: Self.table.columns[column].type)
  }

  private mutating func column(where isMeant: (ColumnDescription) -> Bool) -> Int {
    values.pick(Self.table.columns.indices.dropFirst().filter { isMeant(Self.table.columns[$0]) })
  }
}

extension RandomConditions {
  /// The statement that inserts a row.
  package static func insert(
    _ row: [ColumnLiteral?], key: Int, _ dialect: any SQLDialect
  ) -> String {
    let literals = zip(row, table.columns.dropFirst()).map { value, column in
      value.flatMap { dialect.literal($0, of: column.type) } ?? "NULL"
    }
    return "INSERT INTO sample VALUES (\(key), \(literals.joined(separator: ", ")))"
  }
}

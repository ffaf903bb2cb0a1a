/// Writes a condition for the text of a table, in parentheses: `(ends_at is null) or (ends_at > starts_at)`.
struct ConditionWriter {
  /// The words that are not the name of a column unless `column` precedes them.
  private static let reserved: Set<String> = [
    "all", "any", "column", "false", "in", "is", "length", "not", "null", "true",
  ]

  let columns: [ColumnDescription]

  func text(_ condition: RowCondition) -> String {
    switch condition {
    case .comparison(let left, let comparison, let right):
      "(\(text(left)) \(comparison.rawValue) \(text(right)))"
    case .isNull(let column): "(\(name(column)) is null)"
    case .isIn(let operand, let values):
      "(\(text(operand)) in (\(values.map(text).joined(separator: ", "))))"
    case .not(let inner): "(not \(text(inner)))"
    case .all(let terms): "(all \(terms.map(text).joined(separator: " ")))"
    case .any(let terms): "(any \(terms.map(text).joined(separator: " ")))"
    }
  }

  private func text(_ operand: RowOperand) -> String {
    switch operand {
    case .column(let column): name(column)
    case .length(let column): "length \(name(column))"
    case .literal(let value): text(value)
    }
  }

  private func name(_ column: Int) -> String {
    let name = columns[column].name
    let isBare = !Self.reserved.contains(name) && name.utf8.first.map(Self.isLetter) == true
    return isBare && name.utf8.allSatisfy { Self.isLetter($0) || (48...57).contains($0) }
      ? name : "column \(name.quoted(by: "\""))"
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (65...90).contains(byte) || byte == UInt8(ascii: "_")
  }

  private func text(_ value: ColumnLiteral) -> String {
    switch value {
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): value.description
    case .decimal(let digits): digits
    case .text(let text), .day(let text), .json(let text): text.quoted(by: "\"")
    case .list(let values): "(\(values.map(text).joined(separator: ", ")))"
    }
  }
}

extension Table {
  /// A condition as the text of the table contains it.
  public func text(of condition: RowCondition) -> String { ConditionWriter(columns: columns).text(condition) }
}

internal import IgataTables

/// Formats queries for people: with the names of the schema, and without values that are compared with a `@sensitive`
/// column.
struct QueryDescription {
  /// The maximum number of terms and values of a kind that are shown.
  private static let mostShown = 16

  /// The query's table, followed by those of the enclosing related rows. If empty, nothing is known about the columns,
  /// and no value is shown.
  let tables: [TableDescription]

  init(_ tables: [TableDescription] = []) { self.tables = tables }

  func text(_ condition: Condition) -> String {
    switch condition.kind {
    case .always: ".always"
    case .never: ".never"
    case .comparison(let left, let comparison, let right):
      "\(operand(left, beside: right)) \(comparison.rawValue) \(operand(right, beside: left))"
    case .isNull(let expression): "\(text(expression)) == nil"
    case .contains(let list, let element): "\(text(list)).contains(\(value(element, inListOf: list)))"
    case .isIn(let expression, let values): "\(text(expression)).isIn([\(list(values) { value($0, of: expression) })])"
    case .text(let expression, let operation, let text):
      "\(self.text(expression)).\(operation)(\(value(.text(text), of: expression)))"
    case .keyIsIn(let columns, let keys): keyText(columns, keys)
    case .not(let condition): "!(\(text(condition)))"
    case .all(let terms): terms.shown(" && ", limit: Self.mostShown) { nested($0) }
    case .any(let terms): terms.shown(" || ", limit: Self.mostShown) { nested($0) }
    case .exists(let rows): "\(text(rows)).isNotEmpty"
    case .unsupported(let expression, _): expression
    }
  }

  func text(_ ordering: Ordering) -> String {
    text(ordering.expression) + (ordering.isDescending ? ".descending" : ".ascending")
  }

  func text(_ expression: QueryExpression) -> String {
    if tables.isEmpty { return "…" }
    if case .related(let aggregate, let rows) = expression {
      return text(rows) + "." + tables.inside(rows).text(of: aggregate)
    }
    return tables.text(of: expression)
  }

  func text(_ rows: RelatedRows) -> String {
    // The names in the path of a count are those in the path of the rows.
    let count = tables.isEmpty ? "….count" : tables.text(of: .related(.count, RelatedRows(rows.owner, rows.relation)))
    let name = String(count.dropLast(".count".count))
    guard let condition = rows.condition else { return name }
    return "\(name).where { \(QueryDescription(tables.inside(rows)).text(condition)) }"
  }

  private func nested(_ condition: Condition) -> String {
    switch condition.kind {
    case .all, .any: "(\(text(condition)))"
    default: text(condition)
    }
  }

  private func operand(_ expression: QueryExpression, beside other: QueryExpression) -> String {
    if case .value(let value) = expression { return self.value(value, of: other) }
    return text(expression)
  }

  private func keyText(_ columns: [Int], _ keys: KeyList) -> String {
    guard let table = tables.last, columns.allSatisfy({ table.columns.indices.contains($0) }) else { return "… in […]" }
    let names = columns.map { table.columns[$0].path.joined(separator: ".") }.joined(separator: ", ")
    let texts = list(keys) { key in zip(columns, key).map { table.columns[$0].text(of: $1) }.joined(separator: ", ") }
    return "\(table.model).(\(names)) in [\(texts)]"
  }

  /// A value that is compared with an expression.
  private func value(_ value: StoredValue, of expression: QueryExpression) -> String {
    if value.isNull { return "nil" }
    return column(of: expression)?.text(of: value) ?? "…"
  }

  /// An element that a list is searched for.
  private func value(_ element: StoredValue, inListOf list: QueryExpression) -> String {
    guard let text = column(of: list)?.text(of: .list([element])), text.hasPrefix("["), text.hasSuffix("]") else {
      return "…"
    }
    return String(text.dropFirst().dropLast())
  }

  /// The column whose values the expression has; `nil` if it is computed.
  private func column(of expression: QueryExpression) -> ColumnDescription? {
    switch expression {
    case .column(let path, let column): tables.column(path, column)
    case .lowercased(let text): column(of: text)
    default: nil
    }
  }

  private func list<Elements: Collection>(
    _ elements: Elements, _ text: (Elements.Element) -> String
  ) -> String {
    elements.shown(", ", limit: Self.mostShown, text)
  }
}

extension ColumnDescription {
  /// A value of the column as messages show it.
  fileprivate func text(of value: StoredValue) -> String { isSensitive ? "…" : type.json(value).text }
}

extension Collection {
  /// The first elements as text, with an ellipsis if there are more.
  fileprivate func shown(_ separator: String, limit: Int, _ text: (Element) -> String) -> String {
    let shown = prefix(limit).map(text) + (count > limit ? ["… (\(count - limit) more)"] : [])
    return shown.joined(separator: separator)
  }
}

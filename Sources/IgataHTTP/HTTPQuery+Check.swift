internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension HTTPQuery {
  /// Throws if a response has a row that was not requested, such as that of a server which ignores an unknown
  /// parameter. The sort order of text is left to the server.
  func check(_ rows: [[StoredValue]], _ condition: Condition?) throws(StoreError) {
    let terms = condition.map { self.terms($0) } ?? []
    for row in rows {
      guard let broken = terms.first(where: { !$0.holds(row) }) else { continue }
      let field = resource.field(table.columns[broken.column])
      throw corrupted(
        table.columns[broken.column].name,
        "the answer has a row that was not asked for: does the server know conditions on '\(field)'?")
    }
  }

  private func terms(_ condition: Condition) -> [Term] {
    switch condition.kind {
    case .all(let conditions): return conditions.flatMap { terms($0) }
    case .comparison(.column(_, let column), let comparison, .value(let value)):
      return [Term(column: column) { holds($0[column], comparison, value) }]
    case .comparison(.value(let value), let comparison, .column(_, let column)):
      return [Term(column: column) { holds($0[column], comparison.flipped, value) }]
    case .not(let inner):
      if case .any(let conditions) = inner.kind { return conditions.flatMap { terms(.not($0)) } }
      return terms(inner).map { term in Term(column: term.column) { !term.holds($0) } }
    case .isNull(.column(_, let column)): return [Term(column: column) { $0[column] == .null }]
    case .isIn(.column(_, let column), let values):
      let values = Set(values)
      return [Term(column: column) { values.contains($0[column]) }]
    case .keyIsIn(let columns, let keys):
      let keys = Set(keys)
      return columns.first.map { [Term(column: $0) { row in keys.contains(columns.map { row[$0] }) }] } ?? []
    default: return []
    }
  }

  private func holds(_ value: StoredValue, _ comparison: ComparisonOperator, _ other: StoredValue) -> Bool {
    switch (comparison, value, other) {
    case (.equal, _, _): return value == other
    case (.notEqual, _, _): return value != other
    // As it was requested: the field isn't null.
    case (_, _, .null): return value != .null
    case (_, .text, .text): return true
    default: break
    }
    if value == .null { return false }
    switch (comparison, value.compared(to: other)) {
    case (.less, .orderedAscending), (.greater, .orderedDescending): return true
    case (.lessOrEqual, let order): return order != .orderedDescending
    case (.greaterOrEqual, let order): return order != .orderedAscending
    default: return false
    }
  }
}

/// A condition that every row must satisfy, and the column to report if it doesn't.
private struct Term {
  var column: Int
  var holds: ([StoredValue]) -> Bool
}

internal import Foundation
internal import IgataTables

// Backends may rely on these checks. Columns and paths in generated code are always valid; others can be constructed,
// and are rejected before anything is sent.
extension RowQuery {
  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` if no backend can run the query. A store checks each
  /// query before it passes it to a backend.
  public func check() throws(StoreError) {
    if condition == nil, order.isEmpty, values == nil, partition.isEmpty { return }
    let check = QueryCheck([table])
    for value in values ?? [] { try check.check(.expression(value)) }
    if let condition { try check.check(.condition(condition)) }
    for expression in partition + order.map(\.expression) { try check.checkOrdered(expression) }
  }

  /// Like ``check()``, including the aggregates over the rows and the expressions that they are grouped by.
  @_spi(Backend) public func check(_ aggregates: [Aggregate], by groups: [QueryExpression] = []) throws(StoreError) {
    let check = QueryCheck([table])
    for group in groups { try check.checkOrdered(group) }
    for aggregate in aggregates {
      if let expression = aggregate.expression { try check.check(.expression(expression)) }
      try check.checkInput(of: aggregate)
    }
  }

  /// Like ``check()``, for the values of expressions on the rows.
  func check(_ values: [QueryExpression]) throws(StoreError) {
    let check = QueryCheck([table])
    for value in values { try check.check(.expression(value)) }
  }
}

/// Checks that every part of a query has a meaning: first the parts of which a part consists, then the part itself.
private struct QueryCheck {
  /// How deeply conditions and expressions may nest.
  static let depthLimit = 2 * Condition.deepest

  /// The query's table, followed by those of the enclosing related rows.
  private let tables: [TableDescription]

  init(_ tables: [TableDescription]) { self.tables = tables }

  // Otherwise, each caller gets its own copy of all functions that visit a query: 15 KB.
  @inline(never)
  func check(_ node: QueryNode, depth: Int = 0) throws(StoreError) {
    guard depth <= Self.depthLimit else {
      throw .unsupportedQuery(
        expression: model, reason: "the condition nests too deeply: use isIn for many values")
    }
    if case .rows(let rows) = node, table(along: rows.owner)?.toManyTarget(rows.relation) == nil {
      throw .unsupportedQuery(expression: model, reason: "it has no such to-many relation")
    }
    try node.forEachChild(in: tables) { (child, tables) throws(StoreError) in
      try QueryCheck(tables).check(child, depth: depth + 1)
    }
    switch node {
    case .condition(let condition): try check(condition)
    case .expression(let expression): try check(expression)
    case .rows: break
    }
  }

  private func check(_ condition: Condition) throws(StoreError) {
    switch condition.kind {
    case .always, .never, .isNull, .text, .not, .all, .any, .exists: return
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .keyIsIn(let columns, _):
      guard let table = tables.last else { return }
      if columns.allSatisfy({ table.columns.indices.contains($0) }) { return }
      throw .unsupportedQuery(expression: table.model, reason: "\(table.model) has no such columns")
    case .comparison(let left, let comparison, let right):
      switch comparison {
      case .equal, .notEqual: return
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        try checkOrder(of: left)
        try checkOrder(of: right)
      }
    case .contains(let list, let value):
      try check(value, beside: list)
      guard case .list(let element) = try tables.type(of: list), element.storage != .json else {
        throw .unsupportedQuery(expression: text(of: list), reason: "only lists of scalars and enums can be searched")
      }
    case .isIn(let expression, let values): for value in values { try check(value, beside: expression) }
    }
  }

  private func check(_ expression: QueryExpression) throws(StoreError) {
    switch expression {
    case .arithmetic, .lowercased: return
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .value(let value): try check(value, beside: expression)
    case .column(let path, let column):
      if case .open = path.origin {
        throw .unsupportedQuery(
          expression: text(of: expression), reason: "it is a column of another closure's row")
      }
      if tables.column(path, column) != nil { return }
      throw .unsupportedQuery(expression: text(of: expression), reason: "\(model) has no such column")
    case .datePart(let part, let date):
      switch try tables.type(of: date).storage {
      case .date: return
      case .day where part.isOfDays: return
      case .day: throw .unsupportedQuery(expression: text(of: expression), reason: "a day has no \(part)")
      default: throw .unsupportedQuery(expression: text(of: expression), reason: "it is not a date")
      }
    case .json(let root, let path, _):
      guard try tables.type(of: root).storage == .json else {
        throw .unsupportedQuery(expression: text(of: expression), reason: "it is not JSON")
      }
      if let fault = path.fault { throw .unsupportedQuery(expression: text(of: expression), reason: fault) }
    case .related(let aggregate, let rows): try QueryCheck(tables.inside(rows)).checkInput(of: aggregate)
    case .aggregate:
      throw .unsupportedQuery(
        expression: text(of: expression), reason: "it is computed from the rows of a group: rows have no such value")
    }
  }

  /// Checks that an aggregate accepts its expression, which was checked.
  func checkInput(of aggregate: Aggregate) throws(StoreError) {
    guard let expression = aggregate.expression else { return }
    switch aggregate.function.input {
    case .rows: return
    case .numbers:
      guard try tables.type(of: expression).isNumber else {
        throw .unsupportedQuery(expression: text(of: expression), reason: "it is not a number")
      }
    case .ordered: try checkOrder(of: expression)
    }
  }

  private func check(_ value: StoredValue, beside expression: QueryExpression) throws(StoreError) {
    let isNumber =
      switch value {
      case .real(let value): !value.isNaN
      case .decimal(let value): !value.isNaN
      default: true
      }
    if isNumber { return }
    throw .unsupportedQuery(
      expression: text(of: expression), reason: "it is compared with NaN or a date out of range, which equal nothing")
  }

  func checkOrdered(_ expression: QueryExpression) throws(StoreError) {
    try check(.expression(expression))
    try checkOrder(of: expression)
  }

  /// Lists and JSON can be tested for equality, but have no order.
  private func checkOrder(of expression: QueryExpression) throws(StoreError) {
    let type: ColumnType? =
      switch expression {
      case .column, .json: try tables.type(of: expression)
      default: nil
      }
    switch type?.storage {
    case .list, .json:
      throw .unsupportedQuery(expression: text(of: expression), reason: "lists and JSON values have no order")
    default: return
    }
  }

  private var model: String { tables.first?.model ?? "" }

  private func table(along path: RelationPath) -> TableDescription? {
    tables.table(at: path.origin)?.table(along: path.steps)
  }

  private func text(of expression: QueryExpression) -> String { tables.text(of: expression) }
}

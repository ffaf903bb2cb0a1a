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
    for value in values ?? [] { try check.check(value, depth: 0) }
    if let condition { try check.check(condition, depth: 0) }
    for expression in partition + order.map(\.expression) { try check.checkOrdered(expression, depth: 0) }
  }

  /// Like ``check()``, including the aggregates over the rows and the expressions that they are grouped by.
  @_spi(Backend) public func check(_ aggregates: [Aggregate], by groups: [QueryExpression] = []) throws(StoreError) {
    let check = QueryCheck([table])
    for group in groups { try check.checkOrdered(group, depth: 0) }
    for aggregate in aggregates { try check.check(aggregate, depth: 0) }
  }

  /// Like ``check()``, for the values of expressions on the rows.
  func check(_ values: [QueryExpression]) throws(StoreError) {
    let check = QueryCheck([table])
    for value in values { try check.check(value, depth: 0) }
  }
}

private struct QueryCheck {
  /// How deeply conditions and expressions may nest.
  static let depthLimit = 2 * Condition.deepest

  /// The query's table, followed by those of the enclosing related rows.
  private let tables: [TableDescription]

  init(_ tables: [TableDescription]) { self.tables = tables }

  func check(_ condition: Condition, depth: Int) throws(StoreError) {
    try check(depth)
    switch condition.kind {
    case .always, .never: return
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .keyIsIn(let columns, _):
      guard let table = tables.last else { return }
      if columns.allSatisfy({ table.columns.indices.contains($0) }) { return }
      throw .unsupportedQuery(expression: table.model, reason: "\(table.model) has no such columns")
    case .comparison(let left, let comparison, let right):
      switch comparison {
      case .equal, .notEqual:
        try check(left, depth: depth + 1)
        try check(right, depth: depth + 1)
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        try checkOrdered(left, depth: depth + 1)
        try checkOrdered(right, depth: depth + 1)
      }
    case .isNull(let expression), .text(let expression, _, _): try check(expression, depth: depth + 1)
    case .contains(let list, let value):
      try check(list, depth: depth + 1)
      try check(value, beside: list)
      guard case .list(let element) = try tables.type(of: list), element.storage != .json else {
        throw .unsupportedQuery(expression: text(of: list), reason: "only lists of scalars and enums can be searched")
      }
    case .isIn(let expression, let values):
      try check(expression, depth: depth + 1)
      for value in values { try check(value, beside: expression) }
    case .not(let condition): try check(condition, depth: depth + 1)
    case .all(let terms), .any(let terms): for term in terms { try check(term, depth: depth + 1) }
    case .exists(let rows): try check(rows, depth: depth + 1)
    }
  }

  func check(_ expression: QueryExpression, depth: Int) throws(StoreError) {
    try check(depth)
    switch expression {
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .value(let value): try check(value, beside: expression)
    case .column(let path, let column):
      if case .open = path.origin {
        throw .unsupportedQuery(
          expression: text(of: expression), reason: "it is a column of another closure's row")
      }
      if let table = table(along: path), table.columns.indices.contains(column) { return }
      throw .unsupportedQuery(expression: text(of: expression), reason: "\(model) has no such column")
    case .arithmetic(_, let left, let right):
      try check(left, depth: depth + 1)
      try check(right, depth: depth + 1)
    case .lowercased(let text): try check(text, depth: depth + 1)
    case .datePart(_, let date):
      try check(date, depth: depth + 1)
      guard try tables.type(of: date).storage == .date else {
        throw .unsupportedQuery(expression: text(of: expression), reason: "it is not a date")
      }
    case .json(let root, let path, _):
      try check(root, depth: depth + 1)
      guard try tables.type(of: root).storage == .json else {
        throw .unsupportedQuery(expression: text(of: expression), reason: "it is not JSON")
      }
      if let fault = path.fault { throw .unsupportedQuery(expression: text(of: expression), reason: fault) }
    case .related(let aggregate, let rows):
      try check(rows, depth: depth + 1)
      try QueryCheck(tables.inside(rows)).check(aggregate, depth: depth + 1)
    case .aggregate:
      throw .unsupportedQuery(
        expression: text(of: expression), reason: "it is computed from the rows of a group: rows have no such value")
    }
  }

  func check(_ aggregate: Aggregate, depth: Int) throws(StoreError) {
    switch aggregate {
    case .count: break
    case .sum(let expression), .average(let expression):
      try check(expression, depth: depth)
      guard try tables.type(of: expression).isNumber else {
        throw .unsupportedQuery(expression: text(of: expression), reason: "it is not a number")
      }
    case .minimum(let expression), .maximum(let expression): try checkOrdered(expression, depth: depth)
    }
  }

  private func check(_ rows: RelatedRows, depth: Int) throws(StoreError) {
    guard let owner = table(along: rows.owner), let target = owner.toManyTarget(rows.relation) else {
      throw .unsupportedQuery(expression: model, reason: "it has no such to-many relation")
    }
    if let condition = rows.condition { try QueryCheck(tables + [target]).check(condition, depth: depth) }
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

  private func check(_ depth: Int) throws(StoreError) {
    guard depth > Self.depthLimit else { return }
    throw .unsupportedQuery(expression: model, reason: "the condition nests too deeply: use isIn for many values")
  }

  /// Lists and JSON can be tested for equality, but have no order.
  func checkOrdered(_ expression: QueryExpression, depth: Int) throws(StoreError) {
    try check(expression, depth: depth)
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

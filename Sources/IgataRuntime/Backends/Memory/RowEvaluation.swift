internal import Foundation
internal import IgataTables

/// The current row, and the frames of the rows around it if it is a related row in a nested condition.
final class RowFrame {
  var rows: [[StoredValue]]

  init(_ row: [StoredValue] = []) { rows = [row] }

  func row(at origin: RowOrigin) -> [StoredValue]? {
    switch origin {
    case .query: rows.first
    case .related(let depth): rows.indices.contains(rows.count - 1 - depth) ? rows[rows.count - 1 - depth] : nil
    case .open: nil
    }
  }
}

/// Turns the conditions and expressions of a query into functions of a row.
struct RowEvaluation {
  typealias Test = (RowFrame) throws(StoreError) -> Bool
  typealias Value = (RowFrame) throws(StoreError) -> StoredValue

  let database: MemoryDatabase
  /// The query's table, followed by those of the enclosing related rows.
  let tables: [TableDescription]

  init(database: MemoryDatabase, tables: [TableDescription]) {
    self.database = database
    self.tables = tables
  }

  func test(_ condition: Condition) throws(StoreError) -> Test {
    switch condition.kind {
    case .always: return { _ in true }
    case .never: return { _ in false }
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .comparison(let left, let comparison, let right):
      return try compare(left, comparison, right)
    case .isNull(let expression):
      let value = try value(expression)
      return { frame throws(StoreError) in try value(frame).isNull }
    case .contains(let list, let element):
      let value = try value(list)
      return { frame throws(StoreError) in
        guard case .list(let elements) = try value(frame) else { return false }
        return elements.contains(element)
      }
    case .isIn(let expression, let values):
      let value = try value(expression)
      let values = Set(values)
      return { frame throws(StoreError) in values.contains(try value(frame)) }
    case .text(let expression, let operation, let text):
      let value = try value(expression)
      let match = TextMatch(operation, text)
      return { frame throws(StoreError) in
        guard case .text(let text) = try value(frame) else { return false }
        return match.holds(for: text)
      }
    case .keyIsIn(let columns, let keys):
      let keys = Set(keys.compactMap { RowKey($0) }.filter { !$0.hasNull })
      return { frame in frame.rows.last.map { keys.contains(RowKey(columns, of: $0)) } ?? false }
    case .not(let condition):
      let test = try test(condition)
      return { frame throws(StoreError) in try !test(frame) }
    case .all(let terms): return try each(terms, untilOneIs: false)
    case .any(let terms): return try each(terms, untilOneIs: true)
    case .exists(let rows):
      let each = try each(rows)
      return { frame throws(StoreError) in
        var isFound = false
        try each(frame) { () throws(StoreError) in
          isFound = true
          return false
        }
        return isFound
      }
    }
  }

  private func each(_ terms: [Condition], untilOneIs wanted: Bool) throws(StoreError) -> Test {
    let tests = try terms.map { (term) throws(StoreError) in try test(term) }
    return { frame throws(StoreError) in
      for test in tests where try test(frame) == wanted { return wanted }
      return !wanted
    }
  }

  private func compare(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression
  ) throws(StoreError) -> Test {
    let left = try value(left)
    let right = try value(right)
    return { frame throws(StoreError) in comparison.holds(try left(frame), try right(frame)) }
  }

  func value(_ expression: QueryExpression) throws(StoreError) -> Value {
    switch expression {
    case .unsupported(let expression, let reason): throw .unsupportedQuery(expression: expression, reason: reason)
    case .aggregate: throw .unsupportedQuery(expression: tables.text(of: expression), reason: "rows have no such value")
    case .value(let value): return { _ in value }
    case .column(let path, let column): return try value(path, column)
    case .arithmetic(let operation, let left, let right):
      let leftValue = try value(left)
      let rightValue = try value(right)
      let tables = tables
      return { frame throws(StoreError) in
        guard let result = operation.apply(try leftValue(frame), try rightValue(frame)) else {
          throw .overflow(expression: tables.text(of: expression))
        }
        return result
      }
    case .lowercased(let text):
      let value = try value(text)
      return { frame throws(StoreError) in
        guard case .text(let text) = try value(frame) else { return .null }
        return .text(text.lowercasedASCII)
      }
    case .datePart(let part, let date):
      let value = try value(date)
      let tables = tables
      return { frame throws(StoreError) in
        let result: StoredValue?
        switch try value(frame) {
        case .date(let microseconds): result = part.value(microseconds)
        case .day(let day): result = part.value(day)
        default: return .null
        }
        guard let result else { throw .overflow(expression: tables.text(of: expression)) }
        return result
      }
    case .json(let root, let path, let form):
      let value = try value(root)
      return { frame throws(StoreError) in
        guard case .json(let json) = try value(frame) else { return .null }
        return form.value(path.value(in: json))
      }
    case .related(let aggregate, let rows): return try value(aggregate, of: rows)
    }
  }

  /// The values of several expressions.
  func values(_ expressions: [QueryExpression]) throws(StoreError) -> (RowFrame) throws(StoreError) -> [StoredValue] {
    let values = try expressions.map { (expression) throws(StoreError) in try value(expression) }
    return { frame throws(StoreError) in try values.map { (value) throws(StoreError) in try value(frame) } }
  }

  private func value(_ aggregate: Aggregate, of rows: RelatedRows) throws(StoreError) -> Value {
    let each = try each(rows)
    let (outer, inner) = (tables, tables.inside(rows))
    let value = try RowEvaluation(database: database, tables: inner).value(aggregate.expression ?? .value(.null))
    return { frame throws(StoreError) in
      var reduction = Reduction(aggregate)
      try each(frame) { () throws(StoreError) in
        reduction.add(try value(frame))
        return true
      }
      guard let result = reduction.result else {
        throw .overflow(expression: outer.text(of: .related(aggregate, rows)))
      }
      return try inner.result(result, of: aggregate)
    }
  }

  /// The row that a path leads to, or the number of the step at which there is no row.
  private enum PathEnd {
    case row([StoredValue])
    case missing(step: Int)
  }

  private func end(of path: RelationPath) throws(StoreError) -> (RowFrame) -> PathEnd {
    var steps: [(columns: [Int], references: [Int], target: MemoryTable)] = []
    var owner = tables.table(at: path.origin)
    for step in path.steps {
      guard let table = owner, let target = table.table(along: [step]) else { break }
      let relation = table.relations[step]
      steps.append(
        (relation.columns, relation.referencedColumns, database.tables[try database.number(of: target)]))
      owner = target
    }
    return { frame in
      guard var row = frame.row(at: path.origin) else { return .missing(step: 0) }
      for (index, step) in steps.enumerated() {
        let values = RowKey(step.columns, of: row)
        guard let next = step.target.row(step.references, values) else { return .missing(step: index) }
        row = next
      }
      return .row(row)
    }
  }

  private func value(_ path: RelationPath, _ column: Int) throws(StoreError) -> Value {
    if path.steps.isEmpty { return { $0.row(at: path.origin)?[column] ?? .null } }
    let end = try end(of: path)
    let table = tables.table(at: path.origin)
    let missing = path.steps.indices.map { table?.valueWhereMissing(path.steps, column, missing: $0) ?? .null }
    return { frame in
      switch end(frame) {
      case .row(let row): row[column]
      case .missing(let step): missing[step]
      }
    }
  }

  /// Calls its argument with the frame set to each of the related rows, until the argument returns `false`.
  private typealias Each = (RowFrame, () throws(StoreError) -> Bool) throws(StoreError) -> Void

  private func each(_ rows: RelatedRows) throws(StoreError) -> Each {
    guard let owner = tables.table(at: rows.owner.origin)?.table(along: rows.owner.steps),
      let target = owner.toManyTarget(rows.relation)
    else {
      throw .unsupportedQuery(
        expression: tables.text(of: .related(.count, rows)), reason: "it is not a to-many relation")
    }
    let end = try end(of: rows.owner)
    let columns = owner.referencedColumns(by: rows.relation)
    let find = try find(rows.relation, of: owner, target)
    let test: Test? =
      if let condition = rows.condition {
        try RowEvaluation(database: database, tables: tables + [target]).test(condition)
      } else { nil }
    return { frame, body throws(StoreError) in
      guard case .row(let row) = end(frame) else { return }
      try find(RowKey(columns, of: row)) { row throws(StoreError) in
        frame.rows.append(row)
        defer { frame.rows.removeLast() }
        if let test, try !test(frame) { return true }
        return try body()
      }
    }
  }

  /// Calls its second argument with each row that is related to the one with the key, until the argument returns
  /// `false`.
  private typealias Find = (RowKey, ([StoredValue]) throws(StoreError) -> Bool) throws(StoreError) -> Void

  private func find(
    _ relation: Int, of owner: TableDescription, _ target: TableDescription
  ) throws(StoreError) -> Find {
    let rows = database.tables[try database.number(of: target)]
    if let join = owner.joinColumns(relation)?.join { return try find(relation, of: owner, rows, in: join) }
    guard case .inverse(let back) = owner.relations[relation].kind,
      let index = rows.foreignKeys.firstIndex(where: { $0.relation == back })
    else { return { _, _ in } }
    return { key, body throws(StoreError) in
      for key in rows.keys(index, key) {
        guard let row = rows.rows[key] else { continue }
        guard try body(row) else { return }
      }
    }
  }

  /// Finds the rows at the other end of a many-to-many relation, which either end stores.
  private func find(
    _ relation: Int, of owner: TableDescription, _ rows: MemoryTable, in join: JoinDescription
  ) throws(StoreError) -> Find {
    guard let number = database.numbers[join.table] else { throw .missingTable(join.table) }
    let joined = database.tables[number]
    // The relations of a join table lead to the model that stores the list and to the list's models.
    let own = if case .ordered = owner.relations[relation].kind { 0 } else { 1 }
    guard let index = joined.foreignKeys.firstIndex(where: { $0.relation == own }) else { return { _, _ in } }
    let columns = joined.description.relations[1 - own].columns
    return { key, body throws(StoreError) in
      for key in joined.keys(index, key) {
        guard let entry = joined.rows[key], let row = rows.rows[RowKey(columns, of: entry)] else { continue }
        guard try body(row) else { return }
      }
    }
  }
}

extension ArithmeticOperator {
  /// Null if either side is null; `nil` if the result is out of range.
  func apply(_ left: StoredValue, _ right: StoredValue) -> StoredValue? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): apply(left, right).map { .integer($0) }
    case (.real(let left), .real(let right)): apply(left, right).map { .real($0) }
    case (.decimal(let left), .decimal(let right)): apply(left, right).map { .decimal($0) }
    default: .null
    }
  }
}

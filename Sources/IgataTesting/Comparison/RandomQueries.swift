internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// Random queries over the tables of some models, with every kind of condition, ordering and aggregate.
///
/// A calculation that may overflow is the only term of its query, as it is unspecified whether terms that don't affect
/// the result are evaluated.
struct RandomQueries {
  var values: RandomValues
  let data: RandomData
  /// The query's table, followed by those of the enclosing related rows.
  private var tables: [TableDescription]

  init(_ data: RandomData, seed: UInt64) {
    self.data = data
    values = RandomValues(seed: seed)
    tables = []
  }

  mutating func query() -> RowQuery {
    let table = values.pick(data.tables)
    tables = [table]
    var query = RowQuery(table)
    if !values.chance(8) { query.condition = condition(depth: 0) }
    for _ in 0..<values.pick([0, 0, 1, 1, 2]) {
      if let expression = ordered() {
        query.order.append(Ordering(expression.expression, isDescending: values.chance(2)))
      }
    }
    if values.chance(4) { query.limit = values.pick([0, 1, 2, 3, 5, 1000, .max]) }
    if values.chance(5) { query.offset = values.pick([0, 1, 2, 4, 1000, .max]) }
    return query
  }

  /// A query with one calculation that may overflow.
  mutating func overflowingQuery() -> RowQuery {
    let table = values.pick(data.tables)
    tables = [table]
    return RowQuery(table, where: overflowingComparison())
  }

  mutating func aggregates() -> [Aggregate] {
    (0..<values.pick([1, 1, 2, 3])).map { _ in aggregate() }
  }

  mutating func groups() -> [QueryExpression] {
    (0..<values.pick([1, 1, 1, 2])).compactMap { _ in ordered()?.expression }
  }

  /// Values to read of each row, in which no calculation overflows.
  mutating func selected() -> [QueryExpression] {
    (0..<values.pick([1, 1, 2, 3, 5])).compactMap { _ in operand()?.expression }
  }

  private mutating func aggregate(isBounded: Bool = false) -> Aggregate {
    let function = values.pick(AggregateFunction.allCases)
    switch function.input {
    case .rows: return .count
    case .ordered: return ordered().map { Aggregate(function, $0.expression) } ?? .count
    case .numbers:
      for _ in 0..<8 {
        guard var operand = operand(), operand.type.isNumber else { continue }
        if !isBounded, values.chance(3) { operand = calculated(operand, isBounded: false) }
        return Aggregate(function, operand.expression)
      }
      return .count
    }
  }

  // MARK: Conditions

  private mutating func condition(depth: Int) -> Condition {
    switch values.below(depth < 3 ? 16 : 9) {
    case 8: return containment()
    case 0: return values.chance(2) ? .always : .never
    case 1: return operand().map { .isNull($0.expression) } ?? .always
    case 2: return membership()
    case 3: return text()
    case 4: return keys()
    case 5: return exists(depth: depth)
    case 9: return .not(condition(depth: depth + 1))
    case 10, 11: return condition(depth: depth + 1) && condition(depth: depth + 1)
    case 12, 13: return condition(depth: depth + 1) || condition(depth: depth + 1)
    case 14:
      let terms = (0..<values.pick([3, 20])).map { _ in condition(depth: 4) }
      return values.chance(2) ? terms.reduce(.never) { $0 || $1 } : terms.reduce(.always) { $0 && !$1 }
    default: return comparison()
    }
  }

  private mutating func comparison() -> Condition {
    let comparison = values.pick(ComparisonOperator.allCases)
    let isOrder = comparison != .equal && comparison != .notEqual
    guard let left = isOrder ? ordered() : operand() else { return .always }
    if values.chance(3), let right = operand(like: left.type) {
      return .comparison(left.expression, comparison, right)
    }
    let value: QueryExpression = .value(values.chance(12) ? .null : self.value(left.type))
    return values.chance(8)
      ? .comparison(value, comparison, left.expression) : .comparison(left.expression, comparison, value)
  }

  private mutating func overflowingComparison() -> Condition {
    if values.chance(2), let rows = related(depth: 3) {
      let left = aggregate(of: rows, isBounded: false)
      return .comparison(left.expression, values.pick([.equal, .notEqual]), .value(value(left.type)))
    }
    for _ in 0..<8 {
      let (path, table) = path()
      let number = values.below(table.columns.count)
      let column = Operand(expression: .column(path, number), type: table.columns[number].type)
      guard column.type.isNumber else { continue }
      let left = calculated(column, isBounded: false)
      return .comparison(left.expression, values.pick(ComparisonOperator.allCases), .value(value(left.type)))
    }
    return .always
  }

  private mutating func membership() -> Condition {
    guard let operand = operand() else { return .never }
    let count = values.pick([0, 1, 2, 7, 8, 9, 30])
    let list: [StoredValue] = (0..<count).map { _ in values.chance(7) ? .null : value(operand.type) }
    return .isIn(operand.expression, list)
  }

  /// Whether a list contains an element, often one of a list of the rows.
  private mutating func containment() -> Condition {
    for _ in 0..<8 {
      guard let operand = operand(), case .list(let element) = operand.type, element.storage != .json else { continue }
      var wanted = value(element)
      if case .list(let elements) = value(operand.type), !elements.isEmpty, !values.chance(3) {
        wanted = values.pick(elements)
      }
      return .contains(operand.expression, values.chance(20) ? .null : wanted)
    }
    return membership()
  }

  private mutating func text() -> Condition {
    let operation = values.pick(TextOperator.allCases)
    guard let operand = operand(like: .scalar(.string)) else { return .never }
    return .text(operand, operation, values.pick(RandomValues.texts))
  }

  private mutating func keys() -> Condition {
    guard let table = tables.last else { return .never }
    var columns = values.pick([table.primaryKey] + table.relations.map(\.columns).filter { !$0.isEmpty })
    if values.chance(4) {
      columns = (0..<values.pick([1, 2, 3])).map { _ in values.below(table.columns.count) }
      columns.removeAll { !table.columns[$0].type.isPlain }
      if columns.isEmpty { return .never }
    }
    let keys: [[StoredValue]] = (0..<values.pick([0, 1, 2, 12])).map { _ in
      columns.map { values.chance(20) ? .null : value(table.columns[$0].type) }
    }
    return .keyIsIn(columns: columns, keys)
  }

  private mutating func exists(depth: Int) -> Condition {
    guard let rows = related(depth: depth) else { return comparison() }
    return .exists(rows)
  }

  private mutating func related(depth: Int) -> RelatedRows? {
    guard tables.count < 4 else { return nil }
    for _ in 0..<6 {
      let (path, table) = path()
      let lists = table.relations.indices.filter { table.toManyTarget($0) != nil }
      guard !lists.isEmpty else { continue }
      let relation = values.pick(lists)
      guard let target = table.toManyTarget(relation) else { continue }
      if values.chance(4) { return RelatedRows(path, relation) }
      tables.append(target)
      defer { tables.removeLast() }
      return RelatedRows(path, relation, where: condition(depth: max(depth + 1, 2)))
    }
    return nil
  }

  // MARK: Expressions

  struct Operand {
    var expression: QueryExpression
    var type: ColumnType
  }

  private mutating func path() -> (RelationPath, TableDescription) {
    var origin = RowOrigin.query
    var table = tables[0]
    if tables.count > 1, !values.chance(4) {
      let depth = values.chance(3) ? values.below(tables.count - 1) : 0
      origin = .related(depth)
      table = tables[tables.count - 1 - depth]
    }
    var path = RelationPath(from: origin)
    for _ in 0..<values.pick([0, 0, 0, 1, 1, 2, 3]) {
      let steps = table.relations.indices.filter { !table.relations[$0].columns.isEmpty }
      guard !steps.isEmpty else { break }
      let step = values.pick(steps)
      path = path.appending(step)
      table = table.relations[step].target().table
    }
    return (path, table)
  }

  private mutating func operand() -> Operand? {
    if values.chance(8), let rows = related(depth: 3) { return aggregate(of: rows, isBounded: true) }
    let (path, table) = path()
    let column = values.below(table.columns.count)
    let operand = Operand(expression: .column(path, column), type: table.columns[column].type)
    if values.chance(5), operand.type.isText {
      return Operand(expression: .lowercased(operand.expression), type: .scalar(.string))
    }
    if values.chance(2), operand.type.storage == .json {
      let form = values.pick(JSONForm.allCases)
      return Operand(expression: .json(operand.expression, jsonPath(), form), type: form.type)
    }
    if values.chance(2), operand.type.storage == .date { return part(of: operand, DatePart.allCases) }
    if values.chance(2), operand.type.storage == .day { return part(of: operand, DatePart.allCases.filter(\.isOfDays)) }
    if values.chance(3), operand.type.isNumber { return calculated(operand, isBounded: true) }
    return operand
  }

  /// A value that is computed from related rows, and can't overflow if `isBounded`.
  private mutating func aggregate(of rows: RelatedRows, isBounded: Bool) -> Operand {
    let outer = tables
    tables = tables.inside(rows)
    defer { tables = outer }
    let aggregate = aggregate(isBounded: isBounded)
    let chosen = isBounded && canOverflow(aggregate) ? .count : aggregate
    return Operand(
      expression: .related(chosen, rows), type: type(of: .aggregate(chosen)) ?? .scalar(.int))
  }

  private func canOverflow(_ aggregate: Aggregate) -> Bool {
    let function = aggregate.function
    guard function.canOverflow, let type = aggregate.expression.flatMap({ type(of: $0) }) else { return false }
    return function.result == .total ? !type.isNarrow : type.storage == .real
  }

  private func type(of expression: QueryExpression) -> ColumnType? { try? tables.type(of: expression) }

  mutating func jsonPath() -> JSONPath {
    JSONPath((0..<values.pick([0, 1, 1, 1, 2, 2, 3])).map { _ in values.pick(RandomValues.jsonSteps) })
  }

  private mutating func part(of date: Operand, _ parts: [DatePart]) -> Operand {
    let part = values.pick(parts)
    return Operand(expression: .datePart(part, date.expression), type: part.isDate ? date.type : .scalar(.int))
  }

  /// An operand of a type that has an order.
  private mutating func ordered() -> Operand? {
    for _ in 0..<8 {
      if let operand = operand(), operand.type.isPlain { return operand }
    }
    return nil
  }

  /// An operand that can be compared with values of the type.
  private mutating func operand(like type: ColumnType) -> QueryExpression? {
    for _ in 0..<12 {
      if let operand = operand(), operand.type.isLike(type) { return operand.expression }
    }
    return nil
  }

  /// A calculation, which can't overflow if `isBounded`.
  private mutating func calculated(_ operand: Operand, isBounded: Bool) -> Operand {
    let operation = values.pick(ArithmeticOperator.allCases)
    if !isBounded, values.chance(2), let other = self.operand(like: operand.type) {
      return Operand(expression: .arithmetic(operation, operand.expression, other), type: operand.type.result)
    }
    let number: StoredValue
    switch operand.type {
    case .scalar(.float), .scalar(.double): number = .real(values.pick([0.5, -2, 3, 1, isBounded ? 7 : .infinity]))
    case .scalar(.decimal(_, _?)): number = .decimal(values.pick([1, -2, 10]))
    case .scalar(.decimal):
      if isBounded { return operand }
      number = .decimal(values.pick(RandomValues.decimals))
    case _ where operand.type.isNarrow: number = .integer(values.pick([0, 1, -2, 10]))
    default:
      if isBounded { return operand }
      number = .integer(values.pick([0, 1, -2, .max]))
    }
    let expression: QueryExpression =
      values.chance(3)
      ? .arithmetic(operation, .value(number), operand.expression)
      : .arithmetic(operation, operand.expression, .value(number))
    return Operand(expression: expression, type: operand.type.result)
  }

  /// A value of a type, often one that occurs in the rows.
  private mutating func value(_ type: ColumnType) -> StoredValue { values.value(type) }
}

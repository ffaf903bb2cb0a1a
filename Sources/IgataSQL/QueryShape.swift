internal import Foundation
@_spi(Backend) public import IgataRuntime

/// The structure of a query without its values, and these values. Queries of one shape share their translation.
///
/// Some queries have no shape: those whose SQL depends on more than the kinds of their values, such as long lists, and
/// those of several parts, each with a limit.
@_spi(Backend) public struct QueryShape {
  /// The tokens that identify the shape among all shapes of the same table.
  public private(set) var tokens: [Int] = []
  /// The values, in the order of the query.
  public private(set) var values: [StoredValue] = []
  /// The limit; -1 if there is none.
  public private(set) var limit: Int64 = -1
  /// How many rows are left out at the beginning.
  public private(set) var offset: Int64 = 0
  private var hasNone = false
  /// Whether the query only compares columns of its own table with values, and sorts by them.
  private var isPlain = true

  public init() {}

  /// Becomes the shape of a query. Returns whether it has one.
  public mutating func become(_ query: RowQuery) -> Bool {
    tokens.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    isPlain = query.values == nil
    hasNone = !query.partition.isEmpty
    limit = query.limit.map { Int64(max($0, 0)) } ?? -1
    offset = Int64(query.offset)
    tokens.append(Self.head(query))
    if let condition = query.condition { append(condition, depth: 0) }
    for ordering in query.order {
      tokens.append(ordering.isDescending ? 1 : 0)
      append(ordering.expression, depth: 0)
    }
    if let expressions = query.values {
      tokens.append(expressions.count)
      for expression in expressions { append(expression, depth: 0) }
    }
    return !hasNone
  }

  /// Becomes the shape of an aggregation of the rows that a query selects. Returns whether it has one.
  public mutating func become(_ query: RowQuery, by groups: [QueryExpression], _ aggregates: [Aggregate]) -> Bool {
    _ = become(query)
    // The tokens of a query contain their length, so that no two different sequences are equal.
    tokens.append(groups.count)
    for group in groups { append(group, depth: 0) }
    for aggregate in aggregates {
      tokens.append(aggregate.function.rawValue)
      if let expression = aggregate.expression { append(expression, depth: 0) }
    }
    return !hasNone
  }

  /// Whether every dialect has the same SQL for all queries of the shape. For others, it may depend on their values.
  var hasPlainText: Bool {
    !hasNone && isPlain
      && values.allSatisfy { value in
        switch value {
        // A server refuses texts with NUL.
        case .text(let text): !text.utf8.contains(0)
        // Far from today, a `Date` is several dates of a server.
        case .date(let microseconds): Date.exact.contains(microseconds) && Date.exact.contains(microseconds + 1)
        case .null, .list, .json: false
        case .bool, .integer, .real, .data, .uuid, .decimal, .day: true
        }
      }
  }

  /// A token for the parts of the query that are present.
  private static func head(_ query: RowQuery) -> Int {
    (query.condition == nil ? 0 : 1) | (query.limit == nil ? 0 : 2) | (query.offset > 0 ? 4 : 0)
      | (query.values == nil ? 0 : 8) | query.order.count << 4
  }

  private mutating func append(_ condition: Condition, depth: Int) {
    guard depth < QueryTranslator.deepest else { return giveUp() }
    switch condition.kind {
    case .always: tokens.append(1)
    case .never: tokens.append(2)
    case .comparison(let left, let comparison, let right):
      tokens.append(3 | comparison.number << 8)
      append(left, depth: 0)
      append(right, depth: 0)
    case .isNull(let expression):
      tokens.append(4)
      append(expression, depth: 0)
    case .contains(let list, let value):
      isPlain = false
      // Null is in no list, for which there is another text.
      tokens.append(13 | value.kindNumber << 8)
      append(list, depth: 0)
      append(StoredValue.list([value]))
    case .isIn(let expression, let values):
      isPlain = false
      append(values, 5)
      append(expression, depth: 0)
    case .text(let expression, let comparison, let text):
      isPlain = false
      tokens.append(6 | comparison.rawValue << 8 | (text.isEmpty ? 1 << 16 : 0))
      if text.utf8.contains(0) { giveUp() }
      append(expression, depth: 0)
      values.append(.text(text))
    case .keyIsIn(let columns, let keys):
      isPlain = false
      tokens.append(7 | columns.count << 8)
      tokens += columns
      tokens.append(keys.count)
      if keys.count > QueryTranslator.longestList { return giveUp() }
      for key in keys { append(key, 8) }
    case .not(let condition):
      tokens.append(9)
      append(condition, depth: depth + 1)
    case .all(let terms): append(terms, 10, depth: depth + 1)
    case .any(let terms): append(terms, 11, depth: depth + 1)
    case .exists(let rows): append(rows, 12, depth: depth + 1)
    case .unsupported: giveUp()
    }
  }

  private mutating func append(_ terms: [Condition], _ kind: Int, depth: Int) {
    tokens.append(kind | terms.count << 8)
    for term in terms { append(term, depth: depth) }
  }

  private mutating func append(_ list: [StoredValue], _ kind: Int) {
    tokens.append(kind | list.count << 8)
    if list.count > QueryTranslator.longestList { return giveUp() }
    for value in list { append(value) }
  }

  private mutating func append(_ value: StoredValue) {
    tokens.append(value.kindNumber)
    values.append(value)
  }

  private mutating func append(_ expression: QueryExpression, depth: Int) {
    guard depth < QueryTranslator.deepest else { return giveUp() }
    switch expression {
    case .column(let path, _) where path.origin == .query && path.steps.isEmpty: break
    case .value: break
    default: isPlain = false
    }
    switch expression {
    case .column(let path, let column):
      tokens.append(20 | column << 8)
      append(path)
    case .value(let value):
      tokens.append(21)
      append(value)
    case .arithmetic(let operation, let left, let right):
      tokens.append(22 | operation.rawValue << 8)
      append(left, depth: depth + 1)
      append(right, depth: depth + 1)
    case .lowercased(let text):
      tokens.append(23)
      append(text, depth: depth + 1)
    case .datePart(let part, let date):
      tokens.append(25 | part.rawValue << 8)
      append(date, depth: depth + 1)
    case .json(let root, let path, let form):
      tokens.append(26 | form.rawValue << 8)
      append(root, depth: depth + 1)
      values.append(.text(path.text))
    case .related(let aggregate, let rows):
      append(rows, 24 | aggregate.function.rawValue << 9, depth: depth + 1)
      if let expression = aggregate.expression { append(expression, depth: depth + 1) }
    case .aggregate, .unsupported: giveUp()
    }
  }

  private mutating func append(_ path: RelationPath) {
    switch path.origin {
    case .query: tokens.append(path.steps.count << 8)
    case .related(let depth):
      tokens.append(1 | path.steps.count << 8)
      tokens.append(depth)
    case .open: giveUp()
    }
    if !path.steps.isEmpty { tokens += path.steps }
  }

  private mutating func append(_ rows: RelatedRows, _ kind: Int, depth: Int) {
    isPlain = false
    tokens.append(kind | (rows.condition == nil ? 0 : 1 << 8))
    tokens.append(rows.relation)
    append(rows.owner)
    if let condition = rows.condition { append(condition, depth: depth) }
  }

  private mutating func giveUp() { hasNone = true }
}

extension ComparisonOperator {
  fileprivate var number: Int {
    switch self {
    case .equal: 0
    case .notEqual: 1
    case .less: 2
    case .lessOrEqual: 3
    case .greater: 4
    case .greaterOrEqual: 5
    }
  }
}

extension StoredValue {
  fileprivate var kindNumber: Int {
    switch self {
    case .null: 30
    case .bool: 31
    case .integer: 32
    case .real: 33
    case .text: 34
    case .data: 35
    case .uuid: 36
    case .date: 37
    case .decimal: 38
    case .json: 39
    case .list: 40
    case .day: 41
    }
  }
}

import IgataRuntime

/// An ordering, as a query has it and as Swift sorts.
struct Order<Columns, Row: Sendable>: Sendable {
  var term: any TermOf<Columns, Row>
  var isDescending: Bool

  var text: String { term.text + (isDescending ? ".descending" : ".ascending") }

  func ordering(_ columns: Columns) -> Ordering { term.ordering(columns, isDescending: isDescending) }
}

/// Conditions, orderings and cuts, of rows or of groups.
struct Parts<Columns, Row: Sendable>: Sendable {
  var tests: [Test<Columns, Row>] = []
  var orders: [Order<Columns, Row>] = []
  var limit: Int?
  var offset = 0

  /// What plain Swift selects. How a store gets there is open, and what it evaluates meanwhile.
  /// - Parameter keys: what sorts the rows that are equal in all orderings.
  func selected(_ rows: [Row], keys: (Row) throws -> [Plain]) throws -> [Row] {
    do {
      let found = try rows.filter { row in try tests.map { try $0.holds(row) }.allSatisfy(\.self) }
      let descending = orders.map(\.isDescending)
      let sorted = try found.map { row in (row, try orders.map { try $0.term.plain(row) } + keys(row)) }.sorted {
        for (index, (left, right)) in zip($0.1, $1.1).enumerated() {
          let isDescending = descending.indices.contains(index) && descending[index]
          if left.isLess(than: right) { return !isDescending }
          if right.isLess(than: left) { return isDescending }
        }
        return false
      }
      return sorted.map(\.0).dropFirst(offset).prefix(limit ?? .max).map(\.self)
    } catch {
      throw OracleStop.unknown
    }
  }

  /// The same with one part fewer, in all ways.
  var smaller: [Parts] {
    var smaller: [Parts] = []
    func add(_ change: (inout Parts) -> Void) {
      var parts = self
      change(&parts)
      smaller.append(parts)
    }
    for index in tests.indices { add { $0.tests.remove(at: index) } }
    for index in orders.indices { add { $0.orders.remove(at: index) } }
    if limit != nil { add { $0.limit = nil } }
    if offset != 0 { add { $0.offset = 0 } }
    return smaller
  }

  func text(_ condition: String) -> String {
    tests.map { ".\(condition) { \($0.text) }" }.joined()
      + (orders.isEmpty ? "" : ".order { (\(orders.map(\.text).joined(separator: ", "))) }")
      + (limit.map { ".limit(\($0))" } ?? "") + (offset == 0 ? "" : ".offset(\(offset))")
  }

  func query<Model: PersistableModel>() -> Query<Model> where Columns == Model.Columns {
    var query = tests.reduce(Model.all) { query, test in query.where { test.condition($0) } }
    if !orders.isEmpty { query = query.order { columns in orders.map { $0.ordering(columns) } } }
    if let limit { query = query.limit(limit) }
    return offset == 0 ? query : query.offset(offset)
  }

  func applied<Model, each Key>(
    to groups: GroupedQuery<Model, repeat each Key>
  ) -> GroupedQuery<Model, repeat each Key> where Columns == GroupColumns<Model> {
    var groups = tests.reduce(groups) { groups, test in groups.having { test.condition($0) } }
    if !orders.isEmpty { groups = groups.order { columns in orders.map { $0.ordering(columns) } } }
    if let limit { groups = groups.limit(limit) }
    return offset == 0 ? groups : groups.offset(offset)
  }

  func applied<Model: PersistableModel>(
    to related: RelatedColumns<Model>
  ) -> RelatedQuery<Model> where Columns == Model.Columns {
    var query = related.where { _ in Condition.always }
    for test in tests { query = query.where { test.condition($0) } }
    if !orders.isEmpty { query = query.order { columns in orders.map { $0.ordering(columns) } } }
    if let limit { query = query.limit(limit) }
    return offset == 0 ? query : query.offset(offset)
  }
}

@_spi(Backend) internal import IgataRuntime

/// A request whose results are compared.
enum Question: CustomStringConvertible {
  /// The rows: all of their columns, or only their keys; or the query's values, if it has them.
  case rows(RowQuery, whole: Bool)
  case aggregates(RowQuery, by: [QueryExpression], [Aggregate])
  /// The number of deleted rows, and the remaining rows of every table.
  case deletion(RowQuery)

  var isDeletion: Bool {
    if case .deletion = self { true } else { false }
  }

  var query: RowQuery {
    switch self {
    case .rows(let query, _), .aggregates(let query, _, _), .deletion(let query): query
    }
  }

  func with(_ query: RowQuery) -> Question {
    switch self {
    case .rows(_, let whole): .rows(query, whole: whole)
    case .aggregates(_, let groups, let aggregates): .aggregates(query, by: groups, aggregates)
    case .deletion: .deletion(query)
    }
  }

  var description: String {
    switch self {
    case .rows(let query, _): "rows of \(query.text)"
    case .aggregates(let query, let groups, let aggregates): "\(aggregates) by \(groups) of \(query.text)"
    case .deletion(let query): "deletion of \(query.text)"
    }
  }

  /// Smaller questions that are part of this one.
  var parts: [Question] {
    var parts = query.parts.map(with)
    if case .aggregates(let query, let groups, let aggregates) = self {
      for index in aggregates.indices where aggregates.count > 1 {
        parts.append(.aggregates(query, by: groups, [aggregates[index]]))
      }
      for index in groups.indices where groups.count > 1 {
        parts.append(.aggregates(query, by: [groups[index]], aggregates))
      }
      if !groups.isEmpty { parts.append(.aggregates(query, by: [], aggregates)) }
    }
    return parts
  }
}

extension RandomQueries {
  /// The questions about one query.
  mutating func questions() -> [Question] {
    // For a minimum, an engine may stop at the first row, before the one that is out of range.
    if values.chance(25) {
      let query = overflowingQuery()
      return [.rows(query, whole: false), .aggregates(query, by: [], [.count])]
    }
    let query = query()
    var questions: [Question] = [.rows(query, whole: values.chance(12))]
    questions.append(.aggregates(query, by: [], aggregates()))
    if values.chance(3) { questions.append(.aggregates(query, by: groups(), aggregates())) }
    if values.chance(3) { questions.append(.rows(withOtherValues(query), whole: false)) }
    if values.chance(3) {
      var selection = query
      selection.values = selected()
      questions.append(.rows(selection, whole: true))
    }
    if values.chance(4) {
      var parts = query
      parts.partition = groups()
      if values.chance(2) { parts.values = selected() }
      if !values.chance(5) { parts.limit = values.pick([0, 1, 2, 3, .max]) }
      questions.append(.rows(parts, whole: parts.values != nil))
    }
    if values.chance(12) { questions.append(.deletion(query)) }
    return questions
  }
}

extension RowQuery {
  fileprivate var text: String {
    var text = table.model + " (" + table.name + ")"
    if let condition { text += " where \(condition.kind)" }
    if !partition.isEmpty { text += " partition \(partition)" }
    if let values { text += " values \(values)" }
    if !order.isEmpty { text += " order \(order)" }
    if let limit { text += " limit \(limit)" }
    if offset > 0 { text += " offset \(offset)" }
    return text
  }

  fileprivate var parts: [RowQuery] {
    var parts: [RowQuery] = []
    func add(_ change: (inout RowQuery) -> Void) {
      var part = self
      change(&part)
      parts.append(part)
    }
    if condition != nil { add { $0.condition = nil } }
    for part in condition?.parts ?? [] { add { $0.condition = part } }
    if limit != nil { add { $0.limit = nil } }
    if offset > 0 { add { $0.offset = 0 } }
    for index in order.indices { add { $0.order.remove(at: index) } }
    for index in partition.indices { add { $0.partition.remove(at: index) } }
    for value in values ?? [] where values?.count != 1 { add { $0.values = [value] } }
    return parts
  }
}

extension Condition {
  /// Smaller conditions that are part of this one.
  fileprivate var parts: [Condition] {
    switch kind {
    case .not(let condition): [condition] + condition.parts.map { !$0 }
    case .all(let terms): Self.parts(terms, .always) { $0 && $1 }
    case .any(let terms): Self.parts(terms, .never) { $0 || $1 }
    case .isIn(let expression, let values):
      values.count == 1 ? [] : values.indices.map { .isIn(expression, [values[$0]]) }
    case .exists(let rows):
      (rows.condition?.parts ?? []).map { .exists(RelatedRows(rows.owner, rows.relation, where: $0)) }
        + (rows.condition == nil ? [] : [.exists(RelatedRows(rows.owner, rows.relation))])
    default: []
    }
  }

  private static func parts(
    _ terms: [Condition], _ none: Condition, _ join: (Condition, Condition) -> Condition
  ) -> [Condition] {
    func joined(_ terms: [Condition]) -> Condition { terms.dropFirst().reduce(terms.first ?? none, join) }
    return terms
      + terms.indices.map { index in
        var rest = terms
        rest.remove(at: index)
        return joined(rest)
      }
      + terms.indices.flatMap { index in
        terms[index].parts.map { part in
          var changed = terms
          changed[index] = part
          return joined(changed)
        }
      }
  }
}
